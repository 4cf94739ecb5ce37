import type { Guild } from "discord.js";
import type { Problem, ProblemKind } from "../shared/problem.ts";
import { textsFor } from "../texts/index.ts";
import { Arrivals, type Moves } from "./arrivals.ts";
import { describeHindrance } from "./describe-hindrance.ts";
import { GuildReader, type GuildReaderOptions } from "./guild-reader.ts";
import { ReadingNotice, tellChannel } from "./reading-notice.ts";
import type { NoticeContent, ReadingState } from "./reading-state.ts";
import type { Waitable } from "./utterance.ts";

/** How often a channel is told of the same problem, in ms. */
const tellEveryMs = 60 * 60_000;

export interface ReadingSessionOptions<C extends Waitable> extends Omit<GuildReaderOptions<C>, "onProblem"> {
	readonly guild: Guild;
	readonly onMoves: (moves: Moves) => void;
}

/** Reading in a guild, for as long as Herald is in voice there. */
export class ReadingSession<C extends Waitable> {
	readonly reader: GuildReader<C>;
	readonly arrivals: Arrivals;
	readonly #options: ReadingSessionOptions<C>;
	#state: ReadingState = { kind: "on" };
	#notice: ReadingNotice | undefined;
	#over = false;
	/** By kind of problem. */
	readonly #toldAt = new Map<ProblemKind, number>();
	/** Resolves when Herald is there, and it is known whether reading was paused before it was started anew. */
	readonly #entered = Promise.withResolvers<void>();

	constructor(options: ReadingSessionOptions<C>) {
		this.#options = options;
		this.reader = new GuildReader({ ...options, onProblem: (problem) => this.#tellProblem(problem) });
		this.arrivals = new Arrivals(options.clock, options.onMoves);
	}

	get state(): ReadingState {
		return this.#state;
	}

	/** Pauses reading, which ends what is being read, or lets it go on. */
	set state(state: ReadingState) {
		this.#state = state;
		if (state.kind === "paused") this.reader.clear();
	}

	/**
	 * Herald is in a channel. Reading is paused for those in one channel: elsewhere it begins anew.
	 *
	 * @param again - whether it was there before it was started anew
	 * @param joinedFor - the member that it joined for, where that is known
	 */
	enter(channelId: string, again: boolean, joinedFor: string | undefined): void {
		this.arrivals.clear();
		if (this.#notice && this.#notice.channelId !== channelId) this.#state = { kind: "on" };
		const notice = this.#noticeIn(channelId, joinedFor);
		const recalled = again ? notice.recall() : Promise.resolve(undefined);
		void recalled.then((state) => {
			if (state) this.state = state;
			this.#entered.resolve();
		});
	}

	/**
	 * Something is about to be read.
	 *
	 * @param channelId - the voice channel
	 * @param readThere - what is read there, in a sentence
	 * @returns whether it may be
	 */
	async begin(channelId: string, readThere: string): Promise<boolean> {
		await this.#entered.promise;
		if (this.#over || this.#state.kind === "paused") return false;
		this.#noticeIn(channelId).begin(readThere);
		return true;
	}

	/**
	 * What is read has changed.
	 *
	 * @param channelId - the voice channel
	 * @param readThere - what is read there now, in a sentence; undefined if nothing is
	 */
	describe(channelId: string, readThere: string | undefined): void {
		const isShown = this.#state.kind === "on" && this.#notice?.channelId === channelId;
		if (!this.#notice || !isShown) return;
		this.#options.underWay(readThere === undefined ? this.#notice.remove() : this.#notice.update(readThere));
	}

	/** @param readThere - what is read there, in a sentence @returns what the notice in a channel says now */
	composeNotice(channelId: string, readThere: string): NoticeContent {
		return this.#noticeIn(channelId).compose(readThere, this.#state);
	}

	/** Herald has left. @param stopping - whether it will be back: then the notice stays as it is */
	end(stopping: boolean): void {
		this.#over = true;
		this.#entered.resolve();
		if (stopping) this.#tellUnread();
		this.reader.close();
		this.arrivals.clear();
		if (!stopping) this.#endNotice();
	}

	#noticeIn(channelId: string, joinedFor?: string): ReadingNotice {
		if (this.#notice && this.#notice.channelId !== channelId) this.#endNotice();
		this.#notice ??= new ReadingNotice(this.#options.guild, channelId, joinedFor);
		return this.#notice;
	}

	#endNotice(): void {
		if (this.#notice) this.#options.underWay(this.#notice.end());
		this.#notice = undefined;
	}

	#tellUnread(): void {
		const { guild, underWay } = this.#options;
		const { unread: count } = this.reader;
		if (count === 0 || !this.#notice) return;
		const content = textsFor(guild.preferredLocale)("reading.interrupted", { count });
		underWay(tellChannel(guild, this.#notice.channelId, content));
	}

	#tellProblem(problem: Problem): void {
		const { clock, guild, underWay } = this.#options;
		const now = clock.now();
		const content = describeHindrance(problem, textsFor(guild.preferredLocale));
		const toldAt = this.#toldAt.get(problem.kind) ?? Number.NEGATIVE_INFINITY;
		if (!this.#notice || content === undefined || now - toldAt < tellEveryMs) return;
		this.#toldAt.set(problem.kind, now);
		underWay(tellChannel(guild, this.#notice.channelId, content));
	}
}
