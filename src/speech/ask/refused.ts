import { Recent } from "@herald/common/recent.ts";
import { dialectOf } from "@herald/common/wire/models.ts";
import { isPrebuilt, prebuiltVoices, type Voice } from "@herald/common/wire/voices.ts";
import { pickName } from "../../shared/pick-name.ts";
import type { Line } from "../line.ts";
import type { SentLine } from "./request.ts";

/** Members write styles and languages freely, so this must not grow without limit. */
const refusalsMax = 1_000;

/** The most recent refusals of one kind. */
class Refusals {
	readonly #refused = new Recent<true>(refusalsMax);

	has(what: string): boolean {
		return this.#refused.find(what) !== undefined;
	}

	/** Records whether something was refused. */
	note(what: string, isRefused: boolean): void {
		if (isRefused) this.#refused.set(what, true);
		else this.#refused.delete(what);
	}
}

/** @returns the prebuilt voice that takes a voice's place, always the same, and of the same sex if that is known */
const standIn = ({ name, sex }: Voice): string => {
	const alike = prebuiltVoices.filter((voice) => sex === undefined || voice.sex === sex);
	return pickName(
		name,
		alike.map((voice) => voice.name),
	);
};

type SentVoice = Pick<SentLine, "voice" | "asPrebuilt">;

const nameVoice = (model: string, { voice, asPrebuilt }: SentVoice): string =>
	`${model} ${asPrebuilt === true} ${voice}`;

/** The refusals of an account's models. */
export class Refused {
	/** For these, speech without the style has to do. */
	readonly styles = new Refusals();
	readonly #languages = new Refusals();
	readonly #voices = new Refusals();
	readonly #voiceOf: (name: string) => Voice;

	/** @param voiceOf - says what is known of a voice beyond the thirty */
	constructor(voiceOf: (name: string) => Voice) {
		this.#voiceOf = voiceOf;
	}

	/** @returns a Line as sent to a model: without its language, or in another voice, if it is known to refuse that */
	fit(line: Line, model: string): SentLine {
		const { language, ...others } = line;
		const mayName = language !== undefined && !this.#languages.has(`${model} ${language}`);
		const ways = this.#voicesFor(line, model);
		const voice = ways.find((way) => !this.#voices.has(nameVoice(model, way))) ?? ways.at(-1);
		return { ...(mayName ? line : others), ...voice };
	}

	/** Records that a model refused to be told of a language. */
	noteLanguage(model: string, language: string): void {
		this.#languages.note(`${model} ${language}`, true);
	}

	/** Records that a model refused a Line for its voice. @returns whether there is another one to ask for */
	noteVoice(model: string, line: Line, sent: SentLine): boolean {
		const ways = this.#voicesFor(line, model).map((way) => nameVoice(model, way));
		const refused = nameVoice(model, sent);
		const hasMore = refused !== ways.at(-1);
		// If it takes none of them, it wasn't for the voice.
		for (const way of hasMore ? [refused] : ways) this.#voices.note(way, hasMore);
		return hasMore;
	}

	/** A voice of a library, the same name as other services take it, and one that all have. */
	#voicesFor({ voice }: Line, model: string): readonly SentVoice[] {
		if (isPrebuilt(voice)) return [{ voice }];
		const others: readonly SentVoice[] = [
			{ voice, asPrebuilt: true },
			{ voice: standIn(this.#voiceOf(voice)) },
		];
		return dialectOf(model) === "transcript" ? [{ voice }, ...others] : others;
	}
}
