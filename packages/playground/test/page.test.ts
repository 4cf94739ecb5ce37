import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
import { askPage } from "./support.ts";
import { clock, playground, useDiscord } from "./use-playground.ts";

useDiscord();

test("the page and its modules are local, under a strict content security policy", async () => {
	const page = await fetch(`${playground.url}/`);
	expect(page.status).toBe(200);
	expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
	expect(await page.text()).not.toMatch(/<script(?![^>]*src=)|https?:\/\//);
	const script = await fetch(`${playground.url}/main.js`);
	expect(script.headers.get("content-type")).toContain("javascript");
});

test("closed pages and finished interactions leave no listeners behind", async () => {
	const listeners = () => playground.world.feed.listenerCount("interaction");
	const before = listeners();
	const page = new AbortController();
	await fetch(`${playground.url}/playground/live?as=ada`, { signal: page.signal });
	expect(listeners()).toBeGreaterThan(before);
	page.abort();
	await eventually(() => expect(listeners()).toBe(before));
	playground.commands.set([{ name: "say", description: "Says something" }]);
	playground.command(playground.home.owner, "say");
	expect(listeners()).toBe(before + 1);
	clock.advance(16 * 60_000);
	expect(listeners()).toBe(before);
});

test("nobody acts as the bot or for another member, actions for servers are refused in direct messages, and groups accept neither apps nor strangers", async () => {
	const { guild, owner, ordinary, voice } = playground.home;
	const direct = playground.openDirect(owner).guild.id;
	const refused = async (name: string, fields: object, place = direct) => {
		const answer = await askPage(playground, name, { as: "ada", guild: place, ...fields });
		return [answer.status, ((await answer.json()) as { message: string }).message];
	};
	const noMember = [400, "There is no such member."];
	const theirs = { as: "ben", messageId: playground.post(owner, "Mine").id };
	expect(await refused("dismiss", theirs, guild.id)).toEqual([400, "There is no such message."]);
	expect(await refused("post", { as: guild.bot.user.id, text: "hi" }, guild.id)).toEqual(noMember);
	expect(await refused("trouble", { id: "nothing" })).toEqual([400, "There is no such trouble."]);
	expect(await refused("chat", {})).toEqual([400, "Members may not write here."]);
	expect(await refused("joinVoice", { channelId: voice.id })).toEqual([400, "There is no such channel."]);
	expect(await refused("thread", { name: "x", text: "y" })).toEqual([400, "You can't write here."]);
	const mayNot = [400, "You don't have permission to do that here."];
	expect(await refused("install", { where: "server", add: false })).toEqual(mayNot);
	expect(await refused("install", { as: "ben", where: "server", add: false }, guild.id)).toEqual(mayNot);
	expect(await refused("direct", { userId: owner.user.id })).toEqual(noMember);
	expect(await refused("group", { name: "", userIds: [ordinary.user.id, "1"] })).toEqual(noMember);
	const withApp = { name: "", userIds: [guild.bot.user.id] };
	expect(await refused("group", withApp)).toEqual([400, "Apps can't be in groups."]);
	expect(await refused("post", { as: "ben", text: "Hello" })).toEqual(noMember);
});
