import type { Patch } from "../../shared/patch.ts";
import { readsShards } from "./gateway-shards.ts";
import { handsOnEarly } from "./hand-on-early.ts";

export const discordPatches: readonly Patch[] = [readsShards, handsOnEarly];
