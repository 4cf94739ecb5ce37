import { DAVESession } from "@snazzah/davey";
import type { DaveGroup, DaveMember } from "./dave/group.ts";
import type { Ears } from "./heard.ts";
import type { RtpFrame } from "./rtp.ts";

const audio = 0;
const appended = 0;
const silenceFrame = Buffer.from([0xf8, 0xff, 0xfe]);
// Every frame encrypted by DAVE ends with it.
const marker = 0xfafa;

export interface ListenerParts {
	readonly userId: string;
	readonly channelId: string;
	readonly group: DaveGroup;
	readonly ears: Ears;
	/** The members of the channel; only they are admitted to the group. */
	readonly present: () => readonly string[];
	/** Delivers a commit, now or later. */
	readonly submit: (commit: () => void) => void;
}

/** A member who listens in this process: a real member of the channel's group, with real keys. */
export class Listener implements DaveMember {
	readonly #parts: ListenerParts;
	#session: DAVESession | undefined;

	constructor(parts: ListenerParts) {
		this.#parts = parts;
	}

	get userId(): string {
		return this.#parts.userId;
	}

	/** Joins the channel's group if there is one. */
	enter(): void {
		const { group } = this.#parts;
		group.join(this);
		if (group.version > 0) this.#offer(group.version);
	}

	/** Hears a frame, or discards it as Discord's clients do. */
	receive(from: string, { sequence, timestamp, payload }: RtpFrame, arrivedAt: number): void {
		const opus = this.#open(from, Buffer.from(payload));
		if (opus) this.#parts.ears.hear({ opus, userId: from, sequence, timestamp, arrivedAt });
	}

	// The session exists from the first key package on, and the external sender may arrive before it.
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
		// After the sender, which the server sends next.
		queueMicrotask(() => this.#offer(version));
	}

	#begin(version: number): DAVESession {
		return new DAVESession(version, this.userId, this.#parts.channelId);
	}

	#offer(version: number): void {
		this.#session ??= this.#begin(version);
		this.#parts.group.takeKeyPackage(this.userId, this.#session.getSerializedKeyPackage());
	}

	// Proposals that can't be processed, such as a key package with a wrong signature, are left for others to commit.
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
