import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { UdpAddress } from "@herald/playground";

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
export class SoundWitness {
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
