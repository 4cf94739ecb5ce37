import type { GuildMember, VoiceBasedChannel } from "discord.js";
import { correlate } from "../shared/correlation.ts";
import { Problem, voiceProblem } from "../shared/problem.ts";
import { type Turn, Turns } from "../speech/traffic/turns.ts";
import { chooseChannel } from "./choose-channel.ts";
import { GuildSessions } from "./guild-sessions.ts";
import { requireAct, weighAct } from "./permissions.ts";
import { admitText, type ChannelText, type QueuedText, sumMs, type WrittenText } from "./queue-item.ts";
import { hasListeners } from "./read-facts.ts";
import type { Accepted, Arrival, QueueView, VoiceChannels } from "./voice-channels.ts";

/** A book has its next page in the queue, too: as members see it, it is one text. */
const countPagesOnce = (texts: readonly QueuedText[]): readonly QueuedText[] => {
	const page = texts.find(({ priority }) => priority === "page");
	return texts.filter((text) => text === page || text.priority !== "page");
};

/** Herald's voice channels: one session a guild. */
export class VoiceSessions extends GuildSessions implements VoiceChannels {
	readonly #turns = new Turns();
	/** The texts that have a turn, and whose. */
	readonly #preparing = new Map<Turn, Pick<GuildMember, "guild" | "id">>();
	readonly #skipped = new WeakSet<Turn>();

	channelOf(guildId: string): string | undefined {
		return this.find(guildId)?.channelId;
	}

	queue(guildId: string): QueueView | undefined {
		const session = this.find(guildId);
		if (!session) return undefined;
		const { channelId, hindrance, queue } = session;
		const texts = countPagesOnce(queue.texts);
		return { channelId, texts, totalMs: sumMs(texts), trouble: hindrance };
	}

	async join(member: GuildMember, channelId?: string): Promise<Arrival> {
		for (;;) {
			const channel = this.#chooseChannel(member, channelId);
			const end = this.ending(channel.guild.id);
			if (end) {
				await end;
				continue;
			}
			const session = this.open(channel);
			try {
				await session.enter(channel.id, member.id);
				await session.settled;
				return { channelId: channel.id, trouble: session.hindrance };
			} catch (error) {
				// A session that failed to join somebody else's channel says nothing about this one.
				const other =
					error instanceof Problem && "channelId" in error.detail && error.detail.channelId !== channel.id;
				if (!other || this.closed) throw error;
			}
		}
	}

	takeTurn(member: GuildMember): Turn {
		const { before, end } = this.#turns.take(member.guild.id);
		const turn: Turn = {
			before,
			end: () => {
				this.#preparing.delete(turn);
				end();
			},
		};
		this.#preparing.set(turn, member);
		return turn;
	}

