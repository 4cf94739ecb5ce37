import { eventually } from "@herald/common/testing/eventually.ts";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withSound } from "../support/answers.ts";
import { speakFast, useReading } from "./start-reading.ts";

const reading = await useReading();
const { herald, upstream, playground, panel, write, asked, heard } = reading;
await panel.set({ maxSeconds: 60, sharePercent: 100 });
beforeEach(() => {
	upstream.behave(speakFast);
	herald.advance(61_000);
});

/** Words that models take as directions. */
const known = (
	"scream moan shriek sob shout giggle cheer throat-clearing laugh sigh cough breath gasp chuckle cry yawn sneeze " +
	"groan whimper hum snore sniff gulp grunt hiccup whistle wheeze kiss burp pant growl hiss clap snort tsk"
).split(" ");
const names = [
	...known,
	// Without runs of one letter, which Herald shortens.
	...fc.sample(
		fc.stringMatching(/^[a-zäéßж]{2,9}(?:[ -][a-zäéßж]{2,9})?$/).filter((name) => !/(.)\1{3}/.test(name)),
		{ numRuns: 200, seed: 7 },
	),
];
const styles = ["<>", "[]", "＜＞", "［］", "〈〉", "【】", "⟨⟩", "<[]>", "[<>]", "<]"];
const inBrackets = names.map((name, at) => {
	const style = styles[at % styles.length] as string;
	return style.slice(0, style.length / 2) + name + style.slice(style.length / 2);
});

/** The tags that Herald itself writes for a model that accepts them. */
const offered = /<(?:laugh|giggle|chuckle|cry|sob|sigh|yawn|sneeze|groan|shout|cough|throat-clearing|gasp)>/g;
const direction = /[<[＜［〈【⟨]\s*\p{L}[^>\]＞］〉】⟩]*[>\]＞］〉】⟩]/u;
/**
 * Checks that the requests contain all words of `names` and no directions. With `tags` on, Herald's own tags are
 * allowed.
 */
const expectWords = (asked: readonly string[], tags: "on" | "off") => {
	for (const text of asked) expect(tags === "on" ? text.replace(offered, " ") : text).not.toMatch(direction);
	const said = new Set(asked.flatMap((text) => text.split(/[\s<>[\],.]+/)));
	for (const name of names) for (const word of name.split(" ")) expect(said).toContain(word.normalize("NFC"));
};

let writers = 0;
/** @returns a new member, so that nobody uses up a day's speech */
const someone = () => {
	writers += 1;
	return playground.world.addMember(playground.home.guild, { username: `writer${writers}` });
};

/**
 * Has members write texts, several in a message, and every second message as a dialogue. Resolves once all are heard.
 * @param digit - written between the texts. A new digit keeps the texts from coming from the cache, and with a digit
 * any duration is plausible
 */
const writeAll = async (texts: readonly string[], digit: number) => {
	for (let from = 0; from < texts.length; from += 25) {
		const text = texts.slice(from, from + 25).join(` ${digit} `);
		const author = someone();
		playground.voice.join(author, playground.home.voice);
		await heard(write(from % 2 === 0 ? text : `Kore: ${text}\nPuck: 1`, author));
	}
};

const sayAll = async (values: Record<string, string>) => {
	await withSound(playground.command(someone(), "say", { ...values, as: "file" }));
	return asked();
};

test("words in brackets in a text are sent as words, except Herald's own tags", async () => {
	expectWords(await sayAll({ text: inBrackets.join(" 4 ") }), "on");
});

test("words in brackets in captions are sent as words", async () => {
	const escaped = inBrackets.map((text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
	const cues = escaped.map((text, n) => `${n + 1}\n00:00:01,000 --> 00:00:02,000\n${text}\n`);
	const file = playground.upload("film.srt", Buffer.from(cues.join("\n")));
	expectWords(await sayAll({ file }), "on");
});

test("words in brackets in members' names are sent as words", async () => {
	const { guild } = playground.home;
	const members = inBrackets.map((nick, n) =>
		playground.world.addMember(guild, { username: `member${n}`, nick }),
	);
	const text = members.map(({ user }) => `<@${user.id}>`).join(" 5 ");
	expectWords(await sayAll({ text }), "off");
});

describe.each(["off", "on"] as const)("with tags in messages %s", (tags) => {
	beforeAll(() => panel.set({ messageTags: tags === "on" }));

	test("words in brackets in messages are sent as words, whoever speaks", async () => {
		await writeAll(inBrackets, tags === "on" ? 6 : 7);
		await eventually(() => expectWords(reading.asked(), tags));
	});

	test("words in brackets in a dictionary's replacements are sent as words", async () => {
		const words = inBrackets.map((_, n) => `argh${n}`);
		const lines = inBrackets.map((say, n) => `${words[n]}\t${say}`);
		await panel.import("dictionary", Buffer.from(lines.join("\n")));
		await writeAll(words, tags === "on" ? 8 : 9);
		await eventually(() => expectWords(asked(), tags));
		expect(asked().join("\n")).not.toContain("argh");
	});
});
