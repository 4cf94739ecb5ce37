import { Recent } from "@herald/common/recent.ts";
import type { Client, CommandInteractionResolvedData } from "discord.js";
import { canView } from "../shared/can-view.ts";
import type { Translate } from "../texts/index.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Mentions of channels, and times. Discord renders them for the reader without notifying anybody. */
const shownByDiscord = /<#\d{1,20}>|<t:-?\d{1,13}(?::[a-zA-Z])?>/;

const special = new RegExp(`(${shownByDiscord.source})|(:(?=//)|[<@#])|([\\\\*_~\`[\\]])|(\\|)`, "g");

/**
 * @returns text that Discord shows unchanged, without Markdown, links or notifications; mentions of channels and
 * times stay
 */
export const escapeText = (text: string): string =>
	text
		.replace(special, (found, kept?: string, broken?: string, escaped?: string) => {
			if (kept !== undefined) return found;
			// A zero-width space breaks mentions and links.
			if (broken !== undefined) return `${found}\u200b`;
			// After a bar, a zero-width space keeps a spoiler's mark from beginning one character early.
			return escaped === undefined ? `\\${found}\u200b` : `\\${found}`;
		})
		.replace(/^(?:[-+>]|\d+(?=\.))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));

/** @returns the beginning of a text, with whole characters and mentions, in at most `max` UTF-16 units */
export const cutText = (text: string, max: number): string => {
	if (text.length <= max) return text;
	let kept = "";
	for (const part of text.split(new RegExp(`(${shownByDiscord.source})`))) {
		const pieces = shownByDiscord.test(part) ? [{ segment: part }] : graphemes.segment(part);
		for (const { segment } of pieces) {
			if (kept.length + segment.length > max) return kept;
			kept += segment;
		}
	}
	return kept;
};

/** The share of a cut text that may be left out so that it ends with a whole word. */
const wordShare = 0.3;

/** @returns the beginning of a text, cut between words if possible, in at most `max` UTF-16 units */
export const cutWords = (text: string, max: number): string => {
	const kept = cutText(text, max);
	if (kept === text || /\s/.test(text[kept.length] ?? "")) return kept.trimEnd();
	const end = kept.search(/\s\S*$/);
	return (end < kept.length * (1 - wordShare) ? kept : kept.slice(0, end)).trimEnd();
};

/** @returns a text, shortened with "…" if it is longer; @param max - in UTF-16 units */
export const shortenWords = (text: string, max: number): string =>
	text.length <= max ? text : `${cutWords(text, max - 1)}…`;

/**
 * @returns a member's words in one line, shortened to `max` UTF-16 units and then escaped: Discord renders only
 * mentions of channels and times in it
 */
export const showText = (text: string, max: number): string =>
	escapeText(shortenWords(text.replace(/\s+/g, " ").trim(), max));

export type ResolvedNames = Readonly<Record<"users" | "channels" | "roles", ReadonlyMap<string, string>>>;

/** Reads the names that Discord sent with an interaction. Members are named as in the guild. */
export const resolvedNames = (resolved: Readonly<CommandInteractionResolvedData> | null): ResolvedNames => ({
	users: new Map(
		resolved?.users?.map((user) => {
			const member = resolved.members?.get(user.id);
			const nick = member && ("displayName" in member ? member.displayName : member.nick);
			return [user.id, nick ?? user.displayName];
		}),
	),
	channels: new Map(
		resolved?.channels
			// Interactions also name channels that Herald can't view.
			?.filter((channel) => channel && !("guild" in channel && !canView(channel)))
			.map((channel, id) => [id, channel && "name" in channel ? (channel.name ?? "") : ""]),
	),
	roles: new Map(resolved?.roles?.map((role, id) => [id, role?.name ?? ""])),
});

/** Formats by locale and type, cached because making one takes longer than using it. */
const formats = new Recent<Intl.ListFormat>(100);

/** @returns words as a list in a sentence, with the language's "and" or "or" before the last one */
export const joinWords = (words: readonly string[], word: "and" | "or", { locale }: Translate): string => {
	const type = word === "and" ? "conjunction" : "disjunction";
	return formats.get(`${locale} ${type}`, () => new Intl.ListFormat(locale, { type })).format(words);
};

export const listWords = (words: readonly string[], t: Translate): string => words.join(t("list.separator"));

/** Namers of languages, cached by the locale in which they name them. */
const namers = new Recent<Intl.DisplayNames>(300);

/** @returns a language's name in a locale: "Deutsch" for "de" in "de-DE" */
export const nameLanguage = (tag: string, locale: string): string =>
	namers.get(locale, () => new Intl.DisplayNames([locale, "en"], { type: "language" })).of(tag) ?? tag;

type Mentions = ReadonlyMap<string, string>;

/** The commands' mentions by name, for each client. */
const mentions = new WeakMap<Client, Mentions>();

/** Lets texts link to a client's commands. Call it once the commands' ids are known. */
export const rememberLinks = (client: Client, known: Mentions): void => {
	mentions.set(client, known);
};

/** @returns a message's text, with commands that it names (`/voice me`) as clickable mentions */
export const linkCommands = (text: string, client: Client): string =>
	text.replaceAll(/`\/([^`\n]+)`/g, (named, name: string) => mentions.get(client)?.get(name) ?? named);

/** @returns a duration in minutes and seconds, at least one second: "0:03", "12:40" */
export const formatLength = (ms: number): string => {
	const seconds = Math.max(1, Math.round(ms / 1_000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};
