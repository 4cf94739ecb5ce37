import type { Guild } from "discord.js";
import type { SpokenTurn } from "../say/sound/request.ts";
import { roundSpeed } from "../say/sound/sound-options.ts";
import { atVolume, estimateHeardMs, pauseBefore, writeLines } from "../say/sound/write-lines.ts";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import { type AppliedGuildSettings, applyGuildDefaults, soundSettings } from "../settings/settings.ts";
import { inGuild } from "../shared/party.ts";
import type { Line } from "../speech/line.ts";
import { startPauses } from "../speech/text/delivery-tags.ts";
import { findSentenceEnds } from "../speech/text/sentences.ts";
import { isOptedOut } from "../store/settings.ts";
import type { Translate } from "../texts/index.ts";
import { findModeration } from "../voice/channel-facts.ts";
import type { ItemPayer, WriteInOwnVoices } from "../voice/voice-channels.ts";
import type { ReadingParts } from "./reading-parts.ts";
import {
	type Before,
	hasSameAuthor,
	type MessageRef,
	type ReadableMessage,
	type Utterance,
	type WriteUtterance,
	type WrittenUtterance,
} from "./utterance.ts";
import type { VoiceChat } from "./voice-chat.ts";

/** How long after the beginning of their last utterance authors are named again, in ms. */
const namedAgainMs = 60_000;

interface AuthorSound {
	readonly voice: string;
	readonly style: string | undefined;
	readonly speed: number;
	/** Writes a phrase of Herald's own as a Line in the author's voice. */
	readonly phrase: (text: string) => Line;
}

type WriterParts = Pick<ReadingParts, "say" | "store" | "voice" | "guard" | "clock">;

/** Writes a guild's messages as Lines, in their authors' voices, and reserves speech for them. */
export class UtteranceWriter {
	readonly #guild: Guild;
	readonly #chat: Pick<VoiceChat, "begin">;
	readonly #parts: WriterParts;

	constructor(guild: Guild, chat: Pick<VoiceChat, "begin">, parts: WriterParts) {
		this.#guild = guild;
		this.#chat = chat;
		this.#parts = parts;
	}

