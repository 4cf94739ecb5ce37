import { declareMeasures } from "@herald/common/measures.ts";

export const engines = ["flite", "neural", "espeak-ng"] as const;
export type EngineName = (typeof engines)[number];

export interface ServiceMeasures {
	/** An engine's work on a text has ended; `ms` is the length of the speech that the engine made. */
	readonly engineSpoke: {
		readonly engine: EngineName;
		readonly outcome: "done" | "failed" | "aborted";
		readonly ms: number;
	};
	/** The number of loaded natural voices, and the memory of their processes. */
	readonly voicesLoaded: { readonly count: number; readonly bytes: number };
}

export const { measure, onMeasure } = declareMeasures<ServiceMeasures>();

/** Passes each measurement on, such as to the parent process. */
export const forwardMeasures = (take: typeof measure): void => {
	for (const name of ["engineSpoke", "voicesLoaded"] as const) onMeasure(name, (value) => take(name, value));
};
