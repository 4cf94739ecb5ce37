import { channel } from "node:diagnostics_channel";

/** Measures of one kind of program, by name. Publishing costs next to nothing while nothing subscribes. */
export interface MeasureChannels<Measures> {
	measure<Name extends keyof Measures & string>(name: Name, value: Measures[Name]): void;
	/** Takes a measure of all of this process. @returns how to stop */
	onMeasure<Name extends keyof Measures & string>(
		name: Name,
		take: (value: Measures[Name]) => void,
	): () => void;
}

/** @returns what publishes and subscribes to measures with these names and contents, process-wide */
export const declareMeasures = <Measures>(): MeasureChannels<Measures> => ({
	measure: (name, value) => channel(`herald:${name}`).publish(value),
	onMeasure: (name, take) => {
		const listener = (value: unknown) => take(value as Measures[typeof name]);
		const named = channel(`herald:${name}`);
		named.subscribe(listener);
		return () => void named.unsubscribe(listener);
	},
});
