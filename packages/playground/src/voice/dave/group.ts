import type { ExternalSender, GroupMoment } from "./mls.ts";
import { type CommitWelcome, isKeyPackageOf, readCommitWelcome, uint8, uint64, vector } from "./mls.ts";

/** How a group reaches a client, or a listener in this process. Both answer through the group's methods. */
export interface DaveMember {
	readonly userId: string;
	setExternalSender(bytes: Buffer): void;
	/** @param payload - an operation type in one byte, then the proposals */
	propose(payload: Buffer): void;
	announceCommit(transitionId: number, commit: Buffer): void;
	welcome(transitionId: number, welcome: Buffer): void;
	prepareTransition(transitionId: number, version: number): void;
	executeTransition(transitionId: number): void;
	/** Tells the member that the group starts over. */
	prepareEpoch(version: number): void;
}

interface Round {
	readonly committers: ReadonlySet<string>;
	readonly added: readonly string[];
	readonly removed: readonly string[];
	/** Whether this round's commit founds the group. */
	readonly founding: boolean;
}

const append = uint8(0);
// The transition id of commits that take effect at once: those that found a group, except when a change of version
// introduces DAVE in the channel.
const immediately = 0;

/**
 * The server's side of DAVE for one channel: it proposes whom to add and remove, accepts the first commit, and
 * announces it. The leaves of the MLS tree are numbered as in RFC 9420, section 7.7: a new member gets the leftmost
 * free leaf, so each round adds one member at most.
 */
export class DaveGroup {
	/** The version of DAVE in use; 0 for none. */
	version: number;
	readonly #id: Buffer;
	readonly #sender: ExternalSender;
	readonly #members = new Map<string, DaveMember>();
	readonly #keyPackages = new Map<string, Buffer>();
	readonly #transitions = new Transitions();
	#leaves: (string | undefined)[] = [];
	#epoch = 0n;
	#round: Round | undefined;
	#upgrading = false;

	constructor(channelId: string, version: number, sender: ExternalSender) {
		this.#id = uint64(BigInt(channelId));
		this.version = version;
		this.#sender = sender;
	}

	/** True while listeners play frames without end-to-end encryption: DAVE isn't in use, or not by all members yet. */
	get plainAllowed(): boolean {
		return this.version === 0 || this.#upgrading;
	}

