import { InputError } from "../checks/form.ts";
import type { VoiceMembers } from "../voice/voice-states.ts";
import { createRandom } from "../world/clock.ts";
import { type Channel, isVoice, type Member } from "../world/guild.ts";
import type { Messages } from "../world/messages.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import type { Acts } from "./acts.ts";
import chatters from "./chatters.json" with { type: "json" };
import type { SeenMessage } from "./trace.ts";

const lastsMs = 60_000;
/** The pauses between lines, in ms. */
const pause = { shortestMs: 150, longestMs: 1_400 };
const previewMs = 700;
/** The percentage of lines that reply to a recent message, unless the line's own author wrote that message. */
const repliesInHundred = 15;
const recentLines = 8;

/**
 * Lets the ten members of `chatters.json` chat for a minute, in any number of channels at once. Links get previews; lines
 * that begin with @silent don't notify.
 */
export class Chats {
	readonly #messages: Messages;
	readonly #acts: Acts;
	readonly #voice: VoiceMembers;
	/** Seeded, so that every run chats alike. */
	readonly #random = createRandom();
	/** Functions that end the current chats, by channel id. */
	readonly #ends = new Map<string, () => void>();

	constructor(messages: Messages, acts: Acts, voice: VoiceMembers) {
		this.#messages = messages;
		this.#acts = acts;
		this.#voice = voice;
		messages.world.feed.onChannelGone(({ id }) => this.#ends.get(id)?.());
	}

	isOn({ id }: Channel): boolean {
		return this.#ends.has(id);
	}

	/**
	 * Begins a chat in a channel; if one is going on there, ends it. The chatting members join the guild unless they are
	 * banned, and stay in it. Until the chat ends, those who are in no voice channel join one: the chat's own channel if
	 * it is a voice channel, or else the application's, if it is in one.
	 *
	 * @throws InputError in private channels, and in channels where none of the members may write
	 */
	toggle(channel: Channel): void {
		const end = this.#ends.get(channel.id);
		if (end) end();
		else this.#begin(channel);
	}

	stop(): void {
		for (const end of this.#ends.values()) end();
	}

	#begin(channel: Channel): void {
		const { world } = this.#messages;
		const { guild } = channel;
		if (guild.isPrivate) throw new InputError("membersMayNotWrite");
		const wanted = chatters.filter((chatter) => !guild.banned.has(world.user(chatter).id));
		const people = wanted.map((chatter) => ({
			...chatter,
			member: world.addMember(guild, chatter),
			said: 0,
		}));
		const writers = people.filter(({ member }) => mayDo(member, writingPermission(channel), channel));
		if (writers.length === 0) throw new InputError("membersMayNotWrite");
		const seats = new Map<Member, Channel>();
		const waiting = new Set<() => void>();
		const after = (ms: number, act: () => void) => {
			const cancel = world.clock.after(ms, () => {
				waiting.delete(cancel);
				act();
			});
			waiting.add(cancel);
		};
		const recent: SeenMessage[] = [];
		const sayNext = () => {
			for (const { member } of writers) this.#seat(member, channel, seats);
			const person = writers[Math.floor(this.#random() * writers.length)];
			const line = person?.lines[person.said % person.lines.length];
			if (person && line !== undefined) {
				person.said += 1;
				const written = this.#write(person.member, channel, line, recent);
				if (written) recent.push(written);
				recent.splice(0, recent.length - recentLines);
				if (written?.content.includes("https://")) after(previewMs, () => this.#preview(written));
			}
			after(Math.round(pause.shortestMs + this.#random() * (pause.longestMs - pause.shortestMs)), sayNext);
		};
		this.#ends.set(channel.id, () => {
			for (const cancel of waiting) cancel();
			this.#ends.delete(channel.id);
			if (world.guilds.has(guild.id))
				for (const [member, room] of seats)
					if (guild.voiceStates.get(member.user.id)?.channelId === room.id) this.#voice.leave(member);
			world.feed.emit("guild");
		});
		after(lastsMs, () => this.#ends.get(channel.id)?.());
		sayNext();
		world.feed.emit("guild");
	}

	#write(member: Member, channel: Channel, line: string, recent: readonly SeenMessage[]) {
		const text = line.replace(/^@silent /, "");
		const answered = recent[Math.floor((this.#random() * recent.length * 100) / repliesInHundred)];
		try {
			if (answered && this.#messages.find(answered.id) && answered.raw.author.id !== member.user.id)
				return this.#acts.reply(member, answered, text);
			return this.#acts.post(member, text, { channel, silent: text !== line });
		} catch (error) {
			// Slow mode forbids the message, or the member has lost a permission meanwhile.
			if (error instanceof InputError) return undefined;
			throw error;
		}
	}

	#preview({ id, content }: SeenMessage): void {
		const url = /https:\/\/\S+/.exec(content)?.[0] ?? "";
		if (this.#messages.find(id)) this.#messages.addPreview(id, "A page about this", url);
	}

	/** Lets a member who is in no voice channel join the chat's channel or, if that has no voice, the application's. */
	#seat(member: Member, channel: Channel, seats: Map<Member, Channel>): void {
		const { guild } = channel;
		const room = isVoice(channel)
			? channel
			: guild.channels.get(guild.voiceStates.get(guild.bot.user.id)?.channelId ?? "");
		if (!room || guild.voiceStates.has(member.user.id)) return;
		try {
			this.#voice.join(member, room);
			seats.set(member, room);
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
		}
	}
}
