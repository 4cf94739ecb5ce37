import { eventually } from "@herald/common/testing/eventually.ts";
import { type InteractionTrace, ManualClock, type SeenMessage } from "@herald/playground";
import { afterEach, expect, test } from "vitest";
import { button, labelsOf, withSound } from "../support/answers.ts";
import { lookAt } from "../support/look-at.ts";
import { type Behaviour, sendJson, sound } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

/** `held`: requests with these words wait. `broken`: requests with these words fail. Empty words match nothing. */
let held = "";
let broken = "";
let letGo = Promise.withResolvers<void>();

const behave: Behaviour = async (response, attempt, request) => {
	if (held !== "" && request.body.includes(held)) await letGo.promise;
	if (broken !== "" && request.body.includes(broken)) sendJson(response, 500, {});
	else sound(0.5)(response, attempt, request);
};

const clock = new ManualClock();
const { upstream, herald, playground } = await useWorld(
	{ MEMBER_TEXTS_PER_MINUTE: "0", MEMBER_SECONDS_PER_DAY: "0", GUILD_SECONDS_PER_DAY: "0" },
	{ clock },
);
upstream.behave(behave);
const member = playground.home.ordinary;
const { find, booksLeft, noBookIsLeft } = lookAt(herald);
playground.voice.join(member);
afterEach(() => {
	held = "";
	broken = "";
	letGo.resolve();
	letGo = Promise.withResolvers();
	// After ten minutes, the breaker has forgotten earlier failures.
	clock.advance(10 * 60_000);
});

const say = (text: string, as: string, locale: string): InteractionTrace =>
	playground.command(member, "say", { text, as }, { locale });
/** Advances the clock until a message contains these words. @returns the last such message */
const shows = (...words: readonly string[]): Promise<SeenMessage> =>
	eventually(() => {
		clock.advance(1_000);
		const shown = playground
			.messagesFor(member)
			.findLast(({ content }) => words.every((each) => content.includes(each)));
		expect(shown).toBeDefined();
		return shown as SeenMessage;
	});

/** Herald estimates 34 numbers of two digits at 40 s. The service speaks any text here in half a second. */
const lasting = (number: number): string => Array(34).fill(number).join(" ");
const takesLong = lasting(73);

test("a slow file says what it waits for, and then is there", async () => {
	held = "slow file";
	const trace = say(`A ${held}`, "file", "ja");
	// The clock isn't advanced before the request: Discord gives a command three seconds for its acknowledgement.
	await eventually(() => expect(upstream.requests.at(-1)?.body).toContain(held));
	const wait = "音声サービスの応答を待っています…";
	const { id } = await shows(wait);
	letGo.resolve();
	expect(await withSound(trace)).toMatchObject({ id, content: expect.not.stringContaining(wait) });
});

test("a text in a voice channel says what it waits for, and only while it waits", async () => {
	held = "slow text";
	await say(`A ${held}`, "channel", "de").firstAnswer();
	const wait = "Warten auf den Sprachdienst …";
	const { id } = await shows(wait, held);
	letGo.resolve();
	expect(await shows(" · abgespielt", held)).toMatchObject({
		id,
		content: expect.not.stringContaining(wait),
	});
});

test.each([
	["file", 90, "fr", "En attente du service de synthèse vocale…"],
	["channel", 5, "en-US", "Waiting for the speech service…"],
] as const)(
	"the message of a long text says what it waits for, and only while it waits: as a %s of %i more, %s",
	async (as, more, locale, wait) => {
		held = `slow book ${as}`;
		const next = `next book ${as}`;
		const words = ["Begin", held, "then", next, ...Array(more).fill("then")];
		const book = words.map((word) => `${word} ${takesLong}.`).join("\n\n");
		const file = playground.upload("book.md", Buffer.from(book));
		const asks = await playground.command(member, "say", { file, as }, { locale }).firstAnswer();
		const yes = String(asks.components[0]?.custom_id);
		if (as === "file") await playground.click(member, asks, yes, { locale }).firstAnswer();
		const { id } = await shows(wait, "Begin");
		held = next;
		letGo.resolve();
		letGo = Promise.withResolvers();
		const goesOn = await eventually(() => {
			clock.advance(1_000);
			expect(find(id).content).not.toContain(wait);
			return find(id);
		});
		expect(goesOn.content).toContain("Begin");
		expect(booksLeft()).toBe(1);
		letGo.resolve();
		if (as === "channel") await playground.command(member, "leave").firstAnswer();
		await noBookIsLeft();
	},
);

test("an answer says once that part of its text was left out, and repeating it speaks all of it", async () => {
	broken = "Broken";
	const text = ["Good", "Broken", "Better", "Broken"].map((word) => `${word} ${takesLong}.`).join(" ");
	await say(text, "channel", "fr").firstAnswer();
	const told = "Une partie a été laissée de côté. Le service de synthèse vocale rencontre des problèmes.";
	const ended = await shows(" · terminé", "Good", told);
	expect(ended.content.split(told)).toHaveLength(2);
	broken = "";
	playground.click(member, ended, button(ended, "Répéter"), { locale: "fr" });
	const repeated = await shows(" · terminé", "Good", "-# ");
	expect(repeated.content).not.toContain(told);
});

test("if nothing of a text could be spoken, the answer says just that, with the reason", async () => {
	broken = "81";
	await say(`${lasting(81)}. ${lasting(81)}.`, "channel", "en-US").firstAnswer();
	const told = "None of it could be read. The speech service is having problems. Try again in a minute.";
	const shown = await shows(told);
	expect(shown.content).not.toContain("Part of it");
	expect(labelsOf(shown)).toEqual(["As a file", "Say it again"]);
});
