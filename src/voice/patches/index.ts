import type { Patch } from "../../shared/patch.ts";
import { containsFaults } from "./contain-faults.ts";
import { readsEncryption } from "./dave.ts";
import { prefersSodium } from "./prefer-sodium.ts";
import { sealsFrames } from "./seal-frames.ts";

export const voicePatches: readonly Patch[] = [containsFaults, prefersSodium, sealsFrames, readsEncryption];
