import type { DaySums, MemberDay } from "./speech-days.ts";

type Counted = Pick<MemberDay, "madeMs" | "readMs">;

/** What was used of a day in a guild, counted in memory. */
export class GuildDay {
	readonly day: number;
	readonly #members = new Map<string, Counted>();
	readonly #guild = { madeMs: 0, readMs: 0 };

	constructor(day: number, members: readonly MemberDay[]) {
		this.day = day;
		for (const member of members) this.add(member.userId, member);
	}

	/** Adds to a member's day, or takes from it, never to below zero. */
	add(userId: string, { madeMs, readMs }: Counted): void {
		const before = this.#members.get(userId) ?? { madeMs: 0, readMs: 0 };
		const after = {
			madeMs: Math.max(0, before.madeMs + madeMs),
			readMs: Math.max(0, before.readMs + readMs),
		};
		this.#members.set(userId, after);
		this.#guild.madeMs += after.madeMs - before.madeMs;
		this.#guild.readMs += after.readMs - before.readMs;
	}

	get members(): (Counted & Pick<MemberDay, "userId">)[] {
		return [...this.#members].map(([userId, counted]) => ({ userId, ...counted }));
	}

	sum(userId: string): DaySums {
		const member = this.#members.get(userId);
		return {
			all: { memberMs: member?.madeMs ?? 0, guildMs: this.#guild.madeMs },
			read: { memberMs: member?.readMs ?? 0, guildMs: this.#guild.readMs },
		};
	}
}
