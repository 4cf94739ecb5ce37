import { Readable } from "node:stream";
import {
	type AudioPlayer,
	AudioPlayerStatus,
	type AudioResource,
	createAudioPlayer,
	createAudioResource,
	NoSubscriberBehavior,
	StreamType,
} from "@discordjs/voice";
import type { Logger } from "../log.ts";

/** Opus frames of silence before a first word: a client's jitter buffer swallows what comes before it has settled. */
export const leadInFrames = 5;

const silence = Buffer.from([0xf8, 0xff, 0xfe]);
const leadIn: readonly Buffer[] = Array.from({ length: leadInFrames }, () => silence);

/**
 * The library asks packets whether they equal silence: only a Buffer can say. One at a time, as they are read: thousands at
 * once, where many Clips begin together, would hold up the event loop.
 */
function* toBuffers(packets: readonly Uint8Array[]): Generator<Buffer> {
	for (const { buffer, byteOffset, length } of packets) yield Buffer.from(buffer, byteOffset, length);
}

const makeResource = (packets: readonly Uint8Array[]): AudioResource =>
	createAudioResource(Readable.from(toBuffers(packets)), { inputType: StreamType.Opus });

/** Makes a first resource: it looks for ffmpeg and holds the event loop up, which must not happen in the middle of a word. */
export const warmUpPlayback = (): void => {
	makeResource([silence]).playStream.destroy();
};

/** A Clip on its way to being heard. */
export interface Playing {
	/** Resolves when its first packet is next; never, when it is dropped before. */
	readonly started: Promise<void>;
	/** Resolves with whether all of it was played, when it was or was dropped. */
	readonly ended: Promise<boolean>;
}

interface Item {
	readonly packets: readonly Uint8Array[];
	readonly signal: AbortSignal;
	readonly started: PromiseWithResolvers<void>;
	readonly ended: PromiseWithResolvers<boolean>;
	readonly drop: () => void;
	resource: AudioResource | undefined;
}

/** Plays Clips one after the other: a resource for each, made before the one before ends. */
export class Playback {
	readonly player: AudioPlayer;
	/** The first one plays, the others wait. */
	readonly #items: Item[] = [];
	#closed = false;

	constructor(logger: Logger) {
		this.player = createAudioPlayer({
			debug: false,
			behaviors: { noSubscriber: NoSubscriberBehavior.Pause },
		});
		this.player.on("error", (error) => logger.error({ err: error }, "playback failed"));
		this.player.on("stateChange", (_, { status }) => {
			// Leaving the player's own cycle first: a player that goes on from within it is ticked twice.
			if (status === AudioPlayerStatus.Idle) setImmediate(() => this.#onIdle());
		});
	}

	/** True while something plays or waits. */
	get busy(): boolean {
		return this.#items.length > 0;
	}

	/** Adds a Clip's packets; they are dropped, played or not, when the signal aborts. */
	add(packets: readonly Uint8Array[], signal: AbortSignal): Playing {
		const item: Item = {
			packets,
			signal,
			started: Promise.withResolvers(),
			ended: Promise.withResolvers(),
			drop: () => this.#drop(item),
			resource: undefined,
		};
		if (signal.aborted || this.#closed) item.ended.resolve(false);
		else {
			signal.addEventListener("abort", item.drop, { once: true });
			this.#items.push(item);
			if (this.#items.length === 1) this.#start(item);
			else this.#prepare(item, false);
		}
		return { started: item.started.promise, ended: item.ended.promise };
	}

	/** Drops everything and stops. */
	close(): void {
		this.#closed = true;
		for (const item of this.#items.splice(0)) this.#finish(item, false);
		this.player.stop(true);
	}

	#prepare(item: Item, first: boolean): AudioResource {
		const resource = makeResource(first ? [...leadIn, ...item.packets] : item.packets);
		item.resource = resource;
		resource.playStream.once("end", () => this.#onEnd(item));
		return resource;
	}

	#start(item: Item): void {
		this.player.play(item.resource ?? this.#prepare(item, true));
		item.started.resolve();
	}

	/** All packets are read: whatever follows is played at once, without the player's coming to rest. */
	#onEnd(item: Item): void {
		if (this.#items[0] !== item) return;
		this.#items.shift();
		this.#finish(item, true);
		const [next] = this.#items;
		if (next) this.#start(next);
	}

	/** At rest by itself: a resource ended or failed. */
	#onIdle(): void {
		if (this.player.state.status !== AudioPlayerStatus.Idle) return;
		const [item] = this.#items;
		if (!item) return;
		// What failed before it ended is not played again.
		if (item.resource?.ended || item.resource?.playStream.destroyed) {
			this.#items.shift();
			this.#finish(item, false);
		}
		const [next] = this.#items;
		if (next) this.#start(next);
	}

	#drop(item: Item): void {
		const at = this.#items.indexOf(item);
		if (at === -1) return;
		this.#items.splice(at, 1);
		this.#finish(item, false);
		if (at > 0) return;
		const [next] = this.#items;
		if (next) this.#start(next);
		// Not at once: the packet that is prepared already would be the first of whatever comes next.
		else this.player.stop();
	}

	#finish(item: Item, whole: boolean): void {
		item.signal.removeEventListener("abort", item.drop);
		item.ended.resolve(whole);
		// What the player holds it destroys itself when it lets go.
		if (Reflect.get(this.player.state, "resource") !== item.resource) item.resource?.playStream.destroy();
	}
}