	get moment(): GroupMoment {
		return { groupId: this.#id, epoch: this.#epoch };
	}

	/** True when at least two members share the group's keys, everyone present has them, and no change is in progress. */
	get settled(): boolean {
		const present = [...this.#members.keys()];
		const shared = present.length > 1 && present.every((id) => this.#leaves.includes(id));
		return shared && !this.#round && this.#keyPackages.size === 0 && this.#transitions.idle;
	}

	/** True when the group waits for a commit that this member may send. */
	awaits(userId: string): boolean {
		return this.#round?.committers.has(userId) ?? false;
	}

	join(member: DaveMember): void {
		this.#members.set(member.userId, member);
		if (this.version > 0) member.setExternalSender(this.#sender.package);
	}

	leave(userId: string): void {
		if (!this.#members.delete(userId)) return;
		this.#keyPackages.delete(userId);
		this.#transitions.forget(userId);
		const committers = this.#round?.committers;
		if (committers && [...committers].every((id) => !this.#members.has(id))) this.#beginAnew();
		else this.#advance();
	}

	/**
	 * Takes a key package from a newcomer, or from a member who lost the group and rejoins it. Ignores it if the channel
	 * doesn't use DAVE, if the user isn't in the channel, and if it isn't a key package of the user.
	 */
	takeKeyPackage(userId: string, keyPackage: Buffer): void {
		if (this.version === 0 || !this.#members.has(userId) || !isKeyPackageOf(userId, keyPackage)) return;
		this.#keyPackages.set(userId, keyPackage);
		this.#advance();
	}

	/** Takes a commit with its welcome. Only the first valid commit of a round counts; other payloads are ignored. */
	takeCommit(userId: string, payload: Buffer): void {
		const round = this.#round;
		if (!round?.committers.has(userId)) return;
		const message = parse(payload);
		if (message?.epoch !== this.#epoch) return;
		this.#round = undefined;
		if (round.founding) this.#leaves = [userId];
		this.#announce(round, message, userId);
		this.#advance();
	}

	takeReady(userId: string, transitionId: number): void {
		this.#transitions.ready(userId, transitionId);
	}

	/**
	 * Sends the external sender again to a member that couldn't process a commit or welcome. The member then sends a
	 * new key package.
	 */
	takeInvalid(userId: string): void {
		this.#members.get(userId)?.setExternalSender(this.#sender.package);
	}

	/** Switches all members to another version of DAVE. */
	changeVersion(version: number) {
		if (version === this.version) return;
		if (version > 0) {
			this.version = version;
			this.#upgrading = true;
			return this.#beginAnew();
		}
		const id = this.#transitions.open([...this.#members.keys()], (transitionId) => {
			this.version = 0;
			this.#reset();
			this.#keyPackages.clear();
			for (const member of this.#members.values()) member.executeTransition(transitionId);
		});
		for (const member of this.#members.values()) member.prepareTransition(id, 0);
		this.#transitions.check(id);
	}

	close(): void {
		this.#members.clear();
		this.#transitions.close();
	}

	#announce({ added, removed, founding }: Round, { commit, welcome }: CommitWelcome, author: string): void {
		const staying = founding ? [author] : this.#inside().filter((id) => !removed.includes(id));
		const newcomers = added.filter((id) => id !== author);
		this.#leaves = this.#leaves.map((id) => (id !== undefined && removed.includes(id) ? undefined : id));
		for (const id of newcomers) {
			this.#keyPackages.delete(id);
			const free = this.#leaves.indexOf(undefined);
			if (free >= 0) this.#leaves[free] = id;
			else this.#leaves.push(id);
		}
		if (founding) this.#keyPackages.delete(author);
		this.#epoch += 1n;

		const receivers = [...staying, ...newcomers];
		const transitionId =
			founding && !this.#upgrading
				? immediately
				: this.#transitions.open(receivers, (transitionId) => {
						this.#upgrading = false;
						for (const id of receivers) this.#members.get(id)?.executeTransition(transitionId);
					});
		for (const id of staying) this.#members.get(id)?.announceCommit(transitionId, commit);
		if (welcome) for (const id of newcomers) this.#members.get(id)?.welcome(transitionId, welcome);
		this.#transitions.check(transitionId);
	}

	/** @returns the users with a leaf, even if they have left the channel */
	#inside(): string[] {
		return this.#leaves.filter((id) => id !== undefined);
	}

	#advance(): void {
		if (this.version === 0 || this.#round) return;
		const inside = this.#inside();
		// A member that sends another key package has lost the group, and is added again once its old leaf is free.
		const removed = inside.filter((id) => !this.#members.has(id) || this.#keyPackages.has(id));
		const staying = inside.filter((id) => !removed.includes(id));
		if (staying.length === 0) {
			this.#reset();
			this.#found();
		} else if (removed.length > 0) this.#change(staying, removed, []);
		else this.#change(staying, [], [...this.#keyPackages.keys()].slice(0, 1));
	}

	// The first two members each begin in a group of their own; whoever commits first adds the other.
	#found(): void {
		const [first, second] = this.#keyPackages.keys();
		if (first === undefined || second === undefined) return;
		const founders = [first, second];
		this.#round = { committers: new Set(founders), added: founders, removed: [], founding: true };
		this.#send(first, [this.#proposeAdd(second)]);
		this.#send(second, [this.#proposeAdd(first)]);
	}

	#change(staying: readonly string[], removed: readonly string[], added: readonly string[]): void {
		if (removed.length + added.length === 0) return;
		this.#round = { committers: new Set(staying), added, removed, founding: false };
		const { moment } = this;
		const proposals = [
			...removed.map((id) => this.#sender.proposeRemove(moment, this.#leaves.indexOf(id))),
			...added.map((id) => this.#proposeAdd(id)),
		];
		for (const id of staying) this.#send(id, proposals);
	}

	#proposeAdd(userId: string): Buffer {
		const keyPackage = this.#keyPackages.get(userId) ?? Buffer.alloc(0);
		return this.#sender.proposeAdd(this.moment, keyPackage);
	}

	#send(userId: string, proposals: readonly Buffer[]): void {
		this.#members.get(userId)?.propose(Buffer.concat([append, vector(...proposals)]));
	}

	#beginAnew(): void {
		this.#reset();
		this.#keyPackages.clear();
		for (const member of this.#members.values()) {
			member.prepareEpoch(this.version);
			member.setExternalSender(this.#sender.package);
		}
	}

	#reset(): void {
		this.#leaves = [];
		this.#epoch = 0n;
		this.#round = undefined;
	}
}

const parse = (payload: Buffer): CommitWelcome | undefined => {
	try {
		return readCommitWelcome(payload);
	} catch {
		return undefined;
	}
};

// How long a transition waits for members, in ms. After that, it is executed without those that aren't ready.
const readyWithinMs = 2_000;
const idSize = 0x1_0000;

interface Transition {
	readonly waiting: Set<string>;
	readonly execute: () => void;
	readonly timer: NodeJS.Timeout;
}

/** A group's transitions. Each is executed once all its members are ready, at the latest after `readyWithinMs`. */
class Transitions {
	readonly #open = new Map<number, Transition>();
	#last = 0;

	get idle(): boolean {
		return this.#open.size === 0;
	}

	/** Begins a transition that waits for members. @returns its id */
	open(members: readonly string[], execute: (id: number) => void): number {
		this.#last = (this.#last + 1) % idSize || 1;
		const id = this.#last;
		const timer = setTimeout(() => this.#finish(id), readyWithinMs);
		timer.unref();
		this.#open.set(id, { waiting: new Set(members), execute: () => execute(id), timer });
		return id;
	}

	ready(userId: string, id: number): void {
		this.#open.get(id)?.waiting.delete(userId);
		this.check(id);
	}

	/** Stops waiting for a member who left. */
	forget(userId: string): void {
		for (const id of [...this.#open.keys()]) this.ready(userId, id);
	}

	check(id: number): void {
		if (this.#open.get(id)?.waiting.size === 0) this.#finish(id);
	}

	close(): void {
		for (const { timer } of this.#open.values()) clearTimeout(timer);
		this.#open.clear();
	}

	#finish(id: number): void {
		const transition = this.#open.get(id);
		if (!transition) return;
		clearTimeout(transition.timer);
		this.#open.delete(id);
		transition.execute();
	}
}

/**
 * Messages of a voice server that don't fit its client's state. `proposals that are none`: bytes that can't be read as
 * proposals; `a new epoch`: an epoch that never completes.
 */
export type DaveDisturbance =
	| "proposals of another epoch"
	| "proposals of another group"
	| "proposals that are none"
	| "a commit of another group"
	| "an invalid welcome"
	| "a new epoch";

const elsewhere = uint64(1n);
// The transition id in disturbing messages: far above the ids of real transitions.
const transitionId = 0x7fff;

export const disturb = (
	member: DaveMember,
	group: DaveGroup,
	sender: ExternalSender,
	how: DaveDisturbance,
): void => {
	const { groupId, epoch } = group.moment;
	const propose = (moment: GroupMoment) =>
		member.propose(Buffer.concat([append, vector(sender.proposeRemove(moment, 0))]));
	const send: Readonly<Record<DaveDisturbance, () => void>> = {
		"proposals of another epoch": () => propose({ groupId, epoch: epoch + 7n }),
		"proposals of another group": () => propose({ groupId: elsewhere, epoch }),
		"proposals that are none": () => member.propose(Buffer.of(0, 3, 1, 2, 3)),
		"a commit of another group": () =>
			member.announceCommit(transitionId, sender.proposeRemove({ groupId: elsewhere, epoch }, 0)),
		"an invalid welcome": () => member.welcome(transitionId, Buffer.alloc(40, 7)),
		"a new epoch": () => member.prepareEpoch(group.version),
	};
	send[how]();
};
