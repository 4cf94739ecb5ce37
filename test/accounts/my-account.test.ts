import { runCommandLine } from "@herald/common/testing/run-command.ts";
import type { Member, SeenMessage } from "@herald/playground";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { textOf } from "../support/server-panel.ts";
import { speakWell } from "../support/upstream.ts";
import { accountPanel, everythingOf, operatorsKey, pressFirst, serversKey, startGateway } from "./gateway.ts";

const day = 24 * 60 * 60_000;
const membersKey = "sk-the-members-key";
const friendsKey = "sk-the-friends-key";

const gateway = await startGateway();
const herald = await gateway.start({ ACCOUNTS: "both", INSTALLS: "both", MEMBER_TEXTS_PER_MINUTE: "0" });
afterAll(async () => {
	await herald.stop();
	await gateway.upstream.close();
});
const { playground } = herald;
const { owner, ordinary: home } = playground.home;
for (const { user } of [owner, home]) playground.world.setInstalled(user, true);
const without = playground.world.addGuild({
	name: "Without",
	presence: "none",
	members: [{ username: "eve" }, { username: home.user.username }],
});
/**
 * `direct`, `group` and `stranger` are one member: in a direct message, in a group, and in a server without Herald.
 * `friend` is another member of the group.
 */
const direct = playground.openDirect(home);
const [group, friend] = playground.openGroup("Lunch", home, owner) as [Member, Member];
const stranger = [...without.members.values()].find(({ user }) => user.id === home.user.id) as Member;

const settings = { SPEECH_BASE_URL: gateway.upstream.baseUrl, SPEECH_API_KEY: operatorsKey };
const panel = (who = direct) => accountPanel(herald, who, "my-account");
const say = (who: Member, text: string): Promise<SeenMessage> =>
	herald.say(who, text, { as: "file" }).firstAnswer();
const redeem = (who: Member, code: string): Promise<SeenMessage> =>
	playground.command(who, "redeem", { code }).firstAnswer();
const forgetMe = async (who: Member): Promise<string> => {
	const asked = await playground.command(who, "forget-me").firstAnswer();
	return `${asked.content}\n${(await pressFirst(herald, who, asked)).content}`;
};

beforeEach(async () => {
	gateway.reset();
	gateway.accounts.set(membersKey, { units: 2_000_000, codes: [] });
	gateway.accounts.set(friendsKey, { units: 1_000_000, codes: [] });
	herald.advance(day);
	for (const who of [direct, friend]) await forgetMe(who);
});

