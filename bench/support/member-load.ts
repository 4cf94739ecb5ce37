import { setTimeout as wait } from "node:timers/promises";
import type { InteractionTrace } from "@herald/playground";
import { type BusyGuild, type BusyWorld, readLast } from "./busy-world.ts";

const voices = ["Puck", "Leda", "Kore", "Charon", "Zephyr"];

type LoadedWorld = Pick<BusyWorld, "playground" | "guilds" | "say">;

/** A voice that a member chose, with the interaction that may confirm it. */
interface Choice {
	readonly voice: string;
	readonly trace: InteractionTrace;
}

export const describeTrace = ({ interaction, messages }: InteractionTrace): string =>
	`${interaction.name}, ${interaction.state}: ${messages.map(({ thinking, content }) => (thinking ? "thinking" : content)).join(" | ")}`;

/** Has a member of every guild act again and again: speak, choose a voice, redeem a code. */
export class MemberLoad {
	readonly #world: LoadedWorld;
	readonly #pauseMs: number;
	readonly #over = new AbortController();
	readonly traces: InteractionTrace[] = [];
	/** The choices of each member by user id, oldest first. */
	readonly choices = new Map<string, Choice[]>();
	#codes = 0;
	readonly #work: Promise<unknown>;

	/** @param pauseMs - the average pause between a member's commands */
	constructor(world: LoadedWorld, pauseMs: number) {
		this.#world = world;
		this.#pauseMs = pauseMs;
		this.#work = Promise.all(world.guilds.map((guild) => this.#live(guild)));
	}

	async #live(guild: BusyGuild): Promise<void> {
		const { signal } = this.#over;
		while (!signal.aborted) {
			this.#act(guild);
			await wait(this.#pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
		}
	}

	#act(guild: BusyGuild): void {
		const { playground, say } = this.#world;
		const { person } = guild;
		const text = `This is number ${this.traces.length}, and nobody has said it before. So much for it.`;
		const chance = Math.random();
		if (chance < 0.4) this.traces.push(say(guild, text, "channel"));
		else if (chance < 0.6) this.traces.push(say(guild, text, "file"));
		else if (chance < 0.8) {
			const voice = voices[Math.floor(Math.random() * voices.length)] as string;
			const trace = playground.command(person, "voice me", { voice });
			this.traces.push(trace);
			this.choices.set(person.user.id, [...(this.choices.get(person.user.id) ?? []), { voice, trace }]);
		} else {
			this.#codes += 1;
			const code = `BENCH${String(this.#codes).padStart(8, "0")}`;
			this.traces.push(playground.command(person, "redeem", { code }));
		}
	}

	async stop(): Promise<void> {
		this.#over.abort();
		await this.#work;
	}

	/** @returns the interactions that were acknowledged, but have no answer, or only one that can't be final */
	unanswered(): InteractionTrace[] {
		return this.traces.filter(({ interaction, messages }) => {
			if (interaction.acknowledgedBy === undefined || interaction.state === "failed") return false;
			const last = messages.at(-1);
			return !last || last.thinking || /speaks in <#/.test(last.content);
		});
	}

	/** @returns the interactions that were acknowledged too late or never */
	ignored(): InteractionTrace[] {
		return this.traces.filter(
			({ interaction }) => interaction.acknowledgedBy === undefined || interaction.state === "failed",
		);
	}

	/** @returns how many members have neither the last voice that was confirmed nor a voice that they chose later */
	countLostChoices(readVoice: (userId: string) => string | undefined): number {
		return [...this.choices].filter(([userId, choices]) => {
			const confirmed = choices.findLastIndex(({ voice, trace }) => readLast(trace)?.includes(voice));
			const possible = choices.slice(Math.max(0, confirmed)).map(({ voice }) => voice);
			const voice = readVoice(userId);
			return confirmed !== -1 && (voice === undefined || !possible.includes(voice));
		}).length;
	}
}
