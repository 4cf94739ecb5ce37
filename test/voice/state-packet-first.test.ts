import { testPacketOrder } from "./packet-order.ts";
import { useVoiceHerald } from "./set-up.ts";

useVoiceHerald();
testPacketOrder("state");
