import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, onTestFinished, test } from "vitest";
import { answerBody, sendJson, toneWav } from "../support/upstream.ts";
import { startReading } from "./start-reading.ts";

const words = (n: number) =>
	`Message ${n} has just about twenty words in it, as somebody writes who tells a longer story to all their friends`;

/**
 * Starts reading with a member's day of 20 s, half of which is for reading. Texts with "twenty words" last 7 s, others
 * `nameSeconds`.
 */
const startShortDay = async (nameSeconds: number) => {
	const reading = await startReading({}, undefined, { MEMBER_SECONDS_PER_DAY: "20" });
	onTestFinished(() => reading.stop());
	reading.upstream.behave((response, _attempt, { body }) =>
		sendJson(response, 200, answerBody(toneWav(body.includes("twenty words") ? 7 : nameSeconds))),
	);
	const unread = () => reading.herald.logs.filter(({ event }) => event === "not_read");
	return { ...reading, unread };
};

test("the log names messages that aren't read because reading's share of their author's day is used up", async () => {
	const { write, heard, unread, member, playground } = await startShortDay(0.5);
	await heard(write(words(1)));
	const { id } = write(words(2));
	await eventually(() => expect(unread()).toHaveLength(1));
	expect(unread()).toMatchObject([
		{
			level: 20,
			guild: playground.home.guild.id,
			member: member.user.id,
			messages: [id],
			problem: "over_budget",
			why: "over_budget: member_day, of which reading's share is used up",
		},
	]);
});

test("the log names a message whose author's name used up the day before its words were requested", async () => {
	const { write, unread } = await startShortDay(8);
	const { id } = write(words(1));
	await eventually(() => expect(unread()).toMatchObject([{ messages: [id], problem: "over_budget" }]));
});
