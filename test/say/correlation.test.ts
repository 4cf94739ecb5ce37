import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member } from "@herald/playground";
import { ask, openServiceWith, writeBody } from "@herald/service/testing/open-service.ts";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { speakFast } from "../reading/start-reading.ts";
import { answer, hold, inTurn, type SeenRequest } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld({ MEMBER_TEXTS_PER_MINUTE: "0" });
beforeEach(() => upstream.behave(speakFast));

const idOf = ({ headers }: SeenRequest) => headers["x-request-id"];
const paragraphs = (...words: readonly string[]) =>
	words.map((word) => `${word} fills a Line of its own, with enough to say. `.repeat(9)).join("\n\n");
/** The correlation id in the last log line of a command. */
const loggedAs = (command: string, who: Member): unknown =>
	herald.logs.findLast(
		(line) => line.event === "interaction" && line.command === command && line.member === who.user.id,
	)?.correlation;
const linesWith = (event: string) => herald.logs.filter((line) => line.event === event);

test("every request for a text carries the id of its interaction, and so do log lines about failures", async () => {
	upstream.behave(inTurn(answer({ error: {} }, 503), speakFast));
	await herald.say(member, paragraphs("One", "Two", "Three")).firstAnswer();
	// Three Lines, one of which is requested twice.
	expect(upstream.requests.length).toBeGreaterThanOrEqual(4);
	const [id, ...others] = new Set(upstream.requests.map(idOf));
	expect(id).toMatch(/^[0-9a-f-]{36}$/);
	expect(others).toEqual([]);
	expect(linesWith("speech_attempt_failed").at(-1)?.correlation).toBe(id);
	await eventually(() => expect(loggedAs("say", member)).toBe(id));
});

test("a Line requested by two texts at once carries the first one's id, and the log names it for the second", async () => {
	const { asked, release, behave } = hold(speakFast);
	upstream.behave(behave);
	const first = herald.say(member, "Said by two");
	await asked;
	const second = herald.say(owner, "Said by two");
	await eventually(() => expect(linesWith("line_shared")).toHaveLength(1));
	release();
	await Promise.all([first.firstAnswer(), second.firstAnswer()]);
	const [id] = upstream.requests.map(idOf);
	await eventually(() => {
		expect(loggedAs("say", member)).toBe(id);
		expect(linesWith("line_shared")).toMatchObject([{ correlation: loggedAs("say", owner), with: id }]);
	});
	expect(upstream.requests).toHaveLength(1);
});

test("a text in a voice channel has its own id, even if another text's end makes its Lines be requested", async () => {
	playground.voice.join(member);
	onTestFinished(async () => {
		await playground.command(member, "leave").message(({ content }) => content.startsWith("Herald has left"));
		playground.voice.leave(member);
	});
	/** @returns the correlation id in the log line of the command */
	const say = async (text: string) => {
		const before = loggedAs("say", member);
		await herald.say(member, text, { as: "channel" }).firstAnswer();
		return eventually(() => {
			expect(loggedAs("say", member)).not.toBe(before);
			return loggedAs("say", member);
		});
	};
	const idsOf = (word: string) => [
		...new Set(upstream.requests.filter(({ body }) => body.includes(word)).map(idOf)),
	];
	const first = await say(paragraphs("Alpha", "Beta", "Gamma", "Delta"));
	const second = await say(paragraphs("Omega", "Sigma"));
	await playground.command(member, "skip").firstAnswer();
	await eventually(() => expect(idsOf("Sigma")).toHaveLength(1));
	expect(["Alpha", "Beta", "Omega", "Sigma"].map(idsOf)).toEqual([[first], [first], [second], [second]]);
});

test("the request of a redemption carries its interaction's id", async () => {
	upstream.behave(answer({ success: true, message: "", data: 1 }));
	await playground.command(member, "redeem", { code: "some-code" }).firstAnswer();
	const [id] = upstream.requests.map(idOf);
	await eventually(() => expect(loggedAs("redeem", member)).toBe(id));
	expect(linesWith("redemption").at(-1)?.correlation).toBe(id);
});

test("the embedded service logs a client's id and returns it, unless it is malformed", async () => {
	const lines: Record<string, unknown>[] = [];
	const logger = createLogger("test", "info", { write: (line) => lines.push(JSON.parse(line)) });
	const service = await openServiceWith(undefined, { logger });
	const askAs = (id: string) =>
		ask(service, writeBody("Hello."), {
			headers: {
				authorization: `Bearer ${service.key}`,
				"content-type": "application/json",
				"x-request-id": id,
			},
		});
	expect((await askAs("a-client.1")).headers.get("x-request-id")).toBe("a-client.1");
	expect((await askAs(`"},{"forged`)).headers.get("x-request-id")).toBeNull();
	await eventually(() => expect(lines).toHaveLength(2));
	expect(lines.map(({ correlation }) => correlation)).toEqual(["a-client.1", undefined]);
	await service.close();
});
