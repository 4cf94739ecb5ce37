import { Events, Routes } from "discord.js";
import { expect, test } from "vitest";
import { InputError } from "../src/index.ts";
import { codeOf } from "./support.ts";
import { client, eventAfter, playground, text, usePlayground } from "./use-playground.ts";

usePlayground({}, []);

const post = () => text.messages.fetch(playground.post(playground.home.ordinary, "react to this").id);

test("a member's reaction and its removal are reported, and reactions of both sides are counted", async () => {
	const { owner } = playground.home;
	const message = await post();
	const react = () => playground.react(owner, message, "👍");
	const [reaction, user] = await eventAfter(Events.MessageReactionAdd, react);
	expect([reaction.emoji.name, reaction.message.id, user.id]).toEqual(["👍", message.id, owner.user.id]);
	await message.react("👍");
	const fetched = (await message.fetch(true)).reactions.cache.get("👍");
	expect([fetched?.count, fetched?.me]).toEqual([2, true]);
	const [first = "", second = ""] = [owner.user.id, client.user.id].sort();
	const who = async (query = {}) => [...((await fetched?.users.fetch(query))?.keys() ?? [])];
	expect(await who()).toEqual([first, second]);
	expect(await who({ limit: 1 })).toEqual([first]);
	expect(await who({ after: first })).toEqual([second]);
	const unreact = () => playground.unreact(owner, message, "👍");
	expect((await eventAfter(Events.MessageReactionRemove, unreact))[1].id).toBe(owner.user.id);
	expect((await message.fetch(true)).reactions.cache.get("👍")?.count).toBe(1);
});

test("invalid emoji are refused, and so is a twenty-first emoji on a message", async () => {
	const message = await post();
	expect(await codeOf(message.react("word"))).toBe(10_014);
	expect(await codeOf(message.react("1234567890123456789"))).toBe(10_014);
	const path = Routes.channelMessageOwnReaction(text.id, message.id, encodeURIComponent("❤️"));
	await client.rest.put(path);
	await client.rest.delete(path);
	expect(await codeOf(client.rest.delete(path))).toBe(10_014);
	const animal = (n: number) => String.fromCodePoint(0x1f400 + n);
	for (let n = 0; n < 20; n += 1) playground.react(playground.home.owner, message, animal(n));
	expect(await codeOf(message.react(animal(20)))).toBe(30_010);
});

test("adding a present emoji needs no permission, a new one needs one, and removing others' needs Manage Messages", async () => {
	const { home } = playground;
	const message = await post();
	playground.react(home.ordinary, message, "🎉");
	playground.setPermissions("everyone", { deny: ["AddReactions"] });
	expect(await codeOf(message.react("👍"))).toBe(50_013);
	expect(() => playground.react(home.ordinary, message, "👍")).toThrow(InputError);
	await message.react("🎉");
	const reaction = (await message.fetch(true)).reactions.cache.get("🎉");
	await reaction?.users.remove();
	expect(await codeOf(reaction?.users.remove(home.ordinary.user.id) ?? Promise.resolve())).toBe(50_013);
	expect(await codeOf(message.reactions.removeAll())).toBe(50_013);
});

test("reactions are removed one by one, by emoji, and all at once", async () => {
	const { home } = playground;
	playground.setPermissions(home.bot, { allow: ["ManageMessages"] });
	const message = await post();
	for (const emoji of ["👍", "🎉", "👋"])
		for (const member of [home.owner, home.ordinary]) playground.react(member, message, emoji);
	const fetched = await message.fetch(true);
	await fetched.reactions.cache.get("👍")?.users.remove(home.owner.user.id);
	expect((await message.fetch(true)).reactions.cache.get("👍")?.count).toBe(1);
	const empty = () => message.reactions.cache.get("🎉")?.remove();
	expect((await eventAfter(Events.MessageReactionRemoveEmoji, empty))[0].emoji.name).toBe("🎉");
	const clear = () => message.reactions.removeAll();
	expect((await eventAfter(Events.MessageReactionRemoveAll, clear))[0].id).toBe(message.id);
	expect((await message.fetch(true)).reactions.cache.size).toBe(0);
});
