import { getVoiceConnection } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
import { leadInFrames } from "../../src/voice/playback.ts";
import { answerAtOnce, linesOf, makeText } from "./marked-lines.ts";
import { herald, home, playground, speech, useVoiceHerald, voice } from "./set-up.ts";

useVoiceHerald();

const marked = ({ opus }: { opus: Uint8Array }) => opus.length === 6;
/** Everything heard once Herald is silent. When a text has ended, its last packet may still be on its way. */
const heardInSilence = async () => {
	await eventually(() => expect(voice.isSpeaking(home.guild)).toBe(false));
	return voice.heard(home.owner);
};
/** Has the owner's text spoken. */
const say = async (lines: readonly number[], estimateMs?: number) => {
	const owner = await herald.enter(home.owner);
	const text = makeText(owner.id, lines, estimateMs);
	return { owner, text, accepted: await herald.sessions.say(owner, text) };
};
/** Resolves once a member has heard some frames. */
const hears = (who = home.owner) =>
	eventually(() => expect(voice.heard(who).packets.filter(marked).length).toBeGreaterThan(5));
/** The library's data about how packets are encrypted. */
const connectionData = (): { secretKey: unknown; encryptionMode: string } => {
	const state = getVoiceConnection(home.guild.id, herald.client.user.id)?.state;
	return Reflect.get(state ?? {}, "networking").state.connectionData;
};

test("a text is heard completely, in order, with end-to-end encryption and silence only before its first word", async () => {
	const { text, accepted } = await say([1, 2, 3]);
	expect(accepted).toMatchObject({ channelId: home.voice.id, trouble: undefined, before: 0, waitMs: 0 });
	// Herald is deafened.
	expect(home.guild.voiceStates.get(home.bot.user.id)).toMatchObject({ selfDeaf: true, selfMute: false });
	expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
	const { packets, gaps, plain, undecipherable } = await heardInSilence();
	expect({ plain, undecipherable }).toEqual({ plain: 0, undecipherable: 0 });
	expect(linesOf(packets)).toEqual([1, 2, 3]);
	expect(packets.filter(marked)).toHaveLength(33);
	const first = packets.findIndex(marked);
	expect(first).toBeGreaterThanOrEqual(leadInFrames);
	// At most one frame of silence between Lines, and no pause in the packets.
	expect(packets.findLastIndex(marked) - first).toBeLessThanOrEqual(34);
	expect(gaps.filter(({ lost }) => lost > 0)).toEqual([]);
	expect(text.events.map(({ kind }) => kind)).toEqual(["started", "ended"]);
});

test.each(["aead_aes256_gcm_rtpsize", "aead_xchacha20_poly1305_rtpsize"] as const)(
	"a text is heard if only %s is offered",
	async (mode) => {
		voice.troubles.modes = [mode];
		await (await say([1])).text.ended;
		expect((await heardInSilence()).packets.filter(marked)).toHaveLength(11);
		expect(connectionData().encryptionMode).toBe(mode);
	},
);

test("a text is encrypted in the cheapest way that is offered, also on the next connection", async () => {
	const preferred = "aead_xchacha20_poly1305_rtpsize";
	voice.troubles.modes = ["aead_aes256_gcm_rtpsize", preferred];
	await herald.sessions.join(await herald.enter(home.owner));
	const before = connectionData();
	expect(before.encryptionMode).toBe(preferred);
	voice.close(4006);
	await eventually(() => expect(voice.counts.identified).toBe(2));
	expect(await (await say([1])).text.ended).toMatchObject({ how: "heard" });
	expect((await heardInSilence()).packets.filter(marked)).toHaveLength(11);
	expect(connectionData().encryptionMode).toBe(preferred);
	expect(connectionData().secretKey).not.toEqual(before.secretKey);
});

test("a text is heard by members in the channel, whether it is encrypted or not", async () => {
	voice.changeDaveVersion(0);
	await (await say([1])).text.ended;
	expect((await heardInSilence()).packets.filter(marked)).toHaveLength(11);
});

test("a text is heard by newcomers and by earlier listeners through every change of keys", async () => {
	speech.answer = answerAtOnce(120);
	const { text } = await say([1]);
	await hears();
	await herald.enter(home.ordinary);
	await hears(home.ordinary);
	playground.voice.leave(home.ordinary);
	await text.ended;
	const { packets } = await heardInSilence();
	expect(packets.filter(marked).length).toBeGreaterThan(100);
});

test("a text begun without listeners is heard by a newcomer", async () => {
	speech.answer = answerAtOnce(100);
	const owner = await herald.memberOf(home.owner);
	const text = makeText(owner.id, [1]);
	await herald.sessions.join(owner, home.voice.id);
	herald.sessions.readInto(home.guild.id, text);
	await eventually(() => expect(voice.isSpeaking(home.guild)).toBe(true));
	await herald.enter(home.owner);
	await hears();
});
