import { setTimeout as delay } from "node:timers/promises";

/** A message as the page receives it. */
export interface ShownMessage {
	readonly id: string;
	readonly content: string;
	readonly flags?: number;
	readonly author: { readonly id: string };
	readonly attachments: readonly { readonly filename: string; readonly url: string }[];
}

interface GuildView {
	readonly me: string;
	readonly connected: boolean;
	readonly channels: readonly { readonly id: string; readonly name: string }[];
	readonly members: readonly { readonly id: string; readonly username: string }[];
	readonly commands: readonly { readonly name: string }[];
}

interface InteractionView {
	readonly id: string;
	readonly state: string;
	readonly originalId: string | null;
}

const loading = 1 << 7;
const silence = Buffer.from([0xf8, 0xff, 0xfe]);
const patienceMs = 45_000;

/** A member of a playground in another process, who acts and watches over HTTP like the page. */
export class OutsideMember {
	guild: GuildView | undefined;
	readonly messages = new Map<string, ShownMessage>();
	readonly interactions = new Map<string, InteractionView>();
	readonly modals: { readonly interactionId: string; readonly customId: string }[] = [];
	readonly #url: string;
	readonly #gone = new AbortController();

	constructor(pageUrl: string) {
		this.#url = pageUrl;
	}

	/** Starts watching: the first server as its owner, or the server or direct messages with this id as `ada`. */
	async open(guild?: string): Promise<void> {
		const query = guild === undefined ? "" : `?as=ada&guild=${guild}`;
		const response = await fetch(`${this.#url}playground/live${query}`, { signal: this.#gone.signal });
		void this.#follow(response).catch((error: unknown) => {
			if (!this.#gone.signal.aborted) throw error;
		});
		await this.until("the guild", () => this.guild);
	}

	close(): void {
		this.#gone.abort();
	}

	/** Sends one of the page's requests as this member. @throws Error with the sentence of a server that refuses */
	async act<T = object>(name: string, body: object): Promise<T> {
		const response = await fetch(`${this.#url}playground/api/${name}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ as: this.guild?.me, ...body }),
		});
		const answer = (await response.json()) as T & { message?: string };
		if (!response.ok) throw new Error(`${name}: ${answer.message}`);
		return answer;
	}

	/** Uploads a file. @returns the value for a command's option */
	async upload(filename: string, text: string): Promise<string> {
		const query = new URLSearchParams({ as: this.guild?.me ?? "", name: filename });
		const response = await fetch(`${this.#url}playground/api/upload?${query}`, {
			method: "POST",
			headers: { "content-type": "application/octet-stream" },
			body: text,
		});
		return ((await response.json()) as { id: string }).id;
	}

	/** Sends a request that the bot answers with a message. @returns the message, once it isn't "thinking" any more */
	async ask(name: string, body: object): Promise<ShownMessage> {
		const { interactionId } = await this.act<{ interactionId: string }>(name, body);
		return this.until(`an answer to ${name} ${JSON.stringify(body)}`, () => {
			const interaction = this.interactions.get(interactionId);
			if (interaction?.state === "failed")
				throw new Error(`Nobody answered ${name} ${JSON.stringify(body)}.`);
			const answer = this.messages.get(interaction?.originalId ?? "");
			return answer && !(Number(answer.flags ?? 0) & loading) ? answer : undefined;
		});
	}

	/** @returns a list to which the Opus packets that the member hears are added, but silence, until the signal aborts */
	listen(signal: AbortSignal): readonly Buffer[] {
		const heard: Buffer[] = [];
		const hear = async () => {
			const response = await fetch(`${this.#url}playground/voice?as=${this.guild?.me}`, { signal });
			let rest = Buffer.alloc(0);
			for await (const chunk of response.body as ReadableStream<Uint8Array>) {
				rest = Buffer.concat([rest, chunk]);
				while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
					const end = 2 + rest.readUInt16BE(0);
					const packet = rest.subarray(2, end);
					if (!packet.equals(silence)) heard.push(packet);
					rest = rest.subarray(end);
				}
			}
		};
		void hear().catch(() => {});
		return heard;
	}

	channel(name: string): string {
		return this.guild?.channels.find((each) => each.name === name)?.id ?? "";
	}

	/** Waits until `look` finds something. @param what - what `look` looks for, for the error after the time limit */
	async until<T>(what: string, look: () => T | undefined): Promise<T> {
		for (const end = performance.now() + patienceMs; performance.now() < end; await delay(20)) {
			const found = look();
			if (found !== undefined) return found;
		}
		throw new Error(`There never was ${what}.`);
	}

	async #follow(response: Response): Promise<void> {
		let rest = "";
		const decoder = new TextDecoder();
		for await (const chunk of response.body as ReadableStream<Uint8Array>) {
			const events = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
			rest = events.pop() ?? "";
			for (const event of events) {
				const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
				if (name && data) this.#take(name, JSON.parse(data));
			}
		}
	}

	// biome-ignore lint/suspicious/noExplicitAny: what the page is told is read as it comes, like in the page.
	#take(name: string, data: any): void {
		if (name === "guild") this.guild = data;
		else if (name === "interaction") this.interactions.set(data.id, data);
		else if (name === "modal") this.modals.push(data);
		else if (name === "message" && data.kind === "deleted") this.messages.delete(data.message.id);
		else if (name === "message") this.messages.set(data.message.id, data.message);
	}
}
