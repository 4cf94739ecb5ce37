import { channel } from "node:diagnostics_channel";

/** Measures of one kind of program, by name. Publishing costs next to nothing while nothing subscribes. */
export interface MeasureChannels<Measures> {
	measure<Name extends keyof Measures & string>(name: Name, value: Measures[Name]): void;
	/** Calls `take` with each value measured in this process. @returns a function that stops that */
	onMeasure<Name extends keyof Measures & string>(
		name: Name,
		take: (value: Measures[Name]) => void,
	): () => void;
}

/** @returns functions that publish measures of these names and types, and subscribe to them, process-wide */
export const declareMeasures = <Measures>(): MeasureChannels<Measures> => ({
	measure: (name, value) => channel(`herald:${name}`).publish(value),
	onMeasure: (name, take) => {
		const listener = (value: unknown) => take(value as Measures[typeof name]);
		const named = channel(`herald:${name}`);
		named.subscribe(listener);
		return () => void named.unsubscribe(listener);
	},
});
