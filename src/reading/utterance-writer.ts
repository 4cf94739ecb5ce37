import type { Guild } from "discord.js";
import type { SpokenTurn } from "../say/sound/request.ts";
import { roundSpeed } from "../say/sound/sound-options.ts";
import { atVolume, estimateHeardMs, pauseBefore, writeLines } from "../say/sound/write-lines.ts";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import { type AppliedGuildSettings, soundSettings } from "../settings/settings.ts";
import { inGuild, type TextAuthor } from "../shared/party.ts";
import type { Line } from "../speech/line.ts";
import { startPauses } from "../speech/text/delivery-tags.ts";
import { findSentenceEnds } from "../speech/text/sentences.ts";
import { isOptedOut } from "../store/settings.ts";
import { findModeration } from "../voice/channel-facts.ts";
import type { ItemPayer } from "../voice/voice-channels.ts";
import {
	type Before,
	hasSameAuthor,
	type MessageRef,
	type ReadableMessage,
	type Utterance,
	type UtteranceSound,
	type WrittenUtterance,
} from "./backlog.ts";
import type { ReadingParts } from "./reading-parts.ts";
import type { VoiceChat } from "./voice-chat.ts";

/** How long after the beginning of their last utterance authors are named again, in ms. */
const namedAgainMs = 60_000;

/** @returns a phrase of Herald's own as a Line in an author's voice */
const writePhrase = (
	text: string,
	{ voice, speed, phrases }: UtteranceSound,
	language = phrases.language,
): Line => ({ text, voice, tempo: speed, ...(language !== undefined && { language }) });

export type UtteranceWriter = ReturnType<typeof utteranceWriterFor>;

/** Writes a guild's messages as Lines, in their authors' voices, and reserves speech for them. */
export const utteranceWriterFor = (guild: Guild, chat: VoiceChat, parts: ReadingParts) => {
	const { voice, store, guard, clock, say } = parts;
	/**
	 * Prepares an utterance, and shows the notice about reading.
	 *
	 * @param first - the utterance's first message; undefined for an utterance that only announces left-out messages
	 * @returns how the utterance sounds; undefined if it shouldn't be read now
	 */
	const prepare = async (first: MessageRef | undefined): Promise<UtteranceSound | undefined> => {
		const reading = await store.reading.read(guild.id);
		const here = voice.channelOf(guild.id);
		const { settings } = reading;
		// Since the messages were taken, Herald may have left, or quiet hours may have begun.
		if (here === undefined || findQuietEnd(settings, clock.now()) !== undefined) return undefined;
		if (!(await chat.begin(reading, here))) return undefined;
		if (first && findModeration(guild, here, first.authorId, clock.now())) return undefined;
		if (first) await guard.refresh(guild, here, first.channelId);
		return chooseSound(first, settings.names);
	};

	/** Reserves speech for an utterance. @throws {@link Problem} if too little speech is left */
	const reserve = async (first: MessageRef | undefined, utterance: WrittenUtterance): Promise<ItemPayer> => {
		const { settings } = await store.reading.read(guild.id);
		const lines = [...(utterance.lead ?? []), ...utterance.lines];
		return say.reserve(authorOf(first), lines, settings.sharePercent);
	};

	/** @returns whose settings an utterance follows: those of its first message's author, or else Herald's */
	const authorOf = (first: MessageRef | undefined): TextAuthor => {
		return { place: inGuild(guild.id), userId: first?.authorId ?? guild.client.user.id, name: first?.name };
	};

	/**
	 * @returns how an author's messages sound; undefined if the author doesn't want to be read any more
	 */
	const chooseSound = async (
		first: MessageRef | undefined,
		names: AppliedGuildSettings["names"],
	): Promise<UtteranceSound | undefined> => {
		const who = authorOf(first);
		const [{ voice, style, speed }, gainDb, preferences, phrases] = await Promise.all([
			first ? say.choose(who) : say.chooseForHerald(who.place),
			say.readVolume(guild.id),
			store.settings.readMember(who.place, who.userId),
			say.phrasesFor(guild),
		]);
		if (isOptedOut(preferences)) return undefined;
		return { voice: voice.value, style: style?.value, speed: speed.value, gainDb, names, phrases };
	};

	/**
	 * Writes an utterance that was prepared as Lines. Synchronous, because messages may be deleted during an await.
	 *
	 * @param before - who is heard before it
	 */
	const write = (utterance: Utterance, before: Before | undefined): WrittenUtterance => {
		const { sound, leftOut } = utterance;
		if (!sound) throw new TypeError("An utterance was written before it was prepared");
		const { names, gainDb, phrases } = sound;
		const { t } = phrases;
		const said = isNamed(utterance, names, before) ? utterance.messages[0]?.content : undefined;
		const announced = leftOut > 0 ? [writePhrase(t("reading.left_out", { count: leftOut }), sound)] : [];
		const name = said === undefined ? [] : [writePhrase(said.lead, sound, said.leadLanguage)];
		const { lines, shortened } = writeBody(utterance, sound, guild.preferredLocale);
		const [lead, rest] = lines.length > 0 ? [[...announced, ...name], lines] : [[], announced];
		return {
			lead: atVolume(lead, gainDb),
			lines: atVolume(rest, gainDb),
			fallback: { ...writePhrase(t("reading.failed"), sound), gainDb },
			estimateMs: estimateHeardMs([...lead, ...rest]),
			named: said !== undefined,
			shortened,
		};
	};

	/**
	 * @returns whether the author is named. A reply or a forward always names its author, unless names are left out
	 * altogether, because only the lead says that it is a reply or a forward
	 */
	const isNamed = (
		{ messages: [first], shed }: Utterance,
		names: AppliedGuildSettings["names"],
		before: Before | undefined,
	): boolean => {
		if (!first || names === "off" || !shed.names) return false;
		const isNew = !before || !hasSameAuthor(before, first) || clock.now() - before.at > namedAgainMs;
		return names === "always" || isNew || !first.content.follows;
	};
	return { prepare, reserve, authorOf, chooseSound, write };
};

