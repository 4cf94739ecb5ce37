import type { Member } from "@herald/playground";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";

let herald: Herald;
let owner: Member;
let member: Member;

beforeAll(async () => {
	herald = await startHerald();
	({ owner, ordinary: member } = herald.playground.home);
});
afterAll(() => herald.stop());

const help = async (who: Member, values: { command?: string } = {}, locale = "en-US") => {
	const answer = await herald.playground.command(who, "help", values, { locale }).firstAnswer();
	expect(answer.ephemeral).toBe(true);
	return answer;
};
type Answer = Awaited<ReturnType<typeof help>>;
const listed = ({ embeds }: Answer): string => embeds.map(({ description }) => description).join("\n");
const idOf = (name: string) => herald.playground.commands.list().find((command) => command.name === name)?.id;
const mentions = (text: string) =>
	[...text.matchAll(/<\/([^:]+):(\d+)>/g)].map(([, path, id]) => ({ path, id }));

test("everything a member can use is there to be clicked, and nothing for managers", async () => {
	const text = listed(await help(member));
	const expected = herald.playground.commands
		.list()
		.filter(({ type, default_member_permissions: needs }) => type === 1 && needs === null)
		.flatMap(({ id, name, options = [] }) => {
			const subcommands = options.filter(({ type }) => type === 1);
			return subcommands.length > 0
				? subcommands.map((subcommand) => ({ path: `${name} ${subcommand.name}`, id }))
				: [{ path: name, id }];
		});
	expect(mentions(text)).toEqual(expected);
	expect(text).toContain(`</voice me:${idOf("voice")}>`);
	expect(text).toContain("**Apps → Speak**");
	expect(text).not.toContain("manage");
});

test("a member with Manage Server sees what is for them, in German too, within one embed", async () => {
	for (const locale of ["en-US", "de"]) {
		const text = listed(await help(owner, {}, locale));
		expect(text).toContain(`</server:${idOf("server")}>`);
		expect(text).toContain(`</credit history:${idOf("credit")}>`);
		expect(text.length).toBeLessThan(4_096);
	}
	const german = await help(owner, {}, "de");
	expect(german.content).toContain("Herald macht aus Text Sprache");
	expect(listed(german)).toContain("**Apps → Vorlesen**");
});

test("the ids are Discord's also after a start at which nothing was registered", async () => {
	const { registrations } = herald.playground;
	await herald.restart();
	expect(herald.playground.registrations).toBe(registrations);
	expect(listed(await help(member))).toContain(`</say:${idOf("say")}>`);
});

test("one command is told of with what it takes, and a button leads to all of them", async () => {
	for (const command of ["say", "/say"]) {
		const text = listed(await help(member, { command }));
		expect(text).toMatch(/^<\/say:\d+> .+\n`text` .+\n`file` .+\n`voice` /);
		expect(mentions(text)).toHaveLength(1);
	}
	expect(listed(await help(member, { command: "redeem" }))).toMatch(/\n`code` \(required\) /);
	const one = await help(member, { command: "stimme meine" }, "de");
	expect(listed(one)).toMatch(/^<\/voice me:\d+> .+\n`stimme` /);
	const all = herald.playground.click(member, one, String(one.components[0]?.custom_id), { locale: "de" });
	expect(listed(await all.firstAnswer())).toContain("</say:");
});

test("a command that the member can't use is not told of", async () => {
	for (const command of ["server", "tea"]) {
		const answer = await help(member, { command });
		expect(answer.content).toMatch(/doesn't exist/);
		expect(listed(answer)).toContain("</say:");
	}
	expect(listed(await help(owner, { command: "server" }))).toContain("</server:");
});

test("the command is completed from those that the member can use", async () => {
	const complete = (who: Member, command: string, locale = "en-US") =>
		herald.playground.autocomplete(who, "help", { command }, "command", { locale });
	expect(await complete(member, "/voice m")).toEqual([{ name: "/voice me", value: "voice me" }]);
	expect(await complete(member, "stimme me", "de")).toEqual([{ name: "/stimme meine", value: "voice me" }]);
	expect(await complete(member, "server")).toEqual([]);
	expect(await complete(owner, "server")).toEqual([{ name: "/server", value: "server" }]);
});

test("who lacks the role that may speak is told so", async () => {
	const { home } = herald.playground;
	const role = [...home.guild.roles.keys()].find(
		(id) => id !== home.guild.id && !member.roles.includes(id),
	) as string;
	const panel = serverPanel(herald.playground, owner);
	await panel.set({ speakerRole: role });
	expect((await help(member)).content).toContain(`<@&${role}>`);
	expect((await help(owner)).content).not.toContain("<@&");
	await panel.set({ speakerRole: null });
	expect((await help(member)).content).not.toContain("<@&");
});