	async say(
		member: GuildMember,
		channelId: string | undefined,
		text: ChannelText,
		turn: Turn = this.takeTurn(member),
	): Promise<Accepted> {
		const { channel, session, ...place } = await this.#enqueue(member, channelId, text, turn).finally(() =>
			turn.end(),
		);
		await session.enter(channel.id, member.id);
		await session.settled;
		return { channelId: channel.id, trouble: session.hindrance, ...place };
	}

	/** Adds a text to its guild's queue when it is its turn. */
	async #enqueue(member: GuildMember, channelId: string | undefined, text: ChannelText, turn: Turn) {
		const { id } = member.guild;
		const [textMaxMs] = await Promise.all([this.settingMs(id, "textSeconds"), turn.before]);
		let channel = this.#chooseChannel(member, channelId);
		for (let end = this.ending(id); end; end = this.ending(id)) {
			await end;
			// Somebody else may have been first in the meantime.
			channel = this.#chooseChannel(member, channelId);
		}
		if (this.#skipped.has(turn)) throw voiceProblem({ reason: "skipped" });
		// No await from here on, and checked before there is a session: a refused text doesn't make Herald join.
		const ahead = this.find(id)?.queue.ahead(text.priority) ?? [];
		admitText(ahead, text, textMaxMs);
		const before = ahead.length;
		const waitMs = sumMs(ahead);
		const session = this.open(channel);
		return { channel, session, text: session.queue.add(text), before, waitMs };
	}

	/**
	 * Speaks a text where Herald is, on nobody's command: what is read aloud, or a page. Nothing limits it here.
	 *
	 * @returns undefined where Herald is in no channel, or is being stopped: nothing happens then
	 */
	readInto(guildId: string, text: ChannelText): QueuedText | undefined {
		if (this.closed) return undefined;
		return correlate(() => this.find(guildId)?.queue.add(text));
	}

	/**
	 * A source may have a text for a guild now.
	 *
	 * @returns false where Herald is in no channel, or is being stopped: then it isn't asked
	 */
	refill(guildId: string): boolean {
		const queue = this.closed ? undefined : this.find(guildId)?.queue;
		queue?.refill();
		return queue !== undefined;
	}

	/** Ends texts as `withdrawn`; what is playing falls silent within two frames. Ids of texts that are over do nothing. */
	withdraw(guildId: string, textIds: readonly string[]): void {
		const queue = this.find(guildId)?.queue;
		queue?.end(
			queue.texts.filter(({ id }) => textIds.includes(id)),
			{ how: "withdrawn" },
		);
	}

	/** Has a text say something else. @returns false, and changes nothing, where it has begun or is over */
	rewrite(guildId: string, textId: string, written: WrittenText): boolean {
		return correlate(() => this.find(guildId)?.queue.rewrite(textId, written) ?? false);
	}

	skip(member: GuildMember, what: "current" | { readonly id: string }): QueuedText {
		const session = this.find(member.guild.id);
		const first = session?.queue.texts.find(({ id }, index) =>
			what === "current" ? index === 0 : id === what.id,
		);
		if (!session || !first) throw voiceProblem({ reason: "nothing_to_skip" });
		const { channelId, queue } = session;
		const own = first.userId === member.id;
		const listens = !own && hasListeners(member.guild, channelId, member.id);
		if (listens) first.votes.add(member.id);
		const wanted = { act: "skip", channelId, own, votes: [...first.votes] } as const;
		const decision = weighAct(member, wanted);
		const [by = member.id] = first.votes;
		if (!decision.allowed && listens)
			queue.tellOf(first, {
				kind: "voted",
				textId: first.id,
				channelId,
				by,
				votes: decision.votes,
				needed: decision.needed,
			});
		requireAct(member, wanted);
		const alone = weighAct(member, { ...wanted, votes: [] }).allowed;
		queue.end([first], { how: "skipped", by: alone ? { userId: member.id } : "vote" });
		return first;
	}

	skipAll(member: GuildMember): number {
		const { guild, id: userId } = member;
		const waiting = this.sources.reduce((sum, source) => sum + (source.skipAll?.(guild.id, userId) ?? 0), 0);
		const queue = this.find(guild.id)?.queue;
		const texts = (queue?.texts ?? []).filter((text) => text.userId === userId);
		const preparing = [...this.#preparing].filter(([, of]) => of.guild.id === guild.id && of.id === userId);
		for (const [turn] of preparing) this.#skipped.add(turn);
		const count = waiting + preparing.length + countPagesOnce(texts).length;
		if (count === 0) throw voiceProblem({ reason: "nothing_to_skip" });
		queue?.end(texts, { how: "skipped", by: { userId }, withAll: true });
		return count;
	}

	stop(member: GuildMember, id?: string): readonly QueuedText[] {
		const session = this.find(member.guild.id);
		const texts = [...(session?.queue.texts ?? [])];
		const isOver = id !== undefined && texts.every((text) => text.id !== id);
		if (!session || texts.length === 0 || isOver) throw voiceProblem({ reason: "nothing_to_stop" });
		const own = texts.every(({ userId }) => userId === member.id);
		requireAct(member, { act: "stop", channelId: session.channelId, own });
		session.queue.end(texts, { how: "stopped", by: { userId: member.id } });
		return countPagesOnce(texts);
	}

	async leave(member: GuildMember): Promise<string> {
		const session = this.find(member.guild.id);
		if (!session) throw voiceProblem({ reason: "not_in_channel" });
		const { channelId } = session;
		requireAct(member, { act: "leave", channelId });
		session.leave({ how: "left" }, "asked");
		await session.gone;
		return channelId;
	}

	#chooseChannel(member: GuildMember, channelId: string | undefined): VoiceBasedChannel {
		if (this.closed) throw new Problem({ kind: "shutting_down" });
		return chooseChannel(member, channelId, this.channelOf(member.guild.id), this.clock.now());
	}
}
