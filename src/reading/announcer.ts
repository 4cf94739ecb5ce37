import type { SlidingWindow } from "@herald/common/sliding-window.ts";
import type { Guild } from "discord.js";
import { joinWords } from "../discord/show-text.ts";
import { canBeReadIn, type Phrases } from "../say/sound/languages.ts";
import { atVolume, estimateHeardMs } from "../say/sound/write-lines.ts";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import { inGuild } from "../shared/party.ts";
import { hasListeners } from "../voice/channel-facts.ts";
import { type ReadingParts, watchWork } from "./reading-parts.ts";
import type { VoiceChat } from "./voice-chat.ts";

/** How long moves are collected before they are announced together, in ms. The time begins with the first move. */
const collapseMs = 3_000;

/** The most names in a sentence. Further members are only counted. */
const namesMax = 3;
/** How many times per minute one member may be announced in a guild. */
export const announcedPerMinute = 4;

export type Announcer = ReturnType<typeof announcerIn>;

/**
 * Announces aloud who joins and leaves Herald's channel, if a guild wants that. One for each guild, while Herald is in
 * voice there.
 *
 * @param rate - counts the announcements of each member in each guild
 */
export const announcerIn = (guild: Guild, chat: VoiceChat, rate: SlidingWindow, parts: ReadingParts) => {
	const { say, voice, store, composer, clock } = parts;
	const moved = new Map<string, "joined" | "left">();
	let cancel: (() => void) | undefined;

	/** Forgets the moves so far: they have been announced, or Herald is no longer in their channel. */
	const clear = (): void => {
		cancel?.();
		cancel = undefined;
		moved.clear();
	};

	/**
	 * @returns a sentence about who moved; "" if nobody moved, or if each of them was announced too often in the last
	 * minute
	 */
	const write = async (how: "joined" | "left", userIds: readonly string[], { t, language }: Phrases) => {
		const named = userIds.filter((id) => rate.admit([`${guild.id} ${id}`], clock.now()) === undefined);
		if (named.length === 0) return "";
		const names = await Promise.all(named.slice(0, namesMax).map((id) => composer.callAloud(guild, id)));
		const known = names.filter((name): name is string => name !== undefined && canBeReadIn(name, language));
		const count = named.length - known.length;
		const others = known.length > 0 ? t("reading.others", { count }) : t("reading.people", { count });
		const rest = count === 1 && known.length === 0 ? t("reading.someone") : others;
		const who = joinWords([...known, ...(count > 0 ? [rest] : [])], "and", t);
		return t(`reading.${how}`, { who, count: named.length });
	};

	/** @throws {@link Problem} if the budget refuses the announcement */
	const announceMoves = async (joined: readonly string[], left: readonly string[]): Promise<void> => {
		const { settings } = await store.reading.read(guild.id);
		const { announce, sharePercent } = settings;
		if (announce === "off" || findQuietEnd(settings, clock.now()) !== undefined) return;
		const here = voice.channelOf(guild.id);
		if (here === undefined || !hasListeners(guild, here)) return;
		const phrases = await say.phrasesFor(guild);
		const { language } = phrases;
		const sentences = await Promise.all([
			write("joined", joined, phrases),
			write("left", announce === "both" ? left : [], phrases),
		]);
		const text = sentences.filter(Boolean).join(" ");
		const [userId] = [...joined, ...left];
		if (text === "" || userId === undefined) return;
		const [{ voice: chosen, speed }, gainDb] = await Promise.all([
			say.chooseForHerald(inGuild(guild.id)),
			say.readVolume(guild.id),
		]);
		const said = language === undefined ? {} : { language };
		const lines = atVolume([{ text, voice: chosen.value, tempo: speed.value, ...said }], gainDb);
		const reservation = await say.reserve({ place: inGuild(guild.id), userId }, lines, sharePercent);
		const queued = voice.readInto(guild.id, {
			userId: guild.client.user.id,
			payer: reservation,
			priority: "read",
			lines,
			estimateMs: estimateHeardMs(lines),
			standInFor: { place: inGuild(guild.id), userId: guild.client.user.id },
		});
		if (!queued) await reservation.settle();
	};

	const settle = (): void => {
		const list = (how: "joined" | "left") =>
			[...moved].filter(([, each]) => each === how).map(([userId]) => userId);
		const [joined, left] = [list("joined"), list("left")];
		clear();
		if (joined.length + left.length > 0 && chat.state.kind === "on")
			watchWork(parts, announceMoves(joined, left));
	};

	return {
		/** Notes that a user has joined or left. One who is back where they began isn't announced. */
		note: (userId: string, how: "joined" | "left"): void => {
			const before = moved.get(userId);
			if (before && before !== how) moved.delete(userId);
			else moved.set(userId, how);
			cancel ??= clock.after(collapseMs, settle);
		},
		clear,
	};
};
