import type { Callbacks } from "./api/callbacks.ts";
import type { RateLimits } from "./api/rate-limits.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { Actions } from "./members/actions.ts";
import type { Chats } from "./members/chats.ts";
import type { Writing } from "./members/writing.ts";
import type { ChatHint, FirstStep } from "./page-server/messages.ts";
import type { PagePresence } from "./page-server/page-presence.ts";
import type { VoicePanel } from "./page-server/voice-panel.ts";
import type { Faults, TroublePanel } from "./troubles/faults.ts";
import type { Voice } from "./voice/index.ts";
import type { Commands } from "./world/commands.ts";
import type { Interactions } from "./world/interactions.ts";
import type { Messages } from "./world/messages.ts";
import type { Webhooks } from "./world/webhooks.ts";
import type { World } from "./world/world.ts";

/**
 * A request of the application. `path` is below `/api/v10`, without the query. `status` is 0 if the connection was cut.
 */
export interface LoggedRequest {
	readonly method: string;
	readonly path: string;
	readonly status: number;
	/** The request's JSON, or the `payload_json` of a multipart request; null without a body. */
	readonly body: unknown;
}

export interface Parts {
	readonly world: World;
	readonly commands: Commands;
	readonly messages: Messages;
	readonly webhooks: Webhooks;
	readonly interactions: Interactions;
	readonly callbacks: Callbacks;
	readonly gateway: Gateway;
	readonly gatewayAddress: () => string;
	/** Returns the page's address, with which files' addresses begin. Its port is known once the server listens. */
	readonly origin: () => string;
	readonly voice: Voice;
	readonly actions: Actions;
	readonly writing: Writing;
	readonly chats: Chats;
	readonly presence: PagePresence;
	readonly firstSteps: readonly FirstStep[];
	readonly chatHint: ChatHint | null;
	/** Planned faults of requests to the API. */
	readonly faults: Faults;
	/** Planned faults of requests for the files of messages and commands. */
	readonly fileFaults: Faults;
	/** Undefined without a source of voices. */
	readonly voices: VoicePanel | undefined;
	readonly troubles: TroublePanel;
	/** The token that clients must log in with. */
	readonly token: string;
	/** Undefined if requests have no rate limits. */
	readonly rateLimits: RateLimits | undefined;
	/** The application's last requests, oldest first. */
	readonly requests: LoggedRequest[];
}
