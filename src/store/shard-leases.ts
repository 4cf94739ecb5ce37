/** Some of a bot's shards, and how many it has in all. */
interface Shards {
	readonly ids: readonly number[];
	readonly count: number;
}

/** Somebody who has shards. */
export interface ShardHolder {
	readonly holder: string;
	/** How many shards the bot has in all, as this one was told. */
	readonly count: number;
	/** When others may take them, unless it takes them again before: in ms, by the database's clock. */
	readonly until: number;
}

/** Whoever takes shards is a machine: its name, a space, and what else tells it from others. @returns the name */
export const machineOf = ({ holder }: { readonly holder: string }): string =>
	holder.slice(0, holder.lastIndexOf(" "));

/** Who has which shards, so that no two machines have the same. */
export interface ShardLeases {
	/**
	 * Takes shards for so long, in ms, or has them for longer: all of them, or none where somebody else has one of them,
	 * or some of another number of shards.
	 *
	 * @returns who that is
	 */
	take(holder: string, shards: Shards, leaseMs: number): Promise<ShardHolder | undefined>;
	/** Leaves all that a holder has to others. */
	give(holder: string): Promise<void>;
}
