import { eventually } from "@herald/common/testing/eventually.ts";
import { GuildChannel } from "discord.js";
import { beforeEach, expect, test, vi } from "vitest";
import { speakFast, useReading } from "./start-reading.ts";

const reading = await useReading();
const { upstream, playground, owner, member, voice } = reading;
const { panel, use, write, asked, settled, heard, heardIds, soundLong, soundsOf } = reading;
const { text, guild } = playground.home;
const secret = playground.createChannel({ name: "staff" });
playground.setPermissions("everyone", { deny: ["ViewChannel"] }, secret);
for (const who of [playground.home.bot, member])
	playground.setPermissions(who, { allow: ["ViewChannel"] }, secret);
await panel.add("channels", { channels: [secret.id] });
beforeEach(() => upstream.behave(speakFast));

/**
 * Counts how often permissions in the secret channel are computed.
 * @returns a function that ends the counting and returns the count
 */
const countLooks = () => {
	let count = 0;
	const { permissionsFor } = GuildChannel.prototype;
	const spy = vi.spyOn(GuildChannel.prototype, "permissionsFor").mockImplementation(function (
		this: GuildChannel,
		...given: Parameters<typeof permissionsFor>
	) {
		if (this.id === secret.id) count += 1;
		return permissionsFor.apply(this, given);
	} as typeof permissionsFor);
	return () => {
		spy.mockRestore();
		return count;
	};
};

test("several permission changes at once cost one check of the listeners, and the last change counts", async () => {
	await soundLong("Secret number 1, which takes 20 seconds", owner, secret);
	const changes = 100;
	const tellLooks = countLooks();
	for (let n = 0; n < changes; n += 1)
		playground.setPermissions(member, n % 2 === 0 ? { deny: ["SendMessages"] } : {}, text);
	playground.setPermissions(member, {}, secret);
	await heard(write("Heard at once 1", owner));
	expect(tellLooks()).toBeLessThan(changes);
	expect(soundsOf(owner)).toBeLessThan(500);
	playground.setPermissions(member, { allow: ["ViewChannel"] }, secret);
});

test("with more than five hundred listeners, only channels that everyone may view are read", async () => {
	const role = playground.world.addRole(guild, { name: "Staff", permissions: ["Administrator"] });
	await use("leave");
	// Encryption for five hundred would take minutes.
	playground.voice.changeDaveVersion(0);
	const crowd = Array.from({ length: 499 }, (_, n) =>
		playground.world.addMember(guild, { username: `listener${n}`, roles: [role.name] }),
	);
	for (const each of crowd) playground.voice.join(each, voice);
	await use("join");
	write("Secret number 2", owner, secret);
	expect((await settled()).join("\n")).not.toContain("Secret number 2");
	for (const each of crowd.slice(0, 3)) playground.voice.leave(each);
	write("Secret number 3", owner, secret);
	expect((await settled()).join("\n")).toContain("Secret number 3");
});

test("a hidden channel's name isn't read to a listener who came while the message waited", async () => {
	await soundLong("A first text number 1", owner);
	const message = write(`Look into <#${secret.id}> number 2`, member);
	await eventually(() => expect(asked().join("\n")).toContain("Look into staff number 2"));
	const newcomer = playground.world.addMember(guild, { username: "newcomer" });
	playground.voice.join(newcomer, voice);
	await heard(write("Heard by all number 3", owner));
	expect(heardIds()).not.toContain(message.id);
	playground.voice.leave(newcomer);
});
