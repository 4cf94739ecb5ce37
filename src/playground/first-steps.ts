import type { FirstStep } from "@herald/playground";

/**
 * What the page suggests trying; commands that the application doesn't have are left out.
 *
 * @param code - a code to redeem, if there is one
 */
export const firstSteps = (code: string | undefined): readonly FirstStep[] => [
	{ command: "say", values: { text: "Hello! I am Herald, and this is what I sound like." }, atOnce: true },
	{ command: "voice list", values: {} },
	{ command: "voice me", values: {} },
	{ command: "join", values: {} },
	{ command: "redeem", values: code === undefined ? {} : { code } },
	{ command: "server reading", values: {} },
];
