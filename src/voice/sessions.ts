import type { GuildMember, VoiceBasedChannel } from "discord.js";
import { correlate } from "../shared/correlation.ts";
import { Problem, voiceProblem } from "../shared/problem.ts";
import { type Ticket, Tickets } from "../speech/traffic/tickets.ts";
import { chooseChannel } from "./choose-channel.ts";
import { GuildSessions } from "./guild-sessions.ts";
import { requireAct, weighAct } from "./permissions.ts";
import { admitItem, type ItemLines, type QueuedItem, type QueueItem, sumMs } from "./queue-item.ts";
import { hasListeners } from "./read-facts.ts";
import type { Accepted, Arrival, QueueView, VoiceChannels } from "./voice-channels.ts";

/** A book can have two pages in the queue: members see one item. */
const countPagesOnce = (items: readonly QueuedItem[]): readonly QueuedItem[] => {
	const page = items.find(({ priority }) => priority === "page");
	return items.filter((item) => item === page || item.priority !== "page");
};

/** Herald's voice channels: one session a guild. */
export class VoiceSessions extends GuildSessions implements VoiceChannels {
	readonly #tickets = new Tickets();
	/** Items that are being prepared, and their members. */
	readonly #preparing = new Map<Ticket, Pick<GuildMember, "guild" | "id">>();
	readonly #skipped = new WeakSet<Ticket>();

	channelOf(guildId: string): string | undefined {
		return this.find(guildId)?.channelId;
	}

	queue(guildId: string): QueueView | undefined {
		const session = this.find(guildId);
		if (!session) return undefined;
		const { channelId, hindrance, queue } = session;
		const items = countPagesOnce(queue.items);
		return { channelId, items, totalMs: sumMs(items), trouble: hindrance };
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
				// It may have failed to join the channel of another member.
				const other =
					error instanceof Problem && "channelId" in error.detail && error.detail.channelId !== channel.id;
				if (!other || this.closed) throw error;
			}
		}
	}

	takeTicket(member: GuildMember): Ticket {
		const { before, end } = this.#tickets.take(member.guild.id);
		const ticket: Ticket = {
			before,
			end: () => {
				this.#preparing.delete(ticket);
				end();
			},
		};
		this.#preparing.set(ticket, member);
		return ticket;
	}

	async say(
		member: GuildMember,
		channelId: string | undefined,
		item: QueueItem,
		ticket: Ticket = this.takeTicket(member),
	): Promise<Accepted> {
		const { channel, session, ...place } = await this.#enqueue(member, channelId, item, ticket).finally(() =>
			ticket.end(),
		);
		await session.enter(channel.id, member.id);
		await session.settled;
		return { channelId: channel.id, trouble: session.hindrance, ...place };
	}

	/** Adds an item to its guild's queue once those before it are there. */
	async #enqueue(member: GuildMember, channelId: string | undefined, item: QueueItem, ticket: Ticket) {
		const { id } = member.guild;
		const [textMaxMs] = await Promise.all([this.settingMs(id, "textSeconds"), ticket.before]);
		let channel = this.#chooseChannel(member, channelId);
		for (let end = this.ending(id); end; end = this.ending(id)) {
			await end;
			// Another member may have been first in the meantime.
			channel = this.#chooseChannel(member, channelId);
		}
		if (this.#skipped.has(ticket)) throw voiceProblem({ reason: "skipped" });
		// No await from here on, and checked before there is a session: a refused item doesn't make Herald join.
		const ahead = this.find(id)?.queue.ahead(item.priority) ?? [];
		admitItem(ahead, item, textMaxMs);
		const before = ahead.length;
		const waitMs = sumMs(ahead);
		const session = this.open(channel);
		return { channel, session, item: session.queue.add(item), before, waitMs };
	}

	/**
	 * Speaks an item where Herald is, without a member's command and the queue's limits.
	 *
	 * @returns undefined where Herald is in no channel, or is being stopped: it isn't queued then
	 */
	readInto(guildId: string, item: QueueItem): QueuedItem | undefined {
		if (this.closed) return undefined;
		return correlate(() => this.find(guildId)?.queue.add(item));
	}

	/**
	 * A source may have an item for a guild now.
	 *
	 * @returns false where Herald is in no channel, or is being stopped: then it isn't asked
	 */
	refill(guildId: string): boolean {
		const queue = this.closed ? undefined : this.find(guildId)?.queue;
		queue?.refill();
		return queue !== undefined;
	}

	/** Ends items as `withdrawn`; what is playing falls silent within two frames. Ids of items that are over do nothing. */
	withdraw(guildId: string, itemIds: readonly string[]): void {
		const queue = this.find(guildId)?.queue;
		queue?.end(
			queue.items.filter(({ id }) => itemIds.includes(id)),
			{ how: "withdrawn" },
		);
	}

	/** As {@link SpeechQueue.rewrite}. */
	rewrite(guildId: string, itemId: string, written: ItemLines): boolean {
		return correlate(() => this.find(guildId)?.queue.rewrite(itemId, written) ?? false);
	}

	skip(member: GuildMember, what: "current" | { readonly id: string }): QueuedItem {
		const session = this.find(member.guild.id);
		const first = session?.queue.items.find(({ id }, index) =>
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
			queue.notifyOf(first, {
				kind: "voted",
				itemId: first.id,
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
		const items = (queue?.items ?? []).filter((item) => item.userId === userId);
		const preparing = [...this.#preparing].filter(([, of]) => of.guild.id === guild.id && of.id === userId);
		for (const [ticket] of preparing) this.#skipped.add(ticket);
		const count = waiting + preparing.length + countPagesOnce(items).length;
		if (count === 0) throw voiceProblem({ reason: "nothing_to_skip" });
		queue?.end(items, { how: "skipped", by: { userId }, withAll: true });
		return count;
	}

	stop(member: GuildMember, id?: string): readonly QueuedItem[] {
		const session = this.find(member.guild.id);
		const items = [...(session?.queue.items ?? [])];
		const isOver = id !== undefined && items.every((item) => item.id !== id);
		if (!session || items.length === 0 || isOver) throw voiceProblem({ reason: "nothing_to_stop" });
		const own = items.every(({ userId }) => userId === member.id);
		requireAct(member, { act: "stop", channelId: session.channelId, own });
		session.queue.end(items, { how: "stopped", by: { userId: member.id } });
		return countPagesOnce(items);
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
