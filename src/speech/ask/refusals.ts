import { Recent } from "@herald/common/recent.ts";
import { isGoogle } from "@herald/common/wire/http.ts";
import { dialectOf, findModel } from "@herald/common/wire/models.ts";
import { isPrebuilt, prebuiltVoices, type Voice } from "@herald/common/wire/voices.ts";
import { pickName } from "../../shared/pick-name.ts";
import type { Line } from "../line.ts";
import type { Extra } from "./classify.ts";
import type { SpeechAccount } from "./client.ts";
import type { SentLine, StylePlace } from "./request.ts";

/** Members write styles and languages freely, so this must not grow without limit. */
const refusalsMax = 1_000;
/** How long a refusal holds, in ms: a service may have learned since. */
const refusalMs = 60 * 60_000;

/** In which order extras are left out where a refusal doesn't say which it is about: what costs least comes first. */
const suspects: readonly Extra[] = ["language", "style", "voice", "store"];

/** A voice as it is sent. */
type SentVoice = Pick<SentLine, "voice" | "ofLibrary">;

/** An extra of a request, under the name by which its refusal is remembered. */
export interface SentExtra {
	readonly extra: Extra;
	readonly name: string;
}

/** An extra that was left out, since a model refused a request; it may have named it. */
export interface OmittedExtra extends SentExtra {
	readonly model: string;
	readonly isNamed: boolean;
}

const nameVoice = (model: string, { voice, ofLibrary }: SentVoice): string =>
	`${model} voice ${ofLibrary === true} ${voice}`;

/** @returns the prebuilt voice that takes a voice's place, always the same, and of the same sex if that is known */
const standIn = ({ name, sex }: Voice): string => {
	const alike = prebuiltVoices.filter((voice) => sex === undefined || voice.sex === sex);
	return pickName(
		name,
		alike.map((voice) => voice.name),
	);
};

export interface RefusedOptions {
	readonly account: Pick<SpeechAccount, "baseUrl" | "bare">;
	readonly stylePlace: StylePlace;
	/** Says what is known of a voice beyond the thirty. */
	readonly voiceOf: (name: string) => Voice;
	readonly now: () => number;
}

/** What an account's models refuse of a Line: its language, its style, a way to name its voice, or `store`. */
export class Refusals {
	readonly #options: RefusedOptions;
	/** Until when each is left out, in ms since the epoch. */
	readonly #until = new Recent<number>(refusalsMax);

	constructor(options: RefusedOptions) {
		this.#options = options;
	}

	/** @returns a Line as sent to a model, without what it refuses. @param others - names of what it may refuse, too */
	fit(line: Line, model: string, others: ReadonlySet<string> = new Set()): SentLine {
		const { language, style, ...plain } = line;
		const { bare, baseUrl } = this.#options.account;
		const takes = (name: string) => !others.has(name) && !this.#isRefused(name);
		const ways = this.#waysFor(line, model);
		return {
			...plain,
			...(ways.find((way) => takes(nameVoice(model, way))) ?? ways.at(-1)),
			...(language !== undefined && !bare && takes(`${model} language ${language}`) && { language }),
			...(style !== undefined && takes(`${model} style ${style}`) && { style }),
			// Only Google is known to keep what it is sent, and to heed this.
			...(isGoogle(baseUrl) && takes(`${model} store`) && { unstored: true }),
		};
	}

	/** @returns the extras of a Line as it was sent that can be left out, the likeliest first */
	extrasOf(sent: SentLine, line: Line, model: string): readonly SentExtra[] {
		const last = this.#waysFor(line, model).at(-1);
		const names: Record<Extra, string | false | undefined> = {
			language: sent.language !== undefined && `${model} language ${sent.language}`,
			style:
				sent.style !== undefined && this.#options.stylePlace !== "none" && `${model} style ${sent.style}`,
			voice: last && nameVoice(model, sent) !== nameVoice(model, last) && nameVoice(model, sent),
			store: sent.unstored && `${model} store`,
		};
		return suspects.flatMap((extra) => {
			const name = names[extra];
			return name ? [{ extra, name }] : [];
		});
	}

	/** Records what a model refuses. */
	note(names: readonly string[]): void {
		for (const name of names) this.#until.set(name, this.#options.now() + refusalMs);
	}

	#isRefused(name: string): boolean {
		return this.#options.now() < (this.#until.find(name) ?? 0);
	}

	/**
	 * The ways to name a voice beyond the thirty (docs/interface.md 13): as one of them, as a library's, and by another
	 * voice that all services have. Models with a library are asked for it first.
	 */
	#waysFor({ voice }: Line, model: string): readonly SentVoice[] {
		if (isPrebuilt(voice)) return [{ voice }];
		const last = { voice: standIn(this.#options.voiceOf(voice)) };
		if (this.#options.account.bare || dialectOf(model) === "prompt") return [{ voice }, last];
		return findModel(model)
			? [{ voice, ofLibrary: true }, { voice }, last]
			: [{ voice }, { voice, ofLibrary: true }, last];
	}
}

/** @returns what of it a model surely refuses, as it takes the rest: what it named, and the last of what it didn't */
export const findCertain = (leftOut: readonly OmittedExtra[], model: string): readonly OmittedExtra[] => {
	const left = leftOut.filter((each) => each.model === model);
	const last = left.findLast(({ isNamed }) => !isNamed);
	return left.filter(({ isNamed, extra }) => isNamed || extra === last?.extra);
};
