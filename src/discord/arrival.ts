const arrivals = new WeakMap<object, number>();

/**
 * When an interaction arrived, by this machine's own clock: Discord's may say something else. Call it first when it
 * arrives.
 *
 * @param now - in ms since the epoch
 */
export const arrivalOf = (interaction: object, now: () => number): number => {
	const arrived = arrivals.get(interaction) ?? now();
	arrivals.set(interaction, arrived);
	return arrived;
};
