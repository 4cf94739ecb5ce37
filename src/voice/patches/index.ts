import type { Patch } from "../../shared/patch.ts";
import { containsFaults } from "./contain-faults.ts";
import { sealsFrames } from "./seal-frames.ts";

export const voicePatches: readonly Patch[] = [containsFaults, sealsFrames];
