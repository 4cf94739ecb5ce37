import { testPacketOrder } from "./packet-order.ts";

testPacketOrder("state");
