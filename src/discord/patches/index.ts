import type { Patch } from "../../shared/patch.ts";
import { keepsFewCaches } from "./caches.ts";
import { interceptsEvents, readsShards } from "./gateway-shards.ts";
import { handsOnEarly } from "./hand-on-early.ts";
import { sharesPermissions } from "./share-permissions.ts";
import { followsVoiceStates } from "./voice-states.ts";

export const discordPatches: readonly Patch[] = [
	interceptsEvents,
	readsShards,
	handsOnEarly,
	keepsFewCaches,
	sharesPermissions,
	followsVoiceStates,
];
