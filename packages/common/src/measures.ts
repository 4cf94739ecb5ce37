import { channel } from "node:diagnostics_channel";

/**
 * @returns functions that publish measures of these names and types, and subscribe to them, process-wide. Publishing
 *   costs next to nothing while nothing subscribes
 */
export const declareMeasures = <Measures>() => ({
	measure: <Name extends keyof Measures & string>(name: Name, value: Measures[Name]): void =>
		channel(`herald:${name}`).publish(value),
	/** Calls `take` with each value measured in this process. @returns a function that stops that */
	onMeasure: <Name extends keyof Measures & string>(name: Name, take: (value: Measures[Name]) => void) => {
		const listener = (value: unknown) => take(value as Measures[Name]);
		const named = channel(`herald:${name}`);
		named.subscribe(listener);
		return () => void named.unsubscribe(listener);
	},
});
