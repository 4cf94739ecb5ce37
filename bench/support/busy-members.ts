import { setTimeout as wait } from "node:timers/promises";
import type { InteractionTrace, Member, Playground } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";

/** The average pause between actions, in ms. */
const pauseMs = 25;
/** How many of the last actions are remembered. No other action begins while half as many are unacknowledged. */
const atOnce = 20;
/** The share of actions that send a book, and the share that send any text, books included. */
const bookShare = 0.02;
const spokenShare = 0.75;
const isNew = ({ interaction }: InteractionTrace): boolean =>
	interaction.state === "waiting" && interaction.acknowledgedBy === undefined;

const languages: Readonly<Record<string, string>> = {
	en: "says that the weather is fine today",
	de: "sagt heute etwas sehr Langes dazu",
	fr: "dit que le temps est beau ici",
	es: "dice que hoy hace buen tiempo",
	pt: "diz que hoje faz bom tempo",
	it: "dice che oggi fa bel tempo",
	pl: "mówi dzisiaj coś bardzo ciekawego",
	ru: "говорит сегодня что-то очень интересное",
	ja: "は今日とても長い話をします",
	ko: "오늘 아주 긴 이야기를 합니다",
};

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);
const letters = (n: number): string => String.fromCharCode(97 + (Math.floor(n / 26) % 26), 97 + (n % 26));
const mark = /\bZed[a-z]{2}\b/;

/** @returns the mark of the member who sent a text, which is in each sentence; undefined if there is none */
export const findMark = (text: string): string | undefined => mark.exec(text)?.[0];

export interface Person {
	readonly member: Member;
	readonly mark: string;
	last?: InteractionTrace;
}

/** Members in voice channels who have texts, samples and long files spoken, and stop some of them. */
export class BusyMembers {
	readonly people: readonly Person[];
	readonly #playground: Playground;
	#traces: InteractionTrace[] = [];
	#number = 0;

	constructor(playground: Playground, servers: number, membersAServer: number) {
		this.#playground = playground;
		const people: Person[] = [];
		for (let n = 0; n < servers; n += 1) {
			const [first = { username: "" }, ...others] = Array.from({ length: membersAServer }, (_, m) => ({
				username: `member${n}${m}`,
			}));
			const guild = playground.world.addGuild({
				name: `Server ${n}`,
				members: [first, ...others],
				channels: [{ name: "general" }, { name: "voice", type: ChannelType.GuildVoice }],
			});
			const voice = [...guild.channels.values()].find(({ type }) => type === ChannelType.GuildVoice);
			for (const member of guild.members.values()) {
				if (member.user.bot || !voice) continue;
				people.push({ member, mark: `Zed${letters(people.length)}` });
				playground.voice.join(member, voice);
			}
		}
		this.people = people;
	}

	get owners(): readonly Person[] {
		return this.people.filter(({ member }) => member === member.guild.owner);
	}

	/** Has random members do this many actions. */
	async act(acts: number): Promise<void> {
		for (let act = 0; act < acts; act += 1) {
			const chance = Math.random();
			const person = pick(this.people);
			if (chance < bookShare) this.#sendBook(person);
			else pick(chance < spokenShare ? this.#speaking : this.#ending)(person);
			do await wait(pauseMs * Math.random() * 2);
			while (this.#traces.filter(isNew).length >= atOnce / 2);
		}
	}

	use(person: Person, command: string, values: Parameters<Playground["command"]>[2] = {}): InteractionTrace {
		person.last = this.#playground.command(person.member, command, values);
		this.#traces = [...this.#traces.slice(1 - atOnce), person.last];
		return person.last;
	}

	readonly #speaking: readonly ((person: Person) => void)[] = [
		(person) => this.use(person, "say", { text: this.#write(person, upTo(6)), as: "channel" }),
		// Most long texts are files: in a channel's queue, a long text reserves much of the day's limit without a sound.
		(person) => {
			const as = pick(["file", "file", "file", "channel"]);
			this.use(person, "say", { text: this.#write(person, 30), as });
		},
		(person) => this.use(person, "say", { text: this.#write(person, upTo(20)), as: "file" }),
		(person) => {
			const text = this.#write(person, 2);
			this.use(person, "say", { text, speed: pick([0.5, 1.5, 2]), as: "file" });
		},
		(person) => {
			const text = `${person.mark} ${"@=".repeat(8)}${this.#newWord()}`;
			this.use(person, "say", { text, as: "file" });
		},
		(person) => {
			const language = pick(Object.keys(languages));
			this.use(person, "say", { text: this.#write(person, 3, language), language, as: "file" });
		},
		(person) =>
			this.use(person, "voice try", { voice: pick(["Puck", "Kore"]), text: this.#write(person, 1) }),
	];

	readonly #ending: readonly ((person: Person) => void)[] = [
		(person) => this.use(person, "skip"),
		(person) => this.use(person, "skip", { all: true }),
		(person) => this.use(person, "stop"),
		(person) => this.use(person, "leave"),
		(person) => this.#click(person),
		(person) => this.#click(person),
		({ last }) => {
			const message = last?.messages.at(-1);
			if (message) this.#playground.messages.delete(message.id);
		},
	];

	#sendBook(person: Person): void {
		const text = Array.from({ length: upTo(20) }, () => this.#write(person, 4)).join("\n\n");
		const file = this.#playground.upload("book.txt", Buffer.from(text));
		this.use(person, "say", { file, as: pick(["file", "channel"]) });
	}

	#click({ member, last }: Person): void {
		const message = last?.messages.at(-1);
		const buttons = message?.components.filter(({ custom_id: id }) => id !== undefined) ?? [];
		if (message && buttons.length > 0)
			this.#playground.click(member, message, String(pick(buttons).custom_id));
	}

	#newWord(): string {
		this.#number += 1;
		return `${letters(this.#number % 676)}${letters(Math.floor(this.#number / 676))}`;
	}

	/** @returns this many sentences that haven't been spoken before */
	#write(person: Person, sentences: number, language = pick(Object.keys(languages))): string {
		const write = () => `${person.mark} ${languages[language]} ${this.#newWord()}.`;
		return Array.from({ length: sentences }, write).join(" ");
	}
}
