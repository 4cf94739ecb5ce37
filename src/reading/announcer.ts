import type { SlidingWindow } from "@herald/common/sliding-window.ts";
import type { Guild } from "discord.js";
import { joinWords } from "../discord/show-text.ts";
import { canBeReadIn, type Phrases } from "../say/sound/languages.ts";
import { atVolume, estimateHeardMs } from "../say/sound/write-lines.ts";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import { applyGuildDefaults } from "../settings/settings.ts";
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

/**
 * Announces aloud who joins and leaves Herald's channel, if a guild wants that. One for each guild, while Herald is in
 * voice there.
 */
export class Announcer {
	readonly #guild: Guild;
	readonly #chat: VoiceChat;
	readonly #rate: SlidingWindow;
	readonly #parts: ReadingParts;
	readonly #moved = new Map<string, "joined" | "left">();
	#cancel: (() => void) | undefined;

	/** @param rate - counts the announcements of each member in each guild */
	constructor(guild: Guild, chat: VoiceChat, rate: SlidingWindow, parts: ReadingParts) {
		this.#guild = guild;
		this.#chat = chat;
		this.#rate = rate;
		this.#parts = parts;
	}

	/** Notes that a user has joined or left. One who is back where they began isn't announced. */
	note(userId: string, how: "joined" | "left"): void {
		const before = this.#moved.get(userId);
		if (before && before !== how) this.#moved.delete(userId);
		else this.#moved.set(userId, how);
		this.#cancel ??= this.#parts.clock.after(collapseMs, () => this.#settle());
	}

	/** Forgets the moves so far: they have been announced, or Herald is no longer in their channel. */
	clear(): void {
		this.#cancel?.();
		this.#cancel = undefined;
		this.#moved.clear();
	}

	#settle(): void {
		const list = (how: "joined" | "left") =>
			[...this.#moved].filter(([, each]) => each === how).map(([userId]) => userId);
		const [joined, left] = [list("joined"), list("left")];
		this.clear();
		if (joined.length + left.length > 0 && this.#chat.state.kind === "on")
			watchWork(this.#parts, this.#announce(joined, left));
	}

	/** @throws {@link Problem} if the budget refuses the announcement */
	async #announce(joined: readonly string[], left: readonly string[]): Promise<void> {
		const guild = this.#guild;
		const { say, voice, store, clock } = this.#parts;
		const settings = applyGuildDefaults((await store.reading.read(guild.id)).settings);
		const { announce, sharePercent } = settings;
		if (announce === "off" || findQuietEnd(settings, clock.now()) !== undefined) return;
		const here = voice.channelOf(guild.id);
		if (here === undefined || !hasListeners(guild, here)) return;
		const phrases = await say.phrasesFor(guild);
		const { language } = phrases;
		const sentences = await Promise.all([
			this.#say("joined", joined, phrases),
			this.#say("left", announce === "both" ? left : [], phrases),
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
			inOwnVoices: say.inOwnVoices({ place: inGuild(guild.id), userId: guild.client.user.id }),
		});
		if (!queued) await reservation.settle();
	}

	/**
	 * @returns a sentence about who moved; "" if nobody moved, or if each of them was announced too often in the last
	 * minute
	 */
	async #say(how: "joined" | "left", userIds: readonly string[], { t, language }: Phrases): Promise<string> {
		const guild = this.#guild;
		const { composer, clock } = this.#parts;
		const named = userIds.filter((id) => this.#rate.admit([`${guild.id} ${id}`], clock.now()) === undefined);
		if (named.length === 0) return "";
		const names = await Promise.all(named.slice(0, namesMax).map((id) => composer.callAloud(guild, id)));
		const known = names.filter((name): name is string => name !== undefined && canBeReadIn(name, language));
		const count = named.length - known.length;
		const others = known.length > 0 ? t("reading.others", { count }) : t("reading.people", { count });
		const rest = count === 1 && known.length === 0 ? t("reading.someone") : others;
		const who = joinWords([...known, ...(count > 0 ? [rest] : [])], "and", t);
		return t(`reading.${how}`, { who, count: named.length });
	}
}
