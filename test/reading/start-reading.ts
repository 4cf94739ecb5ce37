import { eventually } from "@herald/common/testing/eventually.ts";
import type { Channel, Member, SeenMessage } from "@herald/playground";
import { afterAll, beforeEach, expect } from "vitest";
import type { Overrides } from "../../src/bot/bot-options.ts";
import { serverPanel } from "../support/server-panel.ts";
import { answerBody, type Behaviour, readAsked, sendJson, toneWav } from "../support/upstream.ts";
import { startWorld } from "../support/world.ts";

/** Speaks as fast as is plausible, and faster for texts with numbers, so that no test waits for words to be spoken. */
export const speakFast: Behaviour = (response, _attempt, request) => {
	const { text } = readAsked(request);
	const seconds = /\d/.test(text) ? 0.1 : 0.25 + 0.12 * text.split(/\s+/).length;
	sendJson(response, 200, answerBody(toneWav(seconds)));
};

/** Answers with this many seconds of sound, which are plausible only for texts with numbers. */
export const speakForSeconds =
	(seconds: number): Behaviour =>
	(response) =>
		sendJson(response, 200, answerBody(toneWav(seconds)));

/** Starts Herald in a voice channel with two members, and has the channel's chat read. */
export const startReading = async (
	overrides: Overrides = {},
	playgroundClock = overrides.clock,
	settings: Readonly<Record<string, string>> = {},
) => {
	const world = await startWorld(settings, overrides, playgroundClock);
	const { upstream, herald, playground, owner, member } = world;
	const { voice } = playground.home;
	upstream.behave(speakFast);
	playground.voice.join(member);
	playground.voice.join(owner);

	const use = (name: string, values: Record<string, string | boolean | number> = {}, who = owner) =>
		playground.command(who, name, values).firstAnswer();
	const panel = serverPanel(playground, owner);
	await panel.set({ voiceChat: true });
	await use("join");

	const asked = upstream.texts;
	const write = (text: string, who: Member = member, channel: Channel = voice): SeenMessage =>
		playground.post(who, text, { channel });
	/** The ids of the messages that were heard, at least in part. */
	const heardIds = (): readonly string[] =>
		herald.logs.flatMap(({ event, messages }) => (event === "messages_read" ? (messages as string[]) : []));
	/** Resolves once the message is being heard. */
	const heard = ({ id }: SeenMessage) => eventually(() => expect(heardIds()).toContain(id));
	/** The number of frames with sound that a member heard. */
	const soundsOf = (who: Member): number =>
		playground.voice.heard(who).packets.filter(({ opus }) => opus.length > 3).length;
	let count = 0;
	return {
		...world,
		voice,
		/** The panel of `/server`, used by the owner. */
		panel,
		use,
		write,
		asked,
		/**
		 * Resolves once all earlier messages were read or skipped.
		 * @returns what `asked` then returns
		 */
		settled: async (): Promise<readonly string[]> => {
			count += 1;
			const last = `Part ${count} is over`;
			write(last, owner);
			await eventually(() => expect(asked().join("\n")).toContain(last));
			return asked();
		},
		heardIds,
		heard,
		/** Writes a message that is read for 20 s, and resolves once half a second of it was heard. Later ones are short. */
		soundLong: async (...message: Parameters<typeof write>): Promise<SeenMessage> => {
			upstream.behave(speakForSeconds(20));
			playground.voice.forgetHeard(owner);
			const written = write(...message);
			await heard(written);
			await eventually(() => expect(soundsOf(owner)).toBeGreaterThan(25));
			upstream.behave(speakFast);
			return written;
		},
		soundsOf,
	};
};

/** Starts reading for all tests of a file, and stops it after them. Each test begins with an empty cache. */
export const useReading = async (...how: Parameters<typeof startReading>) => {
	const reading = await startReading(...how);
	afterAll(reading.stop);
	beforeEach(reading.forgetSpeech);
	return reading;
};

export type Reading = Awaited<ReturnType<typeof startReading>>;