describe("a member's own account", () => {
	test("it pays wherever Herald isn't in the server, until its member or `npm run links` ends it", async () => {
		await say(direct, "Before.");
		expect(await panel().read()).toMatch(
			/^Speech you request in DMs, .* is paid for by whoever hosts this bot\.\nBalance: 1,000,000/,
		);
		expect(await panel().connect(membersKey)).toMatch(
			/^Connected\. .*\nSpeech you request .* is paid for by your own account\. <@\d+> connected it <t:\d+:R>\.\nBalance: 2,000,000/,
		);
		await say(direct, "In a direct message.");
		await say(group, "In a group.");
		await say(stranger, "In a server without Herald.");
		await say(home, "At home.");
		expect(gateway.spokenBy()).toEqual([operatorsKey, membersKey, membersKey, membersKey, operatorsKey]);
		expect(everythingOf(herald)).not.toContain(membersKey);
		await herald.restart();
		await say(direct, "After a restart.");
		expect(await panel(home).disconnect()).toMatch(
			/^Disconnected\. The key is erased\.\n.* whoever hosts this bot/,
		);
		await say(direct, "In the end.");
		await panel().connect(membersKey);
		const { id } = home.user;
		const { out } = await runCommandLine("links", herald.dataDir, "list");
		expect(out).toMatch(new RegExp(`^@${id}  http.*  ${id}\\n$`));
		const removed = await runCommandLine("links", herald.dataDir, "remove", `@${id}`);
		expect(removed.out).toBe(`Disconnected @${id}.\n`);
		await say(direct, "Nobody's but the operator's.");
		expect(gateway.spokenBy().slice(5)).toEqual([membersKey, operatorsKey, operatorsKey]);
	});

	test("it gets the codes that its member redeems outside of servers, once they agree, and none of a server", async () => {
		await panel().connect(membersKey);
		const asked = await redeem(direct, "CODE-1");
		expect(asked.content).toMatch(/^This code would top up the account you connected for yourself/);
		expect(gateway.codes()).toEqual([]);
		expect((await pressFirst(herald, direct, asked)).content).toMatch(
			/^Added 500,000 units .* to the connected account\. Thank you!/,
		);
		expect((await redeem(home, "CODE-2")).content).toMatch(/account that pays for this bot's speech/);
		expect(gateway.accounts.get(membersKey)?.codes).toEqual(["CODE-1"]);
		expect(gateway.accounts.get(operatorsKey)?.codes).toEqual(["CODE-2"]);
	});

	test("a refusal concerns its member alone: it is told, shown, and never paid by the operator", async () => {
		await panel().connect(membersKey);
		await accountPanel(herald, friend, "my-account").connect(friendsKey);
		gateway.refuse(membersKey, 401);
		expect((await say(direct, "Refused.")).content).toBe(
			"The speech service refuses your own account. `/my-account` shows why.",
		);
		expect((await say(friend, "Not refused.")).attachments).toHaveLength(1);
		expect((await say(home, "Nor is this.")).attachments).toHaveLength(1);
		expect(gateway.spokenBy()).toEqual([membersKey, friendsKey, operatorsKey]);
		await expect.poll(() => panel().read()).toMatch(/doesn't accept its key any more/);
	});

	test("the account of a member who manages a server isn't the server's, and the server's isn't theirs", async () => {
		await accountPanel(herald).connect(serversKey);
		expect(await panel(friend).read()).toContain("paid for by whoever hosts this bot");
		await panel(friend).connect(friendsKey);
		await say(friend, "Mine.");
		await say(owner, "The server's.");
		expect(await accountPanel(herald).disconnect()).toMatch(/^Disconnected/);
		await say(friend, "Still mine.");
		expect(gateway.spokenBy()).toEqual([friendsKey, serversKey, friendsKey]);
	});

	test("/forget-me erases it in a direct message, even while a text is spoken, and not in a server", async () => {
		await panel().connect(membersKey);
		expect(await forgetMe(home)).not.toContain("account you connected");
		const held: (() => void)[] = [];
		gateway.speakAs((...asked) => void held.push(() => speakWell(...asked)));
		const said = say(direct, "On its way.");
		await expect.poll(() => held.length).toBe(1);
		expect(await forgetMe(direct)).toMatch(
			/The account you connected for yourself is disconnected, .*\nErased: .*the account you connected for yourself/,
		);
		gateway.speakAs(speakWell);
		for (const answer of held) answer();
		await said;
		await say(direct, "After that.");
		expect(gateway.spokenBy()).toEqual([membersKey, operatorsKey]);
		expect(await panel().read()).toContain("paid for by whoever hosts this bot");
		expect((await runCommandLine("links", herald.dataDir, "list")).out).toBe("No account is connected.\n");
	});
});

describe("an attacker", () => {
	test("who presses another member's buttons changes only their own account, and old buttons do nothing", async () => {
		await panel().connect(membersKey);
		const theirs = panel(friend);
		expect(await theirs.connect(friendsKey)).toMatch(/^Connected/);
		const asking = await theirs.press(await theirs.open(), "my-account:disconnect");
		expect(await theirs.disconnect()).toMatch(/^Disconnected/);
		expect(textOf(await theirs.press(asking, "my-account:disconnectNow"))).toMatch(
			/^No account is connected\./,
		);
		await say(direct, "Mine.");
		await say(friend, "Not theirs.");
		expect(gateway.spokenBy()).toEqual([membersKey, operatorsKey]);
	});

	test("a modal sent twice connects one account and counts as two tries", async () => {
		const modal = await playground.click(direct, await panel().open(), "my-account:connect").modal();
		const sent = [1, 2].map(() =>
			playground.submitModal(direct, modal, { key: membersKey }).message(({ texts }) => texts.length > 0),
		);
		for (const each of sent) expect(textOf(await each)).toMatch(/^Connected/);
		for (let tries = 0; tries < 3; tries += 1) await panel().connect("sk-unknown");
		expect(await panel().connect(membersKey)).toMatch(/^Five keys have been tried here today\./);
		expect((await panel().disconnect()).startsWith("Disconnected")).toBe(true);
		expect(await panel().read()).toContain("paid for by whoever hosts this bot");
	});
});

test("a member's account pays beyond the operator's limits; with ACCOUNTS_FALLBACK=on, the operator pays within them if it is refused", async () => {
	await herald.restart({ ...settings, INSTALLS: "both", ACCOUNTS: "members", ACCOUNTS_FALLBACK: "on" });
	const sayLong = async (word: string) => {
		const { attachments } = await say(direct, `${word} more than two minutes of it. `.repeat(100));
		return attachments.map(({ filename }) => filename);
	};
	await panel().connect(membersKey);
	expect(await sayLong("Far")).toEqual([expect.stringMatching(/\.ogg$/)]);
	expect(new Set(gateway.spokenBy())).toEqual(new Set([membersKey]));
	gateway.refuse(membersKey, 401);
	expect((await say(direct, "Somebody pays.")).attachments).toHaveLength(1);
	expect(gateway.spokenBy().slice(-2)).toEqual([membersKey, operatorsKey]);
	expect(await sayLong("Much")).toEqual(["text.txt"]);
	expect(gateway.spokenBy().at(-1)).toBe(operatorsKey);
});

test("if members may not connect accounts, /my-account shows only the payer and the balance; if they may not install Herald, there is no such command", async () => {
	await panel().connect(membersKey);
	await herald.restart({ ...settings, INSTALLS: "both", ACCOUNTS: "servers" });
	const shown = await panel().open();
	expect(textOf(shown)).toMatch(/is paid for by whoever hosts this bot\.\nBalance: 1,000,000 [^\n]*$/);
	expect(shown.components).toEqual([]);
	await say(direct, "Not by their account.");
	expect(gateway.spokenBy()).toEqual([operatorsKey]);
	await herald.restart({ INSTALLS: "servers", ACCOUNTS: "servers" });
	expect(playground.commands.list().map(({ name }) => name)).not.toContain("my-account");
});
