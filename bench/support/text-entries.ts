import type { Member } from "@herald/playground";
import { serverPanel } from "../../test/support/server-panel.ts";
import { forbidden, type HostileServer } from "./hostile-server.ts";

/** A place where a text is given. */
export interface TextEntry {
	readonly name: string;
	/** The longest text, in characters. */
	readonly max: number;
	/** @param who - another member than that of any other request at the same time */
	readonly give: (text: string, who: Member) => unknown;
	/** What comes before, and isn't measured. */
	readonly prepare?: (text: string, who: Member) => unknown;
	/** Whether it changes what another request reads. */
	readonly alone?: true;
}

/** Characters of an imported list, in UTF-8 at most 64 KiB. */
const importMax = 21_000;
const inLines = (text: string, length: number): string[] =>
	text.replaceAll("\n", " ").match(new RegExp(`.{1,${length}}`, "gsu")) ?? [];
/** Lines that are all different. */
const different = (lines: readonly string[], most: number): string[] =>
	lines.slice(0, most).map((line, n) => `${line.slice(0, -3)}${n.toString(36)}`);
const withTimes = (text: string): string =>
	inLines(text, 40)
		.map((line, n) => `${n}\n00:${10 + (n % 50)}:00,000 --> 00:${10 + (n % 50)}:01,000\n${line}`)
		.join("\n\n");

/** What members say, and write where it is read aloud; @param ending - of what is given, such as a forbidden word */
export const listSpokenEntries = ({ playground }: HostileServer, ending = ""): readonly TextEntry[] => {
	const { guild, voice: channel } = playground.home;
	const post = (who: Member, text: string) =>
		playground.post(who, `${text.slice(0, 1_990)}${ending}`, { channel });
	const rename = (nick: string, who: Member) => playground.world.changeMember(who, { nick });
	const [sticker] = guild.stickers.values();
	return [
		{
			name: "say",
			max: 6_000,
			give: (text, who) =>
				playground.command(who, "say", { text: text.slice(0, 5_990) + ending, as: "file" }).firstAnswer(),
		},
		{ name: "message", max: 2_000, give: (text, who) => post(who, text) },
		{
			name: "message: its sticker",
			max: 30,
			alone: true,
			give: (name, who) => {
				Object.assign(sticker ?? {}, { name });
				return playground.sendSticker(who, name, { channel });
			},
		},
		{
			name: "message: its author's name",
			max: 32,
			prepare: rename,
			give: (_text, who) => post(who, "Hello"),
		},
		{
			name: "who comes",
			max: 32,
			prepare: rename,
			give: (_text, who) => {
				playground.voice.join(who, channel);
				playground.voice.leave(who);
			},
		},
	];
};

/** What members have read, with a forbidden word at its end: all of it is read, and none spoken. */
export const listReadEntries = ({ playground }: HostileServer): readonly TextEntry[] => {
	const { guild, voice: channel } = playground.home;
	const end = (text: string) => `${text.slice(0, 1_990)} ${forbidden}`;
	const postElsewhere = (who: Member, text: string) => playground.post(who, end(text));
	const menu = (name: string, who: Member, message: { readonly id: string }) =>
		playground.messageCommand(who, name, message).firstAnswer();
	const webhook = playground.createWebhook("Hook");
	const named = [...guild.members.values()].slice(10, 100);
	const mention = (...ids: readonly string[]) => ids.map((id) => `<${id}>`).join(" ");
	const postPoll = (who: Member, text: string, where = {}) => {
		const answers = Array.from({ length: 10 }, () => text.slice(0, 55));
		return playground.postPoll(who, { question: end(text.slice(0, 290)), answers }, where);
	};
	return [
		{ name: "Speak", max: 2_000, give: (text, who) => menu("Speak", who, postElsewhere(who, text)) },
		{
			name: "Speak: a forward",
			max: 2_000,
			give: (text, who) => menu("Speak", who, playground.forward(who, postElsewhere(who, text))),
		},
		{ name: "Speak: a poll", max: 300, give: (text, who) => menu("Speak", who, postPoll(who, text)) },
		{
			name: "Speak: a webhook's",
			max: 80,
			give: (text, who) => menu("Speak", who, playground.postByWebhook(webhook, end(text), text)),
		},
		{
			name: "Read or not?",
			max: 2_000,
			give: (text, who) => menu("Read or not?", who, postElsewhere(who, text)),
		},
		{
			name: "message: its edit",
			max: 2_000,
			give: (text, who) => playground.editMessage(who, playground.post(who, "Hello", { channel }), end(text)),
		},
		{
			name: "message: a reply",
			max: 2_000,
			give: (text, who) => {
				const answered = playground.post(who, "Hello", { channel });
				return playground.reply(who, answered, end(text));
			},
		},
		{
			name: "message: a forward",
			max: 2_000,
			give: (text, who) => playground.forward(who, postElsewhere(who, text), { channel }),
		},
		{ name: "message: a poll", max: 300, give: (text, who) => postPoll(who, text, { channel }) },
		{
			name: "message: names in it",
			max: 32,
			alone: true,
			prepare: (nick) => {
				for (const each of named) playground.world.changeMember(each, { nick });
			},
			give: (_text, who) =>
				playground.post(who, end(mention(...named.map(({ user }) => `@${user.id}`))), { channel }),
		},
		{
			name: "message: a role in it",
			max: 100,
			give: (name, who) => {
				const { id } = playground.addRole(guild, { name });
				return playground.post(who, end(mention(...Array.from({ length: 80 }, () => `@&${id}`))), {
					channel,
				});
			},
		},
	];
};

