import type { Clock } from "./clock.ts";

const discordEpoch = 1_420_070_400_000n;
const sequenceBits = 22n;
const idsInMs = 1n << sequenceBits;

/** Creates ids like Discord's: always growing, with their creation time in the upper bits. */
export const createSnowflakes = (clock: Clock): (() => string) => {
	let last = 0n;
	return () => {
		const earliest = (BigInt(clock.now()) - discordEpoch) * idsInMs;
		last = earliest > last ? earliest : last + 1n;
		return String(last);
	};
};

/** When an id was created, in milliseconds since the Unix epoch. */
export const timeOf = (id: string): number => Number((BigInt(id) >> sequenceBits) + discordEpoch);
