import type { ChannelText, QueuedText } from "../voice/channel-text.ts";
import type { Clock } from "../voice/clock.ts";
import type { Waitable } from "./backlog.ts";
import type { Before, HandedText, Written } from "./handed-text.ts";

/** Texts that are handed to the channel before they are needed: enough that nothing is waited for between two. */
const aheadMax = 3;
/** The same by estimate, in ms: what isn't handed over yet can still be merged, changed and left out. */
const aheadMaxMs = 6_000;

export interface HandedTextsOptions {
	readonly clock: Clock;
	/** The guild's channel, as `VoiceSessions` has it. */
	readonly channel: {
		add(text: ChannelText): QueuedText | undefined;
		replace(textId: string, text: ChannelText): QueuedText | undefined;
		withdraw(textIds: readonly string[]): void;
	};
	/** There may be room for another text. */
	readonly onRemoved: () => void;
}

/** The texts of a guild that are on their way to its voice channel or heard there, in order. */
export class HandedTexts<C extends Waitable> {
	readonly #options: HandedTextsOptions;
	/** Those that are over are no longer here. */
	readonly #texts: HandedText<C>[] = [];
	#last: Before | undefined;

	constructor(options: HandedTextsOptions) {
		this.#options = options;
	}

	/** As they are now: whoever goes through them may remove some. */
	get all(): readonly HandedText<C>[] {
		return [...this.#texts];
	}

	/** Those of which nothing is heard yet. */
	get waiting(): readonly HandedText<C>[] {
		return this.#texts.filter(({ state }) => state !== "playing");
	}

	/** Whether another is nearly needed. */
	get hasRoom(): boolean {
		const ahead = this.waiting;
		const aheadMs = ahead.reduce((sum, { written }) => sum + (written?.estimateMs ?? 0), 0);
		return ahead.length === 0 || (ahead.length < aheadMax && aheadMs < aheadMaxMs);
	}

	/** Keeps a text's place while it is being prepared. */
	add(handed: HandedText<C>): void {
		this.#texts.push(handed);
	}

	/** @returns a text that was prepared, as its messages are now and after the words that are heard before it */
	write(handed: HandedText<C>): Written {
		if (!handed.writer) throw new TypeError("A text was written before it was prepared");
		return handed.writer({ ...handed.passage, messages: handed.messages }, this.#before(handed));
	}

	/** @returns whose words are heard before a text */
	#before(handed: HandedText<C>): Before | undefined {
		const earlier = this.#texts.slice(0, this.#texts.indexOf(handed)).findLast((each) => each.messages[0]);
		const [message] = earlier?.messages ?? [];
		return message ? { authorId: message.authorId, at: this.#options.clock.now() } : this.#last;
	}

	/** Has a text wait in the channel, unless that doesn't take any. */
	queue(handed: HandedText<C>): void {
		const queued = this.#options.channel.add(handed.toText(this.write(handed)));
		if (!queued) {
			handed.giveUp();
			return;
		}
		handed.textId = queued.id;
		if (handed.state === "preparing") handed.state = "queued";
	}

	/** A text's messages have changed: it is spoken as they are now, as long as it waits. */
	update(handed: HandedText<C>): void {
		if (handed.messages.length === 0) this.withdraw(handed);
		else if (handed.state === "queued") this.#rewrite(handed);
	}

	#rewrite(handed: HandedText<C>): void {
		const text = handed.toText(this.write(handed));
		const queued = this.#options.channel.replace(handed.textId ?? "", text);
		if (queued) {
			handed.textId = queued.id;
			return;
		}
		// It begins at this moment.
		handed.giveUp();
		this.withdraw(handed);
	}

	/** A text is heard from now on. */
	start(handed: HandedText<C>): void {
		handed.state = "playing";
		handed.startedAt = this.#options.clock.now();
		const authorId = handed.messages[0]?.authorId;
		if (authorId !== undefined) this.#last = { authorId, at: handed.startedAt };
		const passed = this.#texts.findIndex(({ state }) => state !== "playing");
		if (passed === -1 || passed > this.#texts.indexOf(handed)) return;
		this.#texts.splice(this.#texts.indexOf(handed), 1);
		this.#texts.splice(passed, 0, handed);
		// Their authors were to be known by other texts.
		for (const each of this.waiting)
			if (each.state === "queued" && each.written?.named === false) this.#rewrite(each);
	}

	/** Ends a text, also while it is heard. */
	withdraw(handed: HandedText<C>): void {
		this.remove(handed);
		if (handed.textId !== undefined) this.#options.channel.withdraw([handed.textId]);
	}

	/** A text is over. */
	remove(handed: HandedText<C>): void {
		const at = this.#texts.indexOf(handed);
		if (at === -1) return;
		const wasHeard = handed.state === "playing";
		handed.state = "over";
		this.#texts.splice(at, 1);
		const next = this.#texts[at];
		// Its author was to be known by the text before it, which wasn't heard.
		if (!wasHeard && next?.state === "queued" && next.written?.named === false) this.#rewrite(next);
		this.#options.onRemoved();
	}
}
