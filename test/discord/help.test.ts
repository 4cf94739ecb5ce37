import { readRows } from "@herald/common/testing/read-rows.ts";
import type { Member } from "@herald/playground";
import { expect, test } from "vitest";
import { listTasks } from "../../commands/help.ts";
import { commands } from "../../commands/index.ts";
import { CommandCatalogue } from "../../src/discord/catalogue.ts";
import { serverPanel } from "../support/server-panel.ts";
import { useWorld } from "../support/world.ts";

const { herald, playground, owner, member } = await useWorld();

const help = async (who: Member, values: { topic?: string } = {}, locale = "en-US") => {
	const answer = await playground.command(who, "help", values, { locale }).firstAnswer();
	expect(answer.ephemeral).toBe(true);
	return answer;
};
type Answer = Awaited<ReturnType<typeof help>>;
const listed = ({ embeds }: Answer): string => embeds.map(({ description }) => description).join("\n");
const idOf = (name: string) => playground.commands.list().find((command) => command.name === name)?.id;
const mentions = (text: string) =>
	[...text.matchAll(/<\/([^:]+):(\d+)>/g)].map(([, path, id]) => ({ path, id }));

test("a member sees everything they can use, as links, and nothing for managers", async () => {
	const text = listed(await help(member));
	const expected = playground.commands
		.list()
		.filter(({ type, default_member_permissions: needs }) => type === 1 && needs === null)
		.flatMap(({ id, name, options = [] }) => {
			const subcommands = options.filter(({ type }) => type === 1);
			return subcommands.length > 0
				? subcommands.map((subcommand) => ({ path: `${name} ${subcommand.name}`, id }))
				: [{ path: name, id }];
		});
	expect(new Set(mentions(text).map(({ path }) => path))).toEqual(new Set(expected.map(({ path }) => path)));
	expect(mentions(text)).toEqual(expect.arrayContaining(expected));
	expect(text).toContain(`Change my voice · </voice me:${idOf("voice")}>`);
	expect(text).toContain(`</voice me:${idOf("voice")}>`);
	expect(text).toContain("**Apps → Speak**");
	expect(text).not.toContain("manage");
});

test("a member with Manage Server also sees what is for them, within one embed, in German too", async () => {
	for (const locale of ["en-US", "de"]) {
		const text = listed(await help(owner, {}, locale));
		expect(text).toContain(`· </server:${idOf("server")}> → **`);
		expect(text).toContain(`</credit history:${idOf("credit")}>`);
		expect(text.length).toBeLessThan(4_096);
	}
	const german = await help(owner, {}, "de");
	expect(german.content).toContain("Herald macht aus Text Sprache");
	expect(listed(german)).toContain("**Apps → Vorlesen**");
});

test("another start leaves each command, its id and its version unchanged", async () => {
	const before = structuredClone(playground.commands.list());
	await herald.restart();
	expect(playground.commands.list()).toEqual(before);
	expect(listed(await help(member))).toContain(`</say:${idOf("say")}>`);
});

test("help on a command describes its options, and a button leads back to all commands", async () => {
	for (const topic of ["say", "/say"]) {
		const text = listed(await help(member, { topic }));
		expect(text).toMatch(/^Have Herald say something · <\/say:\d+>\n[\s\S]+\n`text` .+\n`file` .+\n`voice` /);
		expect(new Set(mentions(text).map(({ path }) => path))).toEqual(new Set(["say"]));
	}
	expect(listed(await help(member, { topic: "redeem" }))).toMatch(/\n`code` \(required\) /);
	const one = await help(member, { topic: "stimme meine" }, "de");
	expect(listed(one)).toMatch(/^Meine Stimme ändern · <\/voice me:\d+>\n[^`]+\n`stimme` /);
	const all = playground.click(member, one, String(one.components[0]?.custom_id), { locale: "de" });
	expect(listed(await all.firstAnswer())).toContain("</say:");
});

test("every command is named in one of the tasks", () => {
	const entries = new CommandCatalogue(commands).list("en-GB", true);
	const told = new Set(listTasks(entries, false).map(({ entry }) => entry));
	expect(entries.filter((entry) => !told.has(entry))).toEqual([]);
});

test("help on a page of the panel lists the settings there", async () => {
	const found = await help(owner, { topic: "quiet hours" });
	expect(listed(found)).toMatch(
		/^Limit speaking time, or set quiet hours · <\/server:\d+> → \*\*Speaking time & quiet hours\*\*\n/,
	);
	expect(listed(found)).toContain("\n- Quiet hours\n- Time zone");
});

test("a command that the member can't use isn't described", async () => {
	const answer = await help(member, { topic: "tea" });
	expect(answer.content).toMatch(/^No matches\./);
	expect(listed(answer)).toContain("</say:");
	expect(listed(await help(member, { topic: "server" }))).not.toContain("</server:");
	expect(listed(await help(owner, { topic: "server" }))).toContain("</server:");
});

test("a search finds tasks, commands and words among what the member can use", async () => {
	const complete = async (who: Member, topic: string, locale = "en-US") =>
		(await playground.autocomplete(who, "help", { topic }, "topic", { locale })).map(({ name }) => name);
	const mine = [
		"Change my voice",
		"Stop Herald from reading my messages",
		"Change how my name is pronounced",
	];
	expect((await complete(member, "/voice m")).slice(0, 3)).toEqual(mine.map((task) => `${task} · /voice me`));
	expect(await complete(member, "stimme me", "de")).toContain("Meine Stimme ändern · /stimme meine");
	expect(await complete(member, "server")).not.toContainEqual(expect.stringContaining("/server"));
	const found = await playground.autocomplete(owner, "help", { topic: "not read" }, "topic");
	const notMe = found.find(({ name }) => name.startsWith("Stop Herald from reading my messages"));
	expect(listed(await help(owner, { topic: String(notMe?.value) }))).toMatch(
		/^Stop Herald from reading my messages · <\/voice me:/,
	);
});

test.each(
	readRows<[locale: string, role: string, quiet: string, mute: string]>(import.meta.url, "search-words.tsv"),
)("the search knows usual words for things in %s", async (locale, role, quiet, mute) => {
	const find = async (topic: string) =>
		(await playground.autocomplete(owner, "help", { topic }, "topic", { locale })).map(({ value }) => value);
	expect(await find(role)).toEqual(["task:who"]);
	expect(await find(quiet)).toEqual(expect.arrayContaining(["task:silence", "task:limits"]));
	expect(await find(mute)).toEqual(expect.arrayContaining(["task:silence", "task:not_me"]));
});

test("a member who lacks the role that may speak is told so", async () => {
	const { home } = playground;
	const role = [...home.guild.roles.keys()].find(
		(id) => id !== home.guild.id && !member.roles.includes(id),
	) as string;
	const panel = serverPanel(playground, owner);
	await panel.set({ speakerRole: role });
	expect((await help(member)).content).toContain(`<@&${role}>`);
	expect((await help(owner)).content).not.toContain("<@&");
	await panel.set({ speakerRole: null });
	expect((await help(member)).content).not.toContain("<@&");
});
