import { type Measures, measure, onMeasure } from "../measures.ts";

/** What the service's process measures, and the bot counts. */
const forwarded = ["engineSpoke", "voicesLoaded"] as const;

/** A measure on its way from the service's process to the bot's. */
export type ForwardedMeasure = {
	readonly [Name in (typeof forwarded)[number]]: {
		readonly type: "measure";
		readonly name: Name;
		readonly told: Measures[Name];
	};
}[(typeof forwarded)[number]];

/** Sends on what this process measures from now on. */
export const forwardMeasures = (send: (message: ForwardedMeasure) => void): void => {
	for (const name of forwarded)
		onMeasure(name, (told) => send({ type: "measure", name, told } as ForwardedMeasure));
};

/** Measures in this process what another one has. */
export const takeMeasure = ({ name, told }: ForwardedMeasure): void => measure(name, told);
