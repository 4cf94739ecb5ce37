import type { PackedClip } from "@herald/common/audio/clip.ts";
import { Problem } from "../../shared/problem.ts";
import type { KeyOf } from "../clips/clip-key.ts";
import type { ClipWorkers } from "../clips/clip-workers.ts";
import { type Compromise, compromisesOf, type Line } from "../line.ts";
import { cutInTwo } from "../text/lines.ts";
import { LineInTheMaking, type Take } from "./line-in-the-making.ts";
import type { MakingOptions } from "./making-options.ts";

/** Attempts at one Line that may be charged, over all models. */
const billedAttemptsPerLine = 4;

/** The Clip that was synthesized for a Line. */
export interface SynthesizedClip extends PackedClip {
	readonly compromises: readonly Compromise[];
	/** The Line it is cached as: what was really sent. Undefined if that wasn't a single Line. */
	readonly key: string | undefined;
}

export interface MakeLineOptions
	extends Omit<MakingOptions, "workers" | "allowance" | "spare" | "mayCut" | "signal"> {
	readonly workers: ClipWorkers;
	readonly keyOf: KeyOf;
}

const toSynthesized = (
	clip: PackedClip,
	line: Line,
	takes: readonly Take[],
	key: string | undefined,
): SynthesizedClip => ({
	packed: clip.packed,
	durationMs: clip.durationMs,
	compromises: [
		...compromisesOf(line, ...takes.map(({ sent }) => sent)),
		...(takes.some(({ isCut }) => isCut) ? (["cut_short"] as const) : []),
	],
	key,
});

/** One after the other; the first leaves an attempt for the second. */
const makePieces = async (
	options: MakeLineOptions,
	line: Line,
	[first, second]: readonly [string, string],
	allowance: MakingOptions["allowance"],
	signal: AbortSignal,
): Promise<SynthesizedClip> => {
	const { guildId, workers, keyOf } = options;
	// A piece's sound isn't the Line's.
	const notify: MakingOptions["notify"] = (news) => {
		if (news.kind !== "sound") options.notify(news);
	};
	const make = (text: string, spare: number): Promise<Take> =>
		new LineInTheMaking(
			{ ...options, notify, sound: undefined, allowance, spare, mayCut: false, signal },
			{ ...line, text },
		).make();
	const before = await make(first, 1);
	const after = await make(second, 0);
	const joined = await workers.joinPieces(guildId, [before.packed, after.packed]);
	// Pieces from different models, voices, styles or languages aren't cached as either, nor those that lack their end.
	const alike =
		before.model === after.model &&
		before.sent.voice === after.sent.voice &&
		before.sent.style === after.sent.style &&
		before.sent.language === after.sent.language;
	const isSure = alike && !before.isCut && !after.isCut;
	const key = isSure ? keyOf({ ...before.sent, text: line.text }, before.model) : undefined;
	return toSynthesized(joined, line, [before, after], key);
};

/** As a whole, or in two pieces if the service can't speak it as a whole. */
const makeInPieces = async (
	options: MakeLineOptions,
	line: Line,
	signal: AbortSignal,
): Promise<SynthesizedClip> => {
	const allowance = { left: billedAttemptsPerLine };
	const pieces = cutInTwo(line.text);
	const mayCut = pieces !== undefined;
	try {
		const take = await new LineInTheMaking({ ...options, allowance, spare: 0, mayCut, signal }, line).make();
		const key = take.isSure ? options.keyOf(take.sent, take.model) : undefined;
		return toSynthesized(take, line, [take], key);
	} catch (error) {
		const cuttable = error instanceof Problem && (error.kind === "no_audio" || error.kind === "too_long");
		if (!cuttable || !pieces || allowance.left < 2) throw error;
		return await makePieces(options, line, pieces, allowance, signal);
	}
};

/**
 * Makes a Line's Clip. What was heard of it before its stream was in trouble goes on with the rest of that Clip.
 *
 * @throws {@link Problem} when it can't be made, or the signal's reason
 */
export const makeLine = async (
	options: MakeLineOptions,
	line: Line,
	signal: AbortSignal,
): Promise<SynthesizedClip> => {
	const { guildId, workers, sound } = options;
	try {
		const made = await makeInPieces(options, line, signal);
		if (sound?.isBroken) {
			const { moreDb: gainDb } = sound;
			const alike =
				gainDb === 0 ? made : await workers.deriveClip(guildId, made.packed, { tempo: 1, gainDb });
			sound.goOn(alike.packed);
		}
		return made;
	} finally {
		sound?.end();
	}
};
