import type { FirstStep } from "@herald/playground";
import { pageTexts } from "./texts.ts";

/**
 * What the page suggests trying; commands that the application doesn't have are left out.
 *
 * @param code - a code to redeem, if there is one
 * @param isRobot - whether all voices are a robot's
 */
export const firstSteps = (code: string | undefined, isRobot: boolean): readonly FirstStep[] => [
	{
		command: "say",
		values: { text: "Hello! I am Herald, and this is what I sound like." },
		atOnce: true,
		...(isRobot && { note: pageTexts.naturalVoice }),
	},
	{ command: "voice list", values: {} },
	{ command: "voice me", values: {} },
	{ command: "join", values: {} },
	{ command: "redeem", values: code === undefined ? {} : { code } },
	{ command: "server", values: {} },
];