/** Words in one voice and language. */
interface SpokenPart {
	text: string;
	readonly language: string | undefined;
	/** A phrase of Herald's own, a phrase with a sticker's name, the author's words, or a named speaker's turn. */
	readonly kind: "phrase" | "sticker" | "words" | SpokenTurn;
}

const isTurn = (kind: SpokenPart["kind"]): kind is SpokenTurn => typeof kind === "object";

/** @returns the words of a message, or only its first sentence, and whether anything is cut off */
const cutWords = ({ body, turns, language }: ReadableMessage, firstSentence: boolean, locale: string) => {
	const all: readonly SpokenPart[] = turns
		? turns.map((turn) => ({ text: turn.speakable, language: turn.language, kind: turn }))
		: body === ""
			? []
			: [{ text: body, language, kind: "words" }];
	const [first] = all;
	if (!firstSentence || !first) return { parts: all, isCut: false };
	const [end] = findSentenceEnds(first.text, first.language ?? locale);
	const text = first.text.slice(0, end).trimEnd();
	return { parts: [{ ...first, text }], isCut: text.length < first.text.length || all.length > 1 };
};

/**
 * Writes the words of messages and their extras. Words of neighbouring messages are joined if they have the same
 * language and no extra is between them.
 */
const writeBody = ({ messages, shed }: Utterance, sound: UtteranceSound, locale: string) => {
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
		const extras = isCut ? [sound.phrases.t("read.more"), ...content.extras] : content.extras;
		const kindOf = (text: string) => (content.stickers.includes(text) ? "sticker" : "phrase");
		parts.push(...extras.map((text) => ({ text, language, kind: kindOf(text) }) as const));
	}
	// A short first Line is heard sooner. If several messages are read in one go, or have waited for long, fewer requests
	// matter more.
	const startsShort = messages.length === 1 && shed.names;
	const quicken = (tempo: number) => Math.min(soundSettings.speed.max, roundSpeed(tempo * shed.tempo));
	const pauses = startPauses();
	const lines = parts.flatMap(({ text, language, kind }, at): readonly Line[] => {
		if (kind === "phrase") return [writePhrase(text, sound)];
		if (kind === "sticker") return [{ ...writePhrase(text, sound), memoryOnly: true }];
		const { voice, style, speed } = isTurn(kind) ? kind : sound;
		const written = writeLines(
			{
				speakable: text,
				voice,
				style,
				speed: quicken(speed),
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
