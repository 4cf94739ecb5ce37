import { GatewayIntentBits } from "discord-api-types/v10";
import type { Gateway } from "../gateway/gateway.ts";
import { writeAll } from "../texts/write.js";
import type { MessageContentGrant } from "../world/message-content.ts";
import type { World } from "../world/world.ts";
import type { Trouble } from "./panel.ts";

/** Grants the application the Message Content intent, or withdraws it, which closes the sessions that asked for it. */
export const grantMessageContent = (world: World, gateway: Gateway, grant: MessageContentGrant): void => {
	world.messageContent = grant;
	if (grant === "refused") gateway.withdrawIntent(GatewayIntentBits.MessageContent);
};

/** The trouble that the application may no longer read what others write. */
export const contentTrouble = (world: World, gateway: Gateway): Trouble => ({
	id: "withdraw-content",
	label: writeAll("withdrawContent"),
	isOn: () => world.messageContent === "refused",
	run: () => grantMessageContent(world, gateway, world.messageContent === "refused" ? "limited" : "refused"),
});
