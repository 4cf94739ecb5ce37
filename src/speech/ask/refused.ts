import { dialectOf } from "@herald/common/wire/models.ts";
import { isPrebuilt } from "@herald/common/wire/voices.ts";
import type { Line } from "../line.ts";
import type { SentLine } from "./request.ts";

/** Members write styles and languages freely, so this must not grow without limit. */
const refusalsMax = 1_000;

/** What was refused most recently. */
class Refusals {
	/** The oldest first. */
	readonly #refused = new Set<string>();

	has(what: string): boolean {
		return this.#refused.has(what);
	}

	/** Records whether something was refused. */
	note(what: string, isRefused: boolean): void {
		this.#refused.delete(what);
		if (!isRefused) return;
		this.#refused.add(what);
		const [oldest] = this.#refused;
		if (this.#refused.size > refusalsMax && oldest !== undefined) this.#refused.delete(oldest);
	}
}

type SentVoice = Pick<SentLine, "voice" | "asPrebuilt">;

const nameVoice = (model: string, { voice, asPrebuilt }: SentVoice): string =>
	`${model} ${asPrebuilt === true} ${voice}`;

/** What an account's models refused. */
export class Refused {
	/** For these, speech without the style has to do. */
	readonly styles = new Refusals();
	readonly #languages = new Refusals();
	readonly #voices = new Refusals();
	readonly #standIn: (voice: string) => string;

	/** @param standIn - says which of the thirty voices takes the place of one that a service doesn't have */
	constructor(standIn: (voice: string) => string) {
		this.#standIn = standIn;
	}

	/** @returns a Line as a model is sent it: without its language, or in another voice, if the model is known to refuse that */
	fit(line: Line, model: string): SentLine {
		const { language, ...untold } = line;
		const isTold = language !== undefined && !this.#languages.has(`${model} ${language}`);
		const ways = this.#voicesFor(line, model);
		const voice = ways.find((way) => !this.#voices.has(nameVoice(model, way))) ?? ways.at(-1);
		return { ...(isTold ? line : untold), ...voice };
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
		const others: readonly SentVoice[] = [{ voice, asPrebuilt: true }, { voice: this.#standIn(voice) }];
		return dialectOf(model) === "transcript" ? [{ voice }, ...others] : others;
	}
}