/** What else members and managers give. */
export const listOtherEntries = ({ playground }: HostileServer): readonly TextEntry[] => {
	const { owner } = playground.home;
	const use = (name: string, values: Parameters<typeof playground.command>[2], who = owner) =>
		playground.command(who, name, values).firstAnswer();
	const upload = (text: string, name = "a.txt") => playground.upload(name, Buffer.from(text));
	const file = (text: string, name: string, who: Member) =>
		use("say", { file: upload(`${text} ${forbidden}`, name) }, who);
	const panel = serverPanel(playground, owner);
	const importInto = (list: "words" | "dictionary", lines: readonly string[]) =>
		panel.import(list, Buffer.from(lines.join("\n")));
	/** Commands by the option that takes the text, and what they are given with it. */
	const options: readonly (readonly [
		command: string,
		option: string,
		max: number,
		values?: Parameters<typeof playground.command>[2],
	])[] = [
		["say", "style", 200, { text: forbidden }],
		["say", "voice", 100, { text: "A word." }],
		["say", "language", 100, { text: "A word." }],
		["voice me", "style", 200],
		["voice me", "name", 32],
		["voice me", "voice", 100],
		["voice me", "language", 100],
		["voice try", "text", 200],
		["voice try", "style", 200, { text: forbidden }],
		["voice preset", "name", 32, { action: "add", voice: "Kore" }],
		["voice preset", "style", 200, { action: "add", voice: "Kore", name: "Zed" }],
		["voice preset", "name", 32, { action: "remove" }],
		["redeem", "code", 100],
	];
	/** What the modals of `/server` take: list, field, and what is given with it. */
	const fields = [
		["presets", "name", 32, { voice: "Kore" }],
		["presets", "style", 200, { name: "Zed", voice: "Kore" }],
		["dictionary", "word", 100, { say: "a" }],
		["dictionary", "say", 100, { word: "q" }],
		["words", "words", 4_000, {}],
		["ignores", "prefix", 10, {}],
		["sources", "webhook", 200, {}],
	] as const;
	const completed = [
		["say", "voice", 100],
		["say", "style", 200],
		["say", "language", 100],
		["voice preset", "name", 32],
	] as const;
	return [
		...options.map(([command, option, max, values]) => ({
			name: `${command}: ${[values?.action, option].filter(Boolean).join(" ")}`,
			max,
			give: (text: string, who: Member) => use(command, { ...values, [option]: text }, who),
		})),
		...fields.map(([list, field, max, values]) => ({
			name: `server: ${list}, ${field}`,
			max,
			give: (text: string) => panel.add(list, { ...values, [field]: text }),
		})),
		{ name: "server: style", max: 200, give: (text) => panel.set({ style: text }) },
		{ name: "server: dictionary, tried", max: 1_000, give: (text) => panel.tryOut(text) },
		...completed.map(([command, option, max]) => ({
			name: `${command}: ${option}, completed`,
			max,
			give: (text: string, who: Member) => playground.autocomplete(who, command, { [option]: text }, option),
		})),
		// Its end is forbidden: all of it is read, and none spoken.
		{ name: "file .txt", max: 49_900, give: (text, who) => file(text, "a.txt", who) },
		{ name: "file .md", max: 49_900, give: (text, who) => file(text, "a.md", who) },
		{ name: "file .srt", max: 20_000, give: (text, who) => file(withTimes(text), "a.srt", who) },
		{
			name: "words: import, and a text",
			max: importMax,
			alone: true,
			give: async (text, who) => {
				await importInto("words", [...different(inLines(text, 70), 900), forbidden]);
				await use("say", { text: forbidden }, who);
			},
		},
		{
			name: "words: import of characters",
			max: importMax,
			alone: true,
			give: (text) => importInto("words", inLines(text, 1)),
		},
		{
			name: "dictionary: import, and a text",
			max: importMax / 2,
			alone: true,
			give: async (text) => {
				await importInto(
					"dictionary",
					different(inLines(text, 60), 500).map((word) => `${word}\t${word}`),
				);
				await panel.tryOut(text.slice(0, 1_000));
			},
		},
		{
			name: "dictionary: import of characters",
			max: importMax / 2,
			alone: true,
			give: (text) =>
				importInto(
					"dictionary",
					inLines(text, 1).map((word) => `${word}\t${word}`),
				),
		},
	];
};
