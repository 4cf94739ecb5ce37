import type { FirstStep } from "@herald/playground";

/**
 * What the page proposes to try; a command that the application does not offer is left out.
 *
 * @param code - something to redeem, where there is such a thing
 */
export const firstSteps = (code: string | undefined): readonly FirstStep[] => [
	{ command: "say", values: { text: "Hello! I am Herald, and this is what I sound like." }, atOnce: true },
	{ command: "voice list", values: {} },
	{ command: "voice me", values: {} },
	{ command: "join", values: {} },
	{ command: "redeem", values: code === undefined ? {} : { code } },
	{ command: "server show", values: {} },
];
