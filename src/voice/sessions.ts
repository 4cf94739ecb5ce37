import type { Client, GuildMember, VoiceBasedChannel } from "discord.js";
import type { Logger } from "../log.ts";
import { Problem, voiceProblem } from "../problem.ts";
import type { LineSpeaker } from "../speech/spoken.ts";
import type { VoicePlace, VoicePlaces } from "../store/voice-places.ts";
import type { VoiceSettings } from "../store/voice-settings.ts";
import { admitText, sumMs } from "./admit-text.ts";
import type { Accepted, Arrival, QueueView } from "./arrival.ts";
import { channelDefaults } from "./channel-defaults.ts";
import type { ChannelText, QueuedText } from "./channel-text.ts";
import { checkEntry } from "./check-channel.ts";
import { chooseChannel } from "./choose-channel.ts";
import { type Clock, systemClock } from "./clock.ts";
import { followGateway } from "./follow-gateway.ts";
import { warmUpPlayback } from "./playback.ts";
import { findVoiceChannel, listListeners, readChannelFacts } from "./read-facts.ts";
import { recordPlaces, takePlaces } from "./remember-places.ts";
import type { ConnectionTiming } from "./reopenings.ts";
import { requireAct } from "./require-act.ts";
import { GuildSession } from "./session.ts";
import { type Ticket, Tickets } from "./tickets.ts";

export interface VoiceSessionsOptions {
	readonly client: Client<true>;
	readonly speech: LineSpeaker;
	readonly logger: Logger;
	/** What a guild chose, asked whenever it matters. */
	readonly settings: (guildId: string) => Promise<VoiceSettings>;
	readonly places: VoicePlaces;
	readonly clock?: Clock;
	readonly timing?: Partial<ConnectionTiming>;
}

/** Herald's voice channels: one session a guild. */
export class VoiceSessions {
	readonly #options: VoiceSessionsOptions;
	readonly #clock: Clock;
	readonly #sessions = new Map<string, GuildSession>();
	readonly #stopListening: () => void;
	readonly #tickets = new Tickets();
	/** What was taken from the store to go back to, until that is under way. */
	#taking: Promise<readonly VoicePlace[]> | undefined;
	#closed = false;

	constructor(options: VoiceSessionsOptions) {
		this.#options = options;
		this.#clock = options.clock ?? systemClock;
		this.#stopListening = followGateway(options.client, this.#sessions);
		warmUpPlayback();
	}

	/** Where Herald is, or is coming to. */
	channelOf(guildId: string): string | undefined {
		return this.#live(guildId)?.channelId;
	}

	/** What plays and waits; undefined where Herald is in no channel. */
	queue(guildId: string): QueueView | undefined {
		const session = this.#live(guildId);
		if (!session) return undefined;
		const { channelId, hindrance, queue } = session;
		return { channelId, texts: [...queue.texts], totalMs: sumMs(queue.texts), trouble: hindrance };
	}

	/**
	 * Comes to a channel at a member's word: the one that is named, or theirs.
	 *
	 * @throws {@link Problem} `voice` with what is in the way
	 */
	async join(member: GuildMember, channelId?: string): Promise<Arrival> {
		for (;;) {
			const channel = this.#chooseChannel(member, channelId);
			if (this.#isLeaving(channel.guild.id)) {
				await this.#lastOneGone(channel.guild.id);
				continue;
			}
			const session = this.#sessionFor(channel);
			try {
				await session.enter(channel.id);
				await session.settled;
				return { channelId: channel.id, trouble: session.hindrance };
			} catch (error) {
				// A session that ended over somebody else's channel says nothing of this one.
				const other =
					error instanceof Problem && "channelId" in error.detail && error.detail.channelId !== channel.id;
				if (!other || this.#closed) throw error;
			}
		}
	}

	/** Takes a text's place among those of its guild, to be called before anything is waited for. */
	takeTicket(guildId: string): Ticket {
		return this.#tickets.take(guildId);
	}

	/**
	 * Speaks a text in a channel, coming there if need be. What becomes of it is told to its `onEvent`, also when this throws
	 * after the text was taken.
	 *
	 * @param ticket - the text's place, which is used up
	 * @throws {@link Problem} `voice` with what is in the way
	 */
	async say(
		member: GuildMember,
		channelId: string | undefined,
		text: ChannelText,
		ticket: Ticket = this.takeTicket(member.guild.id),
	): Promise<Accepted> {
		const { channel, session, ...place } = await this.#enqueue(member, channelId, text, ticket).finally(() =>
			ticket.release(),
		);
		await session.enter(channel.id);
		await session.settled;
		return { channelId: channel.id, trouble: session.hindrance, ...place };
	}

