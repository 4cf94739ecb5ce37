import type { Sound } from "@herald/common/audio/clip.ts";

/** @returns all packets of a sound that have arrived */
export const packetsOf = ({ packets }: Pick<Sound, "packets">): Uint8Array[] =>
	Array.from({ length: packets.length }, (_, at) => Uint8Array.from(packets.at(at) ?? []));
