import { measure, onMeasure, type ServiceMeasures } from "./measures.ts";

/** The measures of the service's process that the bot counts. */
const forwarded = ["engineSpoke", "voicesLoaded"] as const;

/** A measure as a message from the service's process to the bot's. */
export type ForwardedMeasure = {
	readonly [Name in (typeof forwarded)[number]]: {
		readonly type: "measure";
		readonly name: Name;
		readonly told: ServiceMeasures[Name];
	};
}[(typeof forwarded)[number]];

/** Forwards this process's measures from now on. */
export const forwardMeasures = (send: (message: ForwardedMeasure) => void): void => {
	for (const name of forwarded)
		onMeasure(name, (told) => send({ type: "measure", name, told } as ForwardedMeasure));
};

/** Records a forwarded measure in this process. */
export const takeMeasure = ({ name, told }: ForwardedMeasure): void => measure(name, told);