	/** Puts a text into its guild's queue when its turn has come. */
	async #enqueue(member: GuildMember, channelId: string | undefined, text: ChannelText, { turn }: Ticket) {
		const { id } = member.guild;
		const [textMaxMs] = await Promise.all([this.#settingMs(id, "textSeconds"), turn]);
		let channel = this.#chooseChannel(member, channelId);
		while (this.#isLeaving(id)) {
			await this.#lastOneGone(id);
			// Somebody else may have come first meanwhile.
			channel = this.#chooseChannel(member, channelId);
		}
		// From here on nothing is awaited, and before there is a session: a text that is refused brings Herald nowhere.
		const ahead = this.#sessions.get(id)?.queue.texts ?? [];
		admitText(ahead, text, textMaxMs);
		const before = ahead.length;
		const waitMs = sumMs(ahead);
		const session = this.#sessionFor(channel);
		return { channel, session, text: session.queue.add(text), before, waitMs };
	}

	/**
	 * Skips the text that plays, one by its id, or all of a member's own. Where others decide too, the member's vote is
	 * counted.
	 *
	 * @returns what was skipped
	 * @throws {@link Problem} `voice`: `nothing_to_skip`, or `others_listen` with the votes so far
	 */
	skip(member: GuildMember, what: "current" | "mine" | { readonly id: string }): readonly QueuedText[] {
		const session = this.#live(member.guild.id);
		const texts = (session?.queue.texts ?? []).filter((text, index) => {
			if (what === "mine") return text.userId === member.id;
			return what === "current" ? index === 0 : text.id === what.id;
		});
		const [first] = texts;
		if (!session || !first) throw voiceProblem({ reason: "nothing_to_skip" });
		const own = texts.every(({ userId }) => userId === member.id);
		if (!own && listListeners(member.guild, session.channelId).includes(member.id))
			first.votes.add(member.id);
		requireAct(member, { act: "skip", channelId: session.channelId, own, votes: [...first.votes] });
		session.queue.end(texts, { how: "skipped" });
		return texts;
	}

	/**
	 * Ends everything that plays and waits; Herald stays.
	 *
	 * @param id - of a text that must be among them, where it is that text's button
	 * @returns what was ended
	 * @throws {@link Problem} `voice`: `nothing_to_stop` or `others_decide`
	 */
	stop(member: GuildMember, id?: string): readonly QueuedText[] {
		const session = this.#live(member.guild.id);
		const texts = [...(session?.queue.texts ?? [])];
		const isOver = id !== undefined && texts.every((text) => text.id !== id);
		if (!session || texts.length === 0 || isOver) throw voiceProblem({ reason: "nothing_to_stop" });
		const own = texts.every(({ userId }) => userId === member.id);
		requireAct(member, { act: "stop", channelId: session.channelId, own });
		session.queue.end(texts, { how: "stopped" });
		return texts;
	}

	/**
	 * Leaves the channel at a member's word.
	 *
	 * @returns the channel that was left
	 * @throws {@link Problem} `voice`: `not_in_channel` or `others_decide`
	 */
	async leave(member: GuildMember): Promise<string> {
		const session = this.#live(member.guild.id);
		if (!session) throw voiceProblem({ reason: "not_in_channel" });
		const { channelId } = session;
		requireAct(member, { act: "leave", channelId });
		session.leave({ how: "left" });
		await session.gone;
		return channelId;
	}

	/** Goes back to where Herald was when it was stopped a short while ago, where people still are. */
	async restore(): Promise<void> {
		const { client, places, logger } = this.#options;
		if (this.#closed) return;
		this.#taking = takePlaces(places, this.#clock.now(), logger);
		const known = await this.#taking;
		// Stopped meanwhile: they are written down again.
		if (this.#closed) return;
		this.#taking = undefined;
		const joins = known.map(async ({ guildId, channelId }) => {
			const guild = client.guilds.cache.get(guildId);
			const channel = guild && findVoiceChannel(guild, channelId);
			if (!channel || listListeners(guild, channelId).length === 0) return;
			if (checkEntry(readChannelFacts(channel), this.#clock.now())) return;
			try {
				await (await this.#findSession(channel)).enter(channelId);
			} catch (error) {
				logger.info({ err: error, guild: guildId }, "could not rejoin the voice channel");
			}
		});
		await Promise.all(joins);
	}

	/** Writes down where Herald is, leaves everywhere, and resolves when it has. The client must still be logged in. */
	async close(): Promise<void> {
		if (this.#closed) return;
		this.#closed = true;
		const sessions = [...this.#sessions.entries()];
		const { places, logger } = this.#options;
		// Also where it is only coming to: perhaps it is on its way back to what was written down before.
		const here = sessions
			.filter(([, { kind }]) => kind !== "leaving")
			.map(([guildId, { channelId }]) => ({ guildId, channelId }));
		const record = async () => {
			// One after the other: what is written down before it is taken would be forgotten.
			const untouched = (await this.#taking) ?? [];
			await recordPlaces(places, [...untouched, ...here], this.#clock.now(), logger);
		};
		const recorded = record();
		for (const [, session] of sessions) session.leave({ how: "left" });
		await Promise.all([recorded, ...sessions.map(([, { gone }]) => gone)]);
		this.#stopListening();
	}

	/** The session that isn't about to end. */
	#live(guildId: string): GuildSession | undefined {
		const session = this.#sessions.get(guildId);
		return session?.kind === "leaving" ? undefined : session;
	}

	/** The guild's session, or a new one. */
	#sessionFor({ guild, id }: VoiceBasedChannel): GuildSession {
		const known = this.#sessions.get(guild.id);
		if (known) return known;
		const { speech, logger, timing } = this.#options;
		const session = new GuildSession({
			guild,
			channelId: id,
			speech,
			logger,
			clock: this.#clock,
			timing,
			aloneMs: () => this.#settingMs(guild.id, "aloneSeconds"),
			idleMs: () => this.#settingMs(guild.id, "idleSeconds"),
			onGone: () => this.#sessions.delete(guild.id),
		});
		this.#sessions.set(guild.id, session);
		return session;
	}

	/** The guild's session, or a new one once the last has left. */
	async #findSession(channel: VoiceBasedChannel): Promise<GuildSession> {
		const { id } = channel.guild;
		while (this.#isLeaving(id)) await this.#lastOneGone(id);
		return this.#sessionFor(channel);
	}

	#isLeaving(guildId: string): boolean {
		return this.#sessions.get(guildId)?.kind === "leaving";
	}

	async #lastOneGone(guildId: string): Promise<void> {
		await this.#sessions.get(guildId)?.gone;
		if (this.#closed) throw new Problem({ kind: "shutting_down" });
	}

	/** A setting that can't be read is as if it weren't chosen: nobody's text or stay hangs on it. */
	async #settingMs(guildId: string, name: keyof VoiceSettings): Promise<number> {
		const { settings, logger } = this.#options;
		try {
			return ((await settings(guildId))[name] ?? channelDefaults[name]) * 1_000;
		} catch (error) {
			logger.warn({ err: error, guild: guildId }, "the settings of a voice channel could not be read");
			return channelDefaults[name] * 1_000;
		}
	}

	#chooseChannel(member: GuildMember, channelId: string | undefined): VoiceBasedChannel {
		if (this.#closed) throw new Problem({ kind: "shutting_down" });
		return chooseChannel(member, channelId, this.channelOf(member.guild.id), this.#clock.now());
	}
}
