import { eventually } from "@herald/common/testing/eventually.ts";
import type { Channel } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { makeText } from "./marked-lines.ts";
import { clock, expectNothingLeft, herald, home, playground, say, useVoiceHerald, voice } from "./set-up.ts";
import { waitsFor } from "./support.ts";

useVoiceHerald();

const refusal = (reason: string) => ({ detail: { kind: "voice", reason } });

/** Makes the owner a speaker on a stage. */
const enterStage = async (stage: Channel = home.stage) => {
	const owner = await herald.enter(home.owner, stage);
	voice.setSuppressed(home.owner, false);
	await eventually(() => expect(owner.voice.suppress).toBe(false));
	return owner;
};
const hindered = (reason: string, channelId: string) =>
	expect.objectContaining({ kind: "hindered", trouble: { reason, channelId } });

test("Herald becomes a speaker on a stage if it may, and requests to speak if it may only do that", async () => {
	playground.setPermissions(home.bot, { allow: ["MuteMembers"] }, home.stage);
	const owner = await herald.enter(home.owner, home.stage);
	await expect(herald.sessions.join(owner)).rejects.toMatchObject(refusal("member_may_not_speak"));
	voice.setSuppressed(home.owner, false);
	await eventually(() => expect(owner.voice.suppress).toBe(false));
	const text = await say(owner, [1]);
	expect(await text.ended).toMatchObject({ how: "heard" });
	await herald.sessions.leave(owner);

	playground.setPermissions(home.bot, { allow: ["RequestToSpeak"] }, home.stage);
	const asking = await say(owner, [2]);
	await eventually(() => expect(asking.events).toContainEqual(hindered("asked_to_speak", home.stage.id)));
	voice.setSuppressed(home.bot, false);
	expect(await asking.ended).toMatchObject({ how: "heard" });
});

test("the answer to a join reflects Herald's state on the stage after it became a speaker", async () => {
	const owner = await enterStage();
	playground.setPermissions(home.bot, { allow: ["MuteMembers"] }, home.stage);
	expect(await herald.sessions.join(owner)).toEqual({ channelId: home.stage.id, trouble: undefined });
	expect(home.guild.voiceStates.get(home.bot.user.id)?.suppress).toBe(false);
	await herald.sessions.leave(owner);
	await expectNothingLeft();

	playground.setPermissions(home.bot, { allow: ["RequestToSpeak"] }, home.stage);
	expect(await herald.sessions.join(owner)).toMatchObject({ trouble: { reason: "asked_to_speak" } });
});

test("in the audience, Herald becomes a speaker once it is given Mute Members", async () => {
	playground.setPermissions(home.bot, { deny: ["RequestToSpeak"] }, home.stage);
	const owner = await enterStage();
	const text = await say(owner, [1]);
	await eventually(() => expect(text.events).toContainEqual(hindered("herald_suppressed", home.stage.id)));
	playground.setPermissions(home.bot, { allow: ["MuteMembers"] }, home.stage);
	expect(await text.ended).toMatchObject({ how: "heard" });
});

test("moved to another stage, Herald tries again there", async () => {
	const second = playground.createChannel({ type: ChannelType.GuildStageVoice, name: "Second stage" });
	playground.setPermissions(home.bot, { allow: ["MuteMembers"] }, second);
	const owner = await enterStage();
	const text = makeText(owner.id, [1]);
	expect(await herald.sessions.say(owner, text)).toMatchObject({
		trouble: { reason: "asked_to_speak", channelId: home.stage.id },
	});
	voice.move(home.owner, second);
	voice.move(home.bot, second);
	expect(await text.ended).toMatchObject({ how: "heard" });
	expect(herald.sessions.queue(home.guild.id)?.trouble).toBeUndefined();
});

test.each(["none", "ask"] as const)(
	"a stage on which nobody lets Herald speak is left like a channel in which nothing is said (means: %s)",
	async (means) => {
		playground.setPermissions(
			home.bot,
			means === "ask" ? { allow: ["RequestToSpeak"] } : { deny: ["RequestToSpeak"] },
			home.stage,
		);
		const text = await say(await enterStage(), [1]);
		await waitsFor(herald, 10 * 60_000);
		clock.advance(10 * 60_000);
		expect(await text.ended).toEqual({ kind: "ended", how: "left" });
		await expectNothingLeft();
	},
);
