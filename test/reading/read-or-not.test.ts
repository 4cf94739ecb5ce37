import { eventually } from "@herald/common/testing/eventually.ts";
import type { Channel, Member, SeenMessage } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { describe, expect, test } from "vitest";
import { button, withSound } from "../support/answers.ts";
import { callDiscord } from "../support/call-discord.ts";
import type { Herald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";
import { speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

type Values = Parameters<Herald["playground"]["command"]>[2];
const use = (who: Member, name: string, values: Values = {}) =>
	playground.command(who, name, values).firstAnswer();
const ask = async (message: { id: string }, locale = "en-US"): Promise<string> => {
	const answer = await playground
		.messageCommand(owner, "Read or not?", message, { locale })
		.message((seen) => seen.content !== "");
	expect(answer.ephemeral).toBe(true);
	return answer.content;
};
const post = (content: string, who = member, channel = lounge): SeenMessage =>
	playground.post(who, content, { channel });
const verdictOn = async (message: { id: string }): Promise<string | undefined> =>
	(await ask(message)).split("\n")[0];
/** Makes Herald leave, and has both members rejoin, so that Herald may join by itself. */
const sendAway = async () => {
	const { voice } = playground;
	await use(owner, "leave");
	for (const who of [owner, member]) voice.leave(who);
	for (const who of [owner, member]) voice.join(who);
};
const skipped = (why: string) => `**Not read aloud.** ${why}`;

const { upstream, herald, playground } = await useWorld({ MEMBER_SECONDS_PER_DAY: "600" });
const { owner, ordinary: member, voice: lounge, text, guild, secondVoice, bot } = playground.home;
const readAloud = `**Read aloud** in <#${lounge.id}>.`;
const panel = serverPanel(playground, owner);
for (const who of [owner, member]) playground.voice.join(who);
await panel.set({ voiceChat: true });
await use(owner, "join");

describe("Read or not?", () => {
	test("says that Herald isn't in voice, what it would speak, and about what that would cost", async () => {
		await sendAway();
		const guest = playground.world.addMember(guild, { username: "cleo", name: "Cleo" });
		expect(await ask(post("Hello **there**", guest))).toBe(
			`${skipped("Herald isn't in a voice channel here.")}\nIt would be read as: Cleo: Hello there\n-# About 3 seconds of speech. Today, 300 more seconds of its author's messages can be read.`,
		);
		await use(owner, "join");
	});

	test("says that a message is read if Herald is in voice and reads its chat", async () => {
		await sendAway();
		upstream.behave(speakWell);
		const message = post("Good evening");
		await panel.set({ autoJoin: "on-message" });
		// Herald would join for the message.
		expect(await verdictOn(message)).toBe(readAloud);
		await panel.reset("reading");
		await use(owner, "join");
		expect(await verdictOn(message)).toMatch(/^\*\*Not read aloud\.\*\* Herald doesn't read this channel\./);
		await panel.set({ voiceChat: true });
		expect(await verdictOn(message)).toBe(readAloud);
		expect(await ask(message, "de")).toMatch(
			/^\*\*Wird in <#\d+> vorgelesen\.\*\*\nVorgelesen als: Ben: Good evening\n-# Etwa 3 Sekunden Sprechzeit/,
		);
		expect(upstream.requests).toHaveLength(0);
	});

	test("remembers that words were repeated", async () => {
		const first = post("Twice the same words");
		const second = post("Twice the same words");
		await eventually(async () =>
			expect(await verdictOn(second)).toBe(skipped("Its author wrote the same thing just before.")),
		);
		expect(await verdictOn(first)).toBe(readAloud);
	});

	test("has a sentence for messages that members or servers don't want read", async () => {
		const silent = playground.post(member, "psst", { channel: lounge, silent: true });
		expect(await verdictOn(silent)).toBe(skipped("It was sent as a silent message."));
		expect(await verdictOn(post("// not this"))).toMatch(/has a prefix/);
		expect(await verdictOn(post("…", member, lounge))).toMatch(/nothing in it to read aloud/);
		const own = await playground.command(owner, "queue", {}, { channel: lounge }).firstAnswer();
		await panel.add("channels", { channels: [lounge.id] });
		expect(await verdictOn(own)).toBe(skipped("Herald doesn't read its own messages."));

		await panel.add("words", { words: "pineapple, Ben" });
		expect(await verdictOn(post("Pineapple pizza"))).toMatch(/contains a word blocked in this server/);
		expect(await verdictOn(post("Pizza"))).toMatch(
			/Its author's name, which Herald says first, contains a word/,
		);
		await panel.remove("words", "pineapple", "Ben");

		await use(member, "voice me", { reading: "off" });
		expect(await verdictOn(post("Not me"))).toBe(
			skipped("Its author doesn't want their messages read aloud."),
		);
		await use(member, "voice me", { reading: "on", name: "Benny" });
		expect(await ask(post("It's me again"))).toContain("Read as: Benny: It's me again");
		await use(member, "voice me", { name: "Ben" });

		await panel.add("ignores", { who: [member.user.id] });
		expect(await verdictOn(post("Not me"))).toMatch(/author's messages aren't read/);
		await panel.remove("ignores", "Ben");
		await panel.remove("channels", `#${lounge.name}`);
	});

	test("has a sentence for authors who can't speak in the voice channel themselves", async () => {
		playground.voice.leave(member);
		expect(await verdictOn(post("From outside"))).toMatch(/its author isn't there/);
		playground.voice.join(member);
		playground.setPermissions(member, { deny: ["Speak"] }, lounge);
		expect(await verdictOn(post("No voice"))).toMatch(/can't speak in Herald's voice channel/);
		playground.setPermissions(member, {}, lounge);
		const bot = playground.world.addMember(guild, { username: "robot", bot: true });
		expect(await verdictOn(post("Beep", bot))).toMatch(/Messages of a bot or webhook are only read once/);
		await panel.add("sources", { bots: [bot.user.id] });
		expect(await verdictOn(post("Beep", bot))).toBe(readAloud);
	});

	test("says that a listener may not see the channel, even after a role was taken away", async () => {
		const secret = playground.createChannel({ name: "secret" });
		playground.world.addRole(guild, { name: "Insiders", permissions: ["Administrator"] });
		playground.setPermissions("everyone", { deny: ["ViewChannel"] }, secret);
		playground.setPermissions(bot, { allow: ["ViewChannel"] }, secret);
		playground.setPermissions(member, { allow: ["ViewChannel", "SendMessages"] }, secret);
		await panel.add("channels", { channels: [secret.id] });
		const message = post("Between us", member, secret);
		expect(await verdictOn(message)).toBe(readAloud);

		const guest = playground.world.addMember(guild, { username: "carl", roles: ["Insiders"] });
		await eventually(async () => {
			await use(owner, "stop");
			expect(playground.voice.isSpeaking(guild)).toBe(false);
		});
		post(`This goes on for some seconds, ${"and on, ".repeat(20)}for whoever comes in.`, member, secret);
		await eventually(() => expect(playground.voice.isSpeaking(guild)).toBe(true));
		playground.voice.join(guest);
		// A newcomer who may see the channel hears the rest of the message.
		await eventually(() =>
			expect(
				playground.voice.heard(guest).packets.filter(({ opus }) => opus.length > 3).length,
			).toBeGreaterThan(20),
		);
		expect(await verdictOn(message)).toBe(readAloud);
		// Discord doesn't report this change to Herald.
		const insiders = [...guest.roles];
		playground.world.changeMember(guest, { roles: [] });
		herald.advance(61_000);
		expect(await verdictOn(message)).toMatch(/can't see this channel/);
		// If Discord doesn't tell a member's roles in time, the member counts as one who may not see the channel.
		playground.world.changeMember(guest, { roles: [...insiders] });
		herald.advance(200_000);
		const held = playground.faults.hold({ method: "GET", path: new RegExp(`/members/${guest.user.id}$`) });
		expect(await verdictOn(message)).toMatch(/can't see this channel/);
		held.release();
		await eventually(async () => expect(await verdictOn(message)).toBe(readAloud));
		playground.world.changeMember(guest, { roles: [] });
		herald.advance(61_000);
		expect(await verdictOn(message)).toMatch(/can't see this channel/);
		const naming = post(`See <#${secret.id}>`);
		expect(await ask(naming)).toContain("Ben: See a channel\n");
		playground.voice.leave(guest);
		expect(await ask(naming)).toContain("Ben: See secret\n");
		expect(await verdictOn(message)).toBe(readAloud);
	});

	test("treats a public thread as its channel, a private one as never read, and respects bound channels", async () => {
		const open = async (name: string, type: ChannelType): Promise<Channel> => {
			const { json } = await callDiscord(playground, "POST", `channels/${text.id}/threads`, { name, type });
			return guild.channels.get(json.id) as Channel;
		};
		const inside = post("In a thread", owner, await open("open", ChannelType.PublicThread));
		const thread = await open("secret", ChannelType.PrivateThread);
		const secret = post("In private", owner, thread);
		expect(await verdictOn(inside)).toMatch(/doesn't read this channel/);
		await panel.add("channels", { channels: [text.id] });
		expect(await verdictOn(inside)).toBe(readAloud);
		expect(await verdictOn(secret)).toBe(skipped("Private threads are never read."));
		await panel.add("channels", { channels: [text.id], "spoken-in": [secondVoice.id] });
		expect(await verdictOn(inside)).toMatch(/read in a different voice channel/);
		await panel.remove("channels", `#${text.name}`);

		// The name of a private thread is for its members alone.
		const naming = post(`See <#${thread.id}>`, owner);
		expect(await ask(naming)).toContain("Ada: See a channel\n");
	});

	test("says that posts in a media channel can't be read, as nobody can choose that channel", async () => {
		const media = playground.createChannel({ name: "clips", type: ChannelType.GuildMedia });
		const first = playground.openPost(member, media, "A clip", "Look at it");
		expect(await verdictOn(first)).toBe(
			skipped("Media channels can't be read aloud: Discord doesn't offer them in Herald's list of channels."),
		);
	});

	test("has a sentence for members silenced by moderators, and for those without the speakers' role", async () => {
		const { voice } = playground;
		voice.setServerMute(member, true);
		expect(await verdictOn(post("Muted"))).toMatch(/Its author is server muted/);
		voice.setServerMute(member, false);
		const earlier = post("Before the timeout");
		voice.timeout(member, Date.now() + 3_600_000);
		expect(await verdictOn(earlier)).toMatch(/Its author is timed out/);
		voice.timeout(member, 0);
		voice.join(member);
		const role = playground.world.addRole(guild, { name: "Speakers" });
		const needsRole = skipped(`Only messages of members with <@&${role.id}> are read in this server.`);
		await panel.set({ speakerRole: role.id });
		expect(await verdictOn(post("Without the role"))).toBe(needsRole);
		expect(await verdictOn(post("A manager", owner))).toBe(readAloud);
		// The role that is read can differ from the role that may use Herald.
		await panel.set({ readRole: guild.id });
		expect(await verdictOn(post("As one of all"))).toBe(readAloud);
		expect((await use(member, "say", { text: "Hello" })).content).toMatch(/^Only members with <@&/);
		await panel.set({ speakerRole: null, readRole: role.id });
		expect(await verdictOn(post("Without that role"))).toBe(needsRole);
		// An author who has left the server has no role, so they aren't read even if authors needn't listen.
		await panel.set({ listenersOnly: false });
		const guest = playground.world.addMember(guild, { username: "guest" });
		const farewell = post("Written before leaving", guest);
		playground.world.removeMember(guest);
		expect(await verdictOn(farewell)).toBe(needsRole);
		await panel.set({ listenersOnly: true, readRole: null });
		await panel.add("ignores", { who: [role.id] });
		playground.world.changeMember(member, { roles: [role.id] });
		expect(await verdictOn(post("With that role"))).toMatch(/a role whose messages aren't read/);
		await panel.remove("ignores", "Speakers");
		playground.world.changeMember(member, { roles: [] });
	});

	test("says that the speakers' role was deleted", async () => {
		const { id } = playground.world.addRole(guild, { name: "Gone" });
		await panel.set({ speakerRole: id });
		const before = [...bot.roles];
		const admin = playground.world.addRole(guild, { name: "Admin", permissions: ["Administrator"] });
		playground.world.changeMember(bot, { roles: [...before, admin.id] });
		expect(await callDiscord(playground, "DELETE", `guilds/${guild.id}/roles/${id}`)).toMatchObject({
			status: 204,
		});
		playground.world.changeMember(bot, { roles: before });
		expect(await verdictOn(post("Without the role"))).toBe(
			skipped(
				"The role for this was deleted. Members with **Manage Server** can choose another with `/server`.",
			),
		);
		await panel.set({ speakerRole: null });
	});

	test("reads only listed webhooks, and says what a forwarded message contains", async () => {
		const hook = playground.createWebhook("Weather", lounge);
		const news = playground.postByWebhook(hook, "Rain tomorrow");
		expect(await verdictOn(news)).toMatch(/Messages of a bot or webhook are only read once/);
		await panel.add("sources", { webhook: hook.id });
		expect(await ask(news)).toMatch(/^\*\*Read aloud\*\*.*\nRead as: Weather: Rain tomorrow\n/);
		const forward = playground.forward(member, news, { channel: lounge });
		expect(await ask(forward)).toMatch(/\nRead as: Ben forwarded: Rain tomorrow\n/);
		const file = { filename: "a.png", contentType: "image/png", bytes: new Uint8Array([1]) };
		const picture = playground.post(member, "Look at this", { channel: lounge }, [file]);
		expect(await ask(picture)).toContain("Read as: Ben: Look at this, an image");
		const poll = { question: "Tea?", answers: ["Yes", "No"] };
		expect(await ask(playground.postPoll(member, poll, { channel: lounge }))).toMatch(
			/\nRead as: Ben: a poll: Tea\? 2 answers\n/,
		);
		const sticker = playground.sendSticker(member, "Wave", { channel: lounge });
		expect(await ask(sticker)).toContain("\nRead as: Ben: a sticker: Wave\n");
	});

	test("says that a forwarded message has words of a member who isn't to be read, however often it was forwarded", async () => {
		const words = post("My own words", owner);
		const forward = playground.forward(member, words, { channel: lounge });
		expect(await verdictOn(forward)).toBe(readAloud);
		const again = playground.forward(member, forward, { channel: lounge });
		await use(owner, "voice me", { reading: "off" });
		const why = skipped("The author of the original message doesn't want their messages read aloud.");
		expect(await verdictOn(forward)).toBe(why);
		expect(await verdictOn(again)).toBe(why);
		// Herald can't see the channel of the original message.
		const hidden = playground.createChannel({ name: "hidden" });
		const unseen = playground.forward(member, post("Something", member, hidden), { channel: lounge });
		playground.setPermissions(bot, { deny: ["ViewChannel"] }, hidden);
		expect(await verdictOn(unseen)).toMatch(/Herald can't see the original message/);
		playground.setPermissions(bot, {}, hidden);
		await use(owner, "voice me", { reading: "on" });
	});

	test("leaves out the name and the quoted words of a member who isn't to be read", async () => {
		await use(owner, "voice me", { reading: "off" });
		const reply = playground.reply(member, post("Where to?", owner), "> Where to?\nTo the sea");
		expect(await ask(reply)).toContain("Read as: Ben to someone: To the sea\n");
		await use(owner, "voice me", { reading: "on" });
		expect(await ask(reply)).toContain("Read as: Ben to Ada: Where to? To the sea\n");
	});

	test("shows all words as plain text, and cuts long ones", async () => {
		const long = `@everyone \\*\\*not bold\\*\\* <${"x".repeat(20)}> ${"and so on, ".repeat(60)}`;
		const shown = await ask(post(long));
		expect(shown).toContain("\\*\\*not bold\\*\\*");
		expect(shown).toMatch(/, and more\n-# About 1\d seconds/);
		expect(shown).not.toContain("@everyone");
	});

	test("reports quiet hours, in which a text is refused in voice and can be a file", async () => {
		const hour = new Date().getUTCHours();
		await panel.set({ quietHours: `${hour}h–${(hour + 2) % 24}h` });
		expect(await verdictOn(post("Late at night"))).toBe(skipped("This server has quiet hours right now."));
		const refused = await use(member, "say", { text: "Good night", as: "channel" });
		expect(refused).toMatchObject({ ephemeral: true });
		expect(refused.content).toMatch(/^This server has quiet hours: .* again <t:\d+:R>\.$/);
		await withSound(playground.click(member, refused, button(refused, "As a file")));
		// In this time zone, it is day, so the quiet hours don't apply.
		await panel.set({ timeZone: hour < 12 ? "Pacific/Auckland" : "Pacific/Honolulu" });
		expect(await verdictOn(post("Somewhere it is day"))).toBe(readAloud);
		await panel.set({ quietHours: null, timeZone: null });
	});

	test("says if too little of the day is left", async () => {
		await panel.set({ secondsPerDay: 2 });
		expect(await verdictOn(post("Some more words", member, lounge))).toMatch(
			/This server's reading time for today is nearly used up/,
		);
		await panel.reset("limits");
	});

	test("says if Discord or the operator lets Herald read less", async () => {
		const mention = post(`<@${bot.user.id}> good morning`);
		const earlier = post("Good evening");
		const back = () =>
			eventually(async () => expect(await verdictOn(earlier)).not.toMatch(/isn't in a voice/));
		await herald.restart({ READ_MESSAGES: "mentions" });
		await back();
		expect(await verdictOn(earlier)).toMatch(/messages that mention it, and this one doesn't/);
		expect(await ask(mention)).toMatch(/^\*\*Read aloud.*\nRead as: Ben: good morning\n-# About 3 seconds/);
		await herald.restart({ READ_MESSAGES: "off" });
		await back();
		expect(await verdictOn(mention)).toBe(skipped("Whoever hosts this bot has turned off reading aloud."));
		await herald.restart({});
		await back();
	});
});
