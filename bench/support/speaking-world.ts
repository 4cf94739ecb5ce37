import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Member, UdpAddress } from "@herald/playground";
import { serverPanel } from "../../test/support/server-panel.ts";
import { type BusyGuild, type BusyWorld, startBusyWorld } from "./busy-world.ts";

const program = new URL("./witness-sound.py", import.meta.url).pathname;

export interface WitnessedChannel {
	readonly frames: number;
	/** Packets that didn't arrive, counted by the gaps in sequence numbers. */
	readonly lost: number;
	/** Frames that came more than 40 ms, but less than a second, after the previous one. */
	readonly late: number;
	/** The longest gap of less than a second between two frames, in ms. */
	readonly longestMs: number;
}

/**
 * A process that receives bots' sound and counts packets by the kernel's time of arrival. A packet that counts as late
 * was therefore sent late, however busy the playground is. Needs `python3`.
 */
class SoundWitness {
	readonly #child = spawn("python3", [program], { stdio: ["pipe", "pipe", "inherit"] });
	readonly #lines = createInterface({ input: this.#child.stdout });
	#address: UdpAddress | undefined;

	/** @throws if there is no `python3` */
	async start(): Promise<void> {
		const failed = once(this.#child, "exit").then(() => Promise.reject(new Error("The witness has ended")));
		failed.catch(() => {});
		const [port] = (await Promise.race([once(this.#lines, "line"), failed])) as [string];
		this.#address = { ip: "127.0.0.1", port: Number(port) };
	}

	/** The address to which bots send their sound. */
	get address(): UdpAddress {
		if (!this.#address) throw new Error("The witness hasn't started");
		return this.#address;
	}

	/** Passes one of `every` packets of each channel on to a voice server. */
	forward({ port }: UdpAddress, every: number): void {
		this.#child.stdin.write(`forward ${port} ${every}\n`);
	}

	/** Resets the counts. */
	begin(): void {
		this.#child.stdin.write("begin\n");
	}

	/** @returns the statistics of each channel, by its SSRC */
	async tell(): Promise<ReadonlyMap<string, WitnessedChannel>> {
		this.#child.stdin.write("tell\n");
		const [line] = (await once(this.#lines, "line")) as [string];
		return new Map(Object.entries(JSON.parse(line) as Record<string, WitnessedChannel>));
	}

	async stop(): Promise<void> {
		if (this.#child.exitCode !== null) return;
		this.#child.kill();
		await once(this.#child, "exit");
	}
}

/** The number of frames above which a channel counts as speaking. */
const framesSpeaking = 50;
/** Of each channel, one packet in this many goes to a listener that decrypts it. */
const forwardEvery = 10;
/** A text that takes over a minute to speak. */
const longText = Array.from({ length: 50 }, () => "one two three four").join(" ");
/** Short messages, for an interval that is too short for one of `messages` to be spoken. */
const words = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
/** Messages that take a little over four seconds each, and the interval at which each guild gets one, in ms. */
const messages = words.map((first) => `${first} and one two three four five six seven eight nine.`);
const messageMs = 4_000;
/** How many messages a member may write per minute: slightly fewer than Herald reads. */
const readPerMinute = 18;
/** The most times that Herald is asked into a channel, and how long it may take to join each time, in ms. */
const joinsMax = 5;
const joinMs = 20_000;
/** How many commands are given at once, and how often a command is tried if it isn't acknowledged in time. */
const lanes = 4;
const triesMax = 3;
/** How long it may take until all channels speak, in ms. */
const speakingMs = 180_000;

/** @throws if an action isn't acknowledged in any of `times` tries */
const untilAcknowledged = async (act: () => Promise<unknown>, times = triesMax): Promise<void> => {
	try {
		await act();
	} catch (error) {
		if (times <= 1) throw error;
		await untilAcknowledged(act, times - 1);
	}
};

/** Has a member of each guild act, a few at a time: hundreds at once couldn't be acknowledged in time. */
const doInEach = async (
	guilds: readonly BusyGuild[],
	act: (guild: BusyGuild) => Promise<unknown>,
): Promise<void> => {
	const left = [...guilds];
	const lane = async (): Promise<void> => {
		for (let next = left.shift(); next; next = left.shift()) {
			const guild = next;
			await untilAcknowledged(() => act(guild));
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
};

const joinAll = async ({ guilds, playground }: BusyWorld): Promise<void> => {
	const missing = () => guilds.filter(({ guild }) => !playground.voice.isEndToEnd(guild));
	for (let times = 0; times < joinsMax && missing().length > 0; times += 1) {
		await doInEach(missing(), ({ person }) => playground.command(person, "join").message(() => true));
		const end = performance.now() + joinMs;
		while (missing().length > 0 && performance.now() < end) await wait(100);
	}
	if (missing().length > 0) throw new Error(`Herald is missing in ${missing().length} channels`);
};

/**
 * Makes every channel speak until the signal aborts: a long text in each, or short messages one after the other.
 *
 * @param everyMs - the interval of messages in each guild; undefined for long texts
 */
const speak = async (world: BusyWorld, everyMs: number | undefined, signal: AbortSignal): Promise<void> => {
	const { guilds, playground, say } = world;
	if (everyMs === undefined) {
		for (let times = 0; times < 2; times += 1)
			await doInEach(guilds, (guild) => say(guild, longText, "channel").message(() => true));
		return;
	}
	const texts = everyMs < messageMs ? words : messages;
	const writersEach = Math.ceil(60_000 / everyMs / readPerMinute);
	const rooms = guilds.map(({ guild, person, voice }) => {
		const others = Array.from({ length: writersEach - 1 }, (_, at) =>
			playground.world.addMember(guild, { username: `${person.user.username}-${at}` }),
		);
		return { voice, writers: [person, ...others] };
	});
	const write = (n: number) => {
		const { voice, writers } = rooms[n % rooms.length] as (typeof rooms)[number];
		const round = Math.floor(n / rooms.length);
		const [writer, text] = [writers[round % writersEach], texts[round % texts.length]] as [Member, string];
		playground.post(writer, text, { channel: voice });
	};
	let n = 0;
	while (n < guilds.length) write(n++);
	// Evenly spread over time, as when members of many guilds write.
	while (!signal.aborted) {
		write(n++);
		await wait(everyMs / guilds.length, undefined, { signal }).catch(() => {});
	}
};

/** Many guilds in whose voice channels a program speaks, with a witness of every packet. */
export const startSpeakingWorld = async (
	count: number,
	environment: Readonly<Record<string, string>> = {},
) => {
	const witness = new SoundWitness();
	await witness.start();
	const world = await startBusyWorld(count, {
		environment: { LOG_LEVEL: "warn", ...environment },
		soundRelay: witness.address,
	});
	const { guilds, playground } = world;
	witness.forward(playground.voice.udpAddress, forwardEvery);
	const over = new AbortController();
	let speaking: Promise<void> | undefined;
	const heard = () => guilds.map(({ person }) => playground.voice.heard(person));
	return {
		...world,
		witness,
		/**
		 * Starts Herald, and makes it speak everywhere.
		 *
		 * @param everyMs - the interval of messages in each guild, if Herald reads
		 * @throws if Herald can't join a channel
		 */
		speak: async (reading: boolean, everyMs = messageMs): Promise<void> => {
			await world.herald.start();
			if (reading)
				await doInEach(guilds, ({ person }) =>
					serverPanel(playground, person).set({ voiceChat: true, listenersOnly: false }),
				);
			await joinAll(world);
			speaking = speak(world, reading ? everyMs : undefined, over.signal);
		},
		/** Resolves when all channels speak. @throws if one stays silent for three minutes */
		untilAllSpeak: async (): Promise<void> => {
			const end = performance.now() + speakingMs;
			for (;;) {
				const channels = [...(await witness.tell()).values()];
				const speaking = channels.filter(({ frames }) => frames > framesSpeaking).length;
				if (speaking >= count) return;
				if (performance.now() > end) throw new Error(`Only ${speaking} of ${count} channels speak`);
				await wait(500);
			}
		},
		/**
		 * @returns what is sent in the next `ms`, by each channel's SSRC
		 * @throws if a listener can't decrypt a packet, or gets none
		 */
		watch: async (ms: number): Promise<ReadonlyMap<string, WitnessedChannel>> => {
			for (const { person } of guilds) playground.voice.forgetHeard(person);
			witness.begin();
			await wait(ms);
			const channels = await witness.tell();
			if (heard().some(({ packets, undecipherable }) => packets.length === 0 || undecipherable > 0))
				throw new Error("Not everything could be decrypted");
			return channels;
		},
		stop: async (): Promise<void> => {
			over.abort();
			await speaking;
			await world.stop();
			await witness.stop();
		},
	};
};

export type SpeakingWorld = Awaited<ReturnType<typeof startSpeakingWorld>>;
