import { EventEmitter, on } from "node:events";
import { DAVESession } from "@snazzah/davey";
import type { DaveGroup, DaveMember } from "./dave/group.ts";
import type { RtpFrame } from "./voice-client.ts";

/** A frame as a listening member heard it, with the transport's and DAVE's encryption removed. */
export interface HeardPacket {
	readonly opus: Uint8Array;
	readonly userId: string;
	/** The RTP packet's sequence number, of 16 bits. */
	readonly sequence: number;
	/** The RTP packet's timestamp, in samples at 48 kHz. */
	readonly timestamp: number;
	/** When the packet arrived, in ms on the monotonic clock of `performance.now()`. */
	readonly arrivedAt: number;
}

const longestGapMs = 40;
// The most packets that are kept: twenty minutes of sound, in packets of 20 ms. The next one drops the older half.
const keptPackets = 60_000;
const rtpSequenceSize = 0x1_0000;
// How many numbers a late packet may be behind the newest packet, as in RFC 3550, appendix A.1.
const lateMax = 100;

const findGaps = (packets: readonly HeardPacket[]) => {
	let newest = packets[0]?.sequence ?? 0;
	return packets.flatMap((packet, index) => {
		const before = packets[index - 1];
		if (!before) return [];
		const ahead = (packet.sequence - newest + rtpSequenceSize) % rtpSequenceSize;
		const isLate = ahead === 0 || ahead >= rtpSequenceSize - lateMax;
		if (!isLate) newest = packet.sequence;
		const lost = isLate ? 0 : ahead - 1;
		const waitedMs = packet.arrivedAt - before.arrivedAt;
		/**
		 * `index` is that of the packet after the gap. `lost` is how many sequence numbers the gap skips: their packets were
		 * lost, or came later. `waitedMs` is the time between the arrivals of the packets before and after the gap.
		 */
		return lost > 0 || waitedMs > longestGapMs ? [{ index, lost, waitedMs }] : [];
	});
};

const nothing = {
	/** How many frames were discarded because they came in plain text although DAVE was agreed. */
	plain: 0,
	/** How many frames were discarded because they could not be decrypted. */
	undecipherable: 0,
};

/** The packets that one member hears, kept and passed on as they arrive. */
export class Ears {
	readonly #live = new EventEmitter<{ packet: [HeardPacket] }>();
	#packets: HeardPacket[] = [];
	#discarded = { ...nothing };

	constructor() {
		this.#live.setMaxListeners(0);
	}