	/**
	 * Prepares an utterance, and shows the notice about reading.
	 *
	 * @param first - the utterance's first message; undefined for an utterance that only announces left-out messages
	 * @returns a function that writes the utterance as Lines; undefined if the utterance shouldn't be read now
	 */
	async prepare(first: MessageRef | undefined): Promise<WriteUtterance | undefined> {
		const { voice, store, guard, clock } = this.#parts;
		const guild = this.#guild;
		const reading = await store.reading.read(guild.id);
		const here = voice.channelOf(guild.id);
		const settings = applyGuildDefaults(reading.settings);
		// Since the messages were taken, Herald may have left, or quiet hours may have begun.
		if (here === undefined || findQuietEnd(settings, clock.now()) !== undefined) return undefined;
		if (!(await this.#chat.begin(reading, here))) return undefined;
		if (first && findModeration(guild, here, first.authorId, clock.now())) return undefined;
		if (first) await guard.refresh(guild, here, first.channelId);
		return this.writeAs(first, settings.names);
	}

	/** Reserves speech for an utterance. @throws {@link Problem} if too little speech is left */
	async reserve(authorId: string | undefined, { lead = [], lines }: WrittenUtterance): Promise<ItemPayer> {
		const { store, say } = this.#parts;
		const guild = this.#guild;
		const { settings } = await store.reading.read(guild.id);
		const who = { place: inGuild(guild.id), userId: authorId ?? guild.client.user.id };
		return say.reserve(who, [...lead, ...lines], applyGuildDefaults(settings).sharePercent);
	}

	/**
	 * @returns a function that rewrites an author's messages for Herald's own voices; undefined if these voices may not
	 * stand in
	 */
	inOwnVoices(first: MessageRef | undefined): WriteInOwnVoices | undefined {
		const { id, client } = this.#guild;
		const userId = first?.authorId ?? client.user.id;
		return this.#parts.say.inOwnVoices({ place: inGuild(id), userId, name: first?.name });
	}

	/**
	 * @returns a function that writes an author's messages as Lines; undefined if the author doesn't want to be read
	 * any more
	 */
	async writeAs(
		first: MessageRef | undefined,
		names: AppliedGuildSettings["names"],
	): Promise<WriteUtterance | undefined> {
		const { say, store } = this.#parts;
		const guild = this.#guild;
		const place = inGuild(guild.id);
		const who = { place, userId: first?.authorId ?? guild.client.user.id, name: first?.name };
		const [{ voice, style, speed }, gainDb, preferences, { t, language }] = await Promise.all([
			first ? say.choose(who) : say.chooseForHerald(place),
			say.readVolume(guild.id),
			store.settings.readMember(place, who.userId),
			say.phrasesFor(guild),
		]);
		if (isOptedOut(preferences)) return undefined;
		const phrase = (text: string, said = language): Line => ({
			text,
			voice: voice.value,
			tempo: speed.value,
			...(said !== undefined && { language: said }),
		});
		return (utterance, before) => {
			const sound = { voice: voice.value, style: style?.value, speed: speed.value, phrase };
			const said = this.#isNamed(utterance, names, before) ? utterance.messages[0]?.content : undefined;
			const leftOut =
				utterance.leftOut > 0 ? [phrase(t("reading.left_out", { count: utterance.leftOut }))] : [];
			const name = said === undefined ? [] : [phrase(said.lead, said.leadLanguage)];
			const { lines, shortened } = writeBody(utterance, sound, t, guild.preferredLocale);
			const [lead, rest] = lines.length > 0 ? [[...leftOut, ...name], lines] : [[], leftOut];
			return {
				lead: atVolume(lead, gainDb),
				lines: atVolume(rest, gainDb),
				fallback: { ...phrase(t("reading.failed")), gainDb },
				estimateMs: estimateHeardMs([...lead, ...rest]),
				named: said !== undefined,
				shortened,
			};
		};
	}

	/**
	 * @returns whether the author is named. A reply or a forward always names its author, unless names are left out
	 * altogether, because only the lead says that it is a reply or a forward
	 */
	#isNamed(
		{ messages: [first], shed }: Utterance,
		names: AppliedGuildSettings["names"],
		before: Before | undefined,
	): boolean {
		if (!first || names === "off" || !shed.names) return false;
		const isNew =
			!before || !hasSameAuthor(before, first) || this.#parts.clock.now() - before.at > namedAgainMs;
		return names === "always" || isNew || !first.content.follows;
	}
}

/** Words in one voice and language. */
interface SpokenPart {
	text: string;
	readonly language: string | undefined;
	/** A phrase of Herald's own, a phrase with a sticker's name, the author's words, or a named speaker's turn. */
	readonly kind: "phrase" | "sticker" | "words" | SpokenTurn;
}

const isTurn = (kind: SpokenPart["kind"]): kind is SpokenTurn => typeof kind === "object";

/** @returns the words of a message, or only its first sentence, and whether anything is cut off */
const cutWords = (
	{ body, turns, language }: ReadableMessage,
	firstSentence: boolean,
	locale: string,
): { readonly parts: readonly SpokenPart[]; readonly isCut: boolean } => {
	const all: readonly SpokenPart[] = turns
		? turns.map((turn) => ({ text: turn.speakable, language: turn.language, kind: turn }))
		: body === ""
			? []
			: [{ text: body, language, kind: "words" }];
	const [first] = all;
	if (!firstSentence || !first) return { parts: all, isCut: false };
	const text = cutFirstSentence(first.text, first.language ?? locale);
	return { parts: [{ ...first, text }], isCut: text.length < first.text.length || all.length > 1 };
};

/**
 * Writes the words of messages and their extras. Words of neighbouring messages are joined if they have the same
 * language and no extra is between them.
 */
const writeBody = (
	{ messages, shed }: Utterance,
	{ voice, style, speed, phrase }: AuthorSound,
	t: Translate,
	locale: string,
): { readonly lines: readonly Line[]; readonly shortened: number } => {
	let shortened = 0;
	const parts: SpokenPart[] = [];
	for (const { content } of messages) {
		const { language } = content;
		const { parts: words, isCut } = cutWords(content, shed.firstSentence, locale);
		if (isCut) shortened += 1;
		for (const part of words) {
			const last = parts.at(-1);
			const follows = last?.kind === "words" && part.kind === "words" && last.language === part.language;
			if (follows) last.text += `\n${part.text}`;
			else parts.push({ ...part });
		}
		const extras = isCut ? [t("read.more"), ...content.extras] : content.extras;
		const kindOf = (text: string) => (content.stickers.includes(text) ? "sticker" : "phrase");
		parts.push(...extras.map((text) => ({ text, language, kind: kindOf(text) }) as const));
	}
	// A short first Line is heard sooner. If several messages are read in one go, or have waited for long, fewer requests
	// matter more.
	const startsShort = messages.length === 1 && shed.names;
	const quicken = (tempo: number) => Math.min(soundSettings.speed.max, roundSpeed(tempo * shed.tempo));
	const own = { voice, style, speed };
	const pauses = startPauses();
	const lines = parts.flatMap(({ text, language, kind }, at): readonly Line[] => {
		if (kind === "phrase") return [phrase(text)];
		if (kind === "sticker") return [{ ...phrase(text), memoryOnly: true }];
		const sound = isTurn(kind) ? kind : own;
		const written = writeLines(
			{
				speakable: text,
				voice: sound.voice,
				style: sound.style,
				speed: quicken(sound.speed),
				startsShort: startsShort && (at === 0 || !isTurn(kind)),
				asBefore: false,
				...(language !== undefined && { language }),
			},
			locale,
			pauses,
			// Members' words aren't stored on disk. Names and Herald's own phrases are.
		).map((line) => ({ ...line, memoryOnly: true as const }));
		const before = parts[at - 1]?.kind;
		return before !== undefined && (isTurn(kind) || isTurn(before)) ? pauseBefore(written) : written;
	});
	return { lines, shortened };
};

const cutFirstSentence = (text: string, locale: string): string =>
	text.slice(0, findSentenceEnds(text, locale)[0]).trimEnd();
