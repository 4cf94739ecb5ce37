import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
import { speakForSeconds, useReading } from "./start-reading.ts";

// Half of a member's day is for reading: 10 s.
const { upstream, herald, playground, owner, member, write, heard } = await useReading({}, undefined, {
	MEMBER_SECONDS_PER_DAY: "20",
});
/** The log's lines about a member's messages that weren't read. */
const unread = ({ user }: typeof member) =>
	herald.logs.filter(({ event, member }) => event === "not_read" && member === user.id);

/** Has texts with "twenty words" last 7 s, and others `nameSeconds`. */
const speak = (nameSeconds: number) =>
	upstream.behave((response, attempt, request) => {
		const seconds = request.body.includes("twenty words") ? 7 : nameSeconds;
		return speakForSeconds(seconds)(response, attempt, request);
	});
const words = (n: number) =>
	`Message ${n} has just about twenty words in it, as somebody writes who tells a longer story to all their friends`;

test("the log names messages that aren't read because reading's share of their author's day is used up", async () => {
	speak(0.5);
	await heard(write(words(1)));
	const { id } = write(words(2));
	await eventually(() => expect(unread(member)).toHaveLength(1));
	const { guild } = playground.home;
	const why = "over_budget: member_day, of which reading's share is used up";
	expect(unread(member)).toMatchObject([
		{ level: 20, guild: guild.id, messages: [id], problem: "over_budget", why },
	]);
});

test("the log names a message whose author's name used up the day before its words were requested", async () => {
	speak(8);
	const { id } = write(words(3), owner);
	await eventually(() => expect(unread(owner)).toMatchObject([{ messages: [id], problem: "over_budget" }]));
});
