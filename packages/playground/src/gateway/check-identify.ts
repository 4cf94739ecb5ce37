import { GatewayCloseCodes, GatewayIntentBits } from "discord-api-types/v10";
import type { Json } from "../checks/form.ts";
import { limits } from "../checks/limits.ts";
import type { World } from "../world/world.ts";
import { isInShard, readShard, type Shard } from "./gateway-session.ts";
import type { SessionStarts } from "./session-starts.ts";

/** The application that logs in, or why it is refused: a close code and its reason, or too soon after another login. */
type Login =
	| { readonly kind: "session"; readonly shard: Shard; readonly intents: number }
	| { readonly kind: "closed"; readonly code: GatewayCloseCodes; readonly reason: string }
	| { readonly kind: "too soon" }
	| { readonly kind: "too often" };

const close = (code: GatewayCloseCodes, reason: string): Login => ({ kind: "closed", code, reason });

/** Checks a login as Discord does, and counts it. */
export const checkIdentify = (
	{ world, token, starts }: { readonly world: World; readonly token: string; readonly starts: SessionStarts },
	data: Json,
): Login => {
	if (data.token !== token) return close(GatewayCloseCodes.AuthenticationFailed, "Authentication failed.");
	const shard = readShard(data.shard);
	if (!shard) return close(GatewayCloseCodes.InvalidShard, "Invalid shard.");
	const refusal = starts.take(shard[0]);
	if (refusal) return { kind: refusal };
	const intents = Number(data.intents ?? 0);
	if (intents & GatewayIntentBits.MessageContent && world.messageContent === "refused")
		return close(GatewayCloseCodes.DisallowedIntents, "Disallowed intent(s).");
	const guilds = [...world.guilds.values()].filter(
		({ id, presence }) => presence !== "commands" && isInShard(shard, id),
	);
	if (guilds.length > limits.guildsInShard)
		return close(GatewayCloseCodes.ShardingRequired, "Sharding required.");
	return { kind: "session", shard, intents };
};
