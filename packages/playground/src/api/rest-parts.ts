import type { Gateway } from "../gateway/gateway.ts";
import type { Faults } from "../troubles/faults.ts";
import type { Voice } from "../voice/index.ts";
import type { Bans } from "../world/bans.ts";
import type { Clock } from "../world/clock.ts";
import type { Commands } from "../world/commands.ts";
import type { Feed } from "../world/feed.ts";
import type { Interactions } from "../world/interactions.ts";
import type { Messages } from "../world/messages.ts";
import type { Polls } from "../world/polls.ts";
import type { Reactions } from "../world/reactions.ts";
import type { Roles } from "../world/roles.ts";
import type { Threads } from "../world/threads.ts";
import type { Webhooks } from "../world/webhooks.ts";
import type { World } from "../world/world.ts";
import type { Callbacks } from "./callbacks.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { RequestLog } from "./request-log.ts";

/** What the REST API works on. */
export interface RestParts {
	readonly world: World;
	readonly clock: Clock;
	readonly token: string;
	readonly commands: Commands;
	readonly messages: Messages;
	readonly polls: Polls;
	readonly reactions: Reactions;
	readonly threads: Threads;
	readonly roles: Roles;
	readonly bans: Bans;
	readonly webhooks: Webhooks;
	readonly interactions: Interactions;
	readonly callbacks: Callbacks;
	readonly gateway: Gateway;
	readonly feed: Feed;
	readonly voice: Voice;
	readonly faults: Faults;
	readonly log: RequestLog;
	/** Undefined where requests may come as fast as they like. */
	readonly rateLimits: RateLimits | undefined;
	readonly gatewayAddress: () => string;
}
