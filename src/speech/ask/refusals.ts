import { Recent } from "@herald/common/recent.ts";
import { isGoogle } from "@herald/common/wire/http.ts";
import { dialectOf, findModel } from "@herald/common/wire/models.ts";
import { isPrebuilt, prebuiltVoices, type Voice } from "@herald/common/wire/voices.ts";
import { pickName } from "../../shared/pick-name.ts";
import type { Line } from "../line.ts";
import type { Extra } from "./classify.ts";
import type { SpeechAccount } from "./client.ts";
import type { SentLine, StylePlace } from "./request.ts";

/** The most refusals that are remembered. Members write styles freely, so there is no end of them. */
const refusalsMax = 1_000;
/** How long a refusal is remembered, in ms. The service may have changed by then. */
const refusalMs = 60 * 60_000;

/**
 * The order in which extras are left out if a refusal names none. The extras whose absence listeners notice least come
 * first.
 */
const suspects: readonly Extra[] = ["language", "style", "voice", "store"];

type SentVoice = Pick<SentLine, "voice" | "ofLibrary">;

/** An extra of a request, under the name by which its refusal is remembered. */
export interface SentExtra {
	readonly extra: Extra;
	readonly name: string;
}

/** An extra that was left out because a model refused a request. */
export interface OmittedExtra extends SentExtra {
	readonly model: string;
	readonly isNamed: boolean;
}

const nameVoice = (model: string, { voice, ofLibrary }: SentVoice): string =>
	`${model} voice ${ofLibrary === true} ${voice}`;

/**
 * @returns the prebuilt voice that replaces a voice: always the same for a name, and of the same sex if that is known
 */
const standIn = ({ name, sex }: Voice): string => {
	const alike = prebuiltVoices.filter((voice) => sex === undefined || voice.sex === sex);
	const names = alike.map((voice) => voice.name);
	return pickName(name, names);
};

/** Describes voices by their names. */
export interface VoiceList {
	find(name: string): Voice | undefined;
}

interface RefusedOptions {
	readonly account: Pick<SpeechAccount, "baseUrl" | "bare">;
	readonly stylePlace: StylePlace;
	readonly voices: VoiceList | undefined;
	readonly now: () => number;
}

/** Remembers what an account's models refuse of Lines: a language, a style, a way to name a voice, or `store`. */
export class Refusals {
	readonly #options: RefusedOptions;
	/** When each refused `Extra` of requests may be sent again, in ms since the epoch, by its name. */
	readonly #until = new Recent<number>(refusalsMax);

	constructor(options: RefusedOptions) {
		this.#options = options;
	}

	/**
	 * @param others - names of further extras to leave out
	 * @returns a Line as it is sent, without what a model refuses
	 */
	fit(line: Line, model: string, others: ReadonlySet<string> = new Set()): SentLine {
		const { language, style, ...plain } = line;
		const { bare, baseUrl } = this.#options.account;
		const takes = (name: string) => !others.has(name) && this.#options.now() >= (this.#until.find(name) ?? 0);
		const ways = this.#waysFor(line, model);
		return {
			...plain,
			...(ways.find((way) => takes(nameVoice(model, way))) ?? ways.at(-1)),
			...(language !== undefined && !bare && takes(`${model} language ${language}`) && { language }),
			...(style !== undefined && takes(`${model} style ${style}`) && { style }),
			// Only Google is known to store requests, and to obey this field.
			...(isGoogle(baseUrl) && takes(`${model} store`) && { unstored: true }),
		};
	}

	/** @returns the extras of a sent Line that can be left out, in the order in which that is tried */
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

	note(names: readonly string[]): void {
		for (const name of names) this.#until.set(name, this.#options.now() + refusalMs);
	}

	/**
	 * Lists the ways to name a voice that isn't one of the thirty prebuilt ones (docs/interface.md 13): in the field for
	 * prebuilt voices, as a library's voice, or by a prebuilt voice instead. For a model with a library, the library's
	 * voice comes first. A `bare` account or a prompt model has no library.
	 */
	#waysFor({ voice }: Line, model: string): readonly SentVoice[] {
		if (isPrebuilt(voice)) return [{ voice }];
		const last = { voice: standIn(this.#options.voices?.find(voice) ?? { name: voice }) };
		if (this.#options.account.bare || dialectOf(model) === "prompt") return [{ voice }, last];
		return findModel(model)
			? [{ voice, ofLibrary: true }, { voice }, last]
			: [{ voice }, { voice, ofLibrary: true }, last];
	}
}

/**
 * @returns the extras that a model surely refuses, because it accepted a request without them: those that its refusals
 * named, and those of the kind that was left out last by guess
 */
export const findCertain = (leftOut: readonly OmittedExtra[], model: string): readonly OmittedExtra[] => {
	const left = leftOut.filter((each) => each.model === model);
	const last = left.findLast(({ isNamed }) => !isNamed);
	return left.filter(({ isNamed, extra }) => isNamed || extra === last?.extra);
};