	hear(packet: HeardPacket): void {
		if (this.#packets.length >= keptPackets) this.#packets = this.#packets.slice(keptPackets / 2);
		this.#packets.push(packet);
		this.#live.emit("packet", packet);
	}

	discard(why: keyof typeof nothing): void {
		this.#discarded[why] += 1;
	}

	heard() {
		const packets: readonly HeardPacket[] = [...this.#packets];
		return {
			packets,
			/** The gaps with lost packets or a wait of over 40 ms. A gap without lost packets is a pause. */
			gaps: findGaps(packets),
			...this.#discarded,
		};
	}

	forget(): void {
		this.#packets = [];
		this.#discarded = { ...nothing };
	}

	/** Yields every packet from now on, until the signal aborts. */
	async *listen(signal: AbortSignal): AsyncGenerator<HeardPacket> {
		try {
			for await (const [packet] of on(this.#live, "packet", { signal })) yield packet as HeardPacket;
		} catch (error) {
			if (!signal.aborted) throw error;
		}
	}
}

export type HeardSound = Readonly<ReturnType<Ears["heard"]>>;

const audio = 0;
const appended = 0;
const silenceFrame = Buffer.from([0xf8, 0xff, 0xfe]);
// The last two bytes of every frame that DAVE has encrypted.
const marker = 0xfafa;

interface ListenerParts {
	readonly userId: string;
	readonly channelId: string;
	readonly group: DaveGroup;
	readonly ears: Ears;
	/** @returns the members of the channel, who alone are admitted to the group */
	readonly present: () => readonly string[];
	/** Delivers a commit, never before the current code has ended. */
	readonly submit: (commit: () => void) => void;
}

/** A member who listens in this process, as a full member of the channel's DAVE group with keys of its own. */
export class Listener implements DaveMember {
	readonly #parts: ListenerParts;
	#session: DAVESession | undefined;

	constructor(parts: ListenerParts) {
		this.#parts = parts;
	}

	get userId(): string {
		return this.#parts.userId;
	}

	/** Joins the channel's group, and offers a key package if the channel uses DAVE. */
	enter(): void {
		const { group } = this.#parts;
		group.join(this);
		if (group.version > 0) this.#offer(group.version);
	}

	/**
	 * Hears a frame. Like Discord's clients, discards a frame that can't be decrypted, or is in plain text where DAVE
	 * doesn't allow that (silence frames always pass).
	 */
	receive(from: string, { sequence, timestamp, payload }: RtpFrame, arrivedAt: number): void {
		const opus = this.#open(from, Buffer.from(payload));
		if (opus) this.#parts.ears.hear({ opus, userId: from, sequence, timestamp, arrivedAt });
	}

	// The session usually begins with the first key package, but the external sender may arrive earlier.
	setExternalSender(bytes: Buffer): void {
		this.#session ??= this.#begin(this.#parts.group.version);
		this.#session.setExternalSender(bytes);
	}

	propose(payload: Buffer): void {
		const { group, submit } = this.#parts;
		const bytes = this.#commit(payload.subarray(1));
		if (bytes) submit(() => group.takeCommit(this.userId, bytes));
	}

	announceCommit(transitionId: number, commit: Buffer): void {
		this.#process(transitionId, (session) => session.processCommit(commit));
	}

	welcome(transitionId: number, welcome: Buffer): void {
		this.#process(transitionId, (session) => session.processWelcome(welcome));
	}

	prepareTransition(transitionId: number): void {
		this.#parts.group.takeReady(this.userId, transitionId);
	}

	executeTransition(): void {
		if (this.#parts.group.version === 0) this.#session?.reset();
	}

	prepareEpoch(version: number): void {
		this.#session?.reinit(version, this.userId, this.#parts.channelId);
		// The key package must come after the external sender, which the server sends right after this call.
		queueMicrotask(() => this.#offer(version));
	}

	#begin(version: number): DAVESession {
		return new DAVESession(version, this.userId, this.#parts.channelId);
	}

	#offer(version: number): void {
		this.#session ??= this.#begin(version);
		this.#parts.group.takeKeyPackage(this.userId, this.#session.getSerializedKeyPackage());
	}

	// Proposals that can't be processed, such as a key package with a wrong signature, are left for other members.
	#commit(proposals: Buffer): Buffer | undefined {
		try {
			const result = this.#session?.processProposals(appended, proposals, [...this.#parts.present()]);
			return result?.commit && Buffer.concat([result.commit, result.welcome ?? Buffer.alloc(0)]);
		} catch {
			return undefined;
		}
	}

	#process(transitionId: number, act: (session: DAVESession) => void): void {
		const { group, channelId } = this.#parts;
		if (!this.#session) return;
		try {
			act(this.#session);
			group.takeReady(this.userId, transitionId);
		} catch {
			this.#session.reinit(group.version, this.userId, channelId);
			group.takeInvalid(this.userId);
			this.#offer(group.version);
		}
	}

	#open(from: string, frame: Buffer): Uint8Array | undefined {
		const { group, ears } = this.#parts;
		const sealed = frame.length > 2 && frame.readUInt16BE(frame.length - 2) === marker;
		if (!sealed) {
			if (group.plainAllowed || frame.equals(silenceFrame)) return frame;
			ears.discard("plain");
			return undefined;
		}
		try {
			return this.#session?.decrypt(from, audio, frame);
		} catch {
			ears.discard("undecipherable");
			return undefined;
		}
	}
}
