/** @import { MessageView } from "../../page-server/messages.ts" */
import { act } from "../api.js";
import { find } from "../dom.js";
import { openForm } from "../messages/modal.js";
import { openMenu } from "../popup.js";
import { goTo, state } from "../state.js";
import { t } from "../texts.js";
import { chooseFiles } from "./files.js";

const label = 18;
const textInput = 4;
const stringSelect = 3;
const checkbox = 23;
const oneLine = 1;
const lines = 2;
const mostAnswers = 10;
const mostInAnswer = 55;
/** How long polls can last, in hours. */
const durations = [1, 4, 8, 24, 72, 168];

/** True where the member can begin threads. */
export const mayBeginThread = () => {
	const { channels, textChannel, permissions } = state.guild;
	const type = channels.find(({ id }) => id === textChannel)?.type;
	const may = permissions.includes("CreatePublicThreads") || permissions.includes("Administrator");
	return may && (type === 0 || type === 5);
};

/**
 * Asks for a thread's name, begins it and goes there.
 *
 * @param {MessageView} [message] - that it hangs on
 */
export const beginThread = (message) => {
	const name = { type: textInput, custom_id: "name", style: oneLine, max_length: 100 };
	const text = { type: textInput, custom_id: "text", style: lines, max_length: 2_000, required: !message };
	const components = [
		{ type: label, label: t("threadName"), component: name },
		...(message ? [] : [{ type: label, label: t("threadText"), component: text }]),
	];
	openForm({ title: t("createThread"), components }, async (input) => {
		const of = message && { messageId: message.id };
		const { channelId } = await act("thread", {
			name: String(input.name),
			text: String(input.text ?? ""),
			...of,
		});
		goTo({ channel: channelId });
	});
};

/** @param {number} hours */
const durationText = (hours) => {
	const inDays = hours > 24;
	const options = { style: "unit", unit: inDays ? "day" : "hour", unitDisplay: "long" };
	return new Intl.NumberFormat(state.locale, /** @type {Intl.NumberFormatOptions} */ (options)).format(
		inDays ? hours / 24 : hours,
	);
};

/** Asks for a poll's question and answers, and posts it. */
const beginPoll = () => {
	const options = durations.map((hours) => ({
		label: durationText(hours),
		value: String(hours),
		default: hours === 24,
	}));
	const fields = [
		{
			label: t("pollQuestion"),
			component: { type: textInput, custom_id: "question", style: oneLine, max_length: 300 },
		},
		{
			label: t("pollAnswers"),
			component: { type: textInput, custom_id: "answers", style: lines, max_length: 600 },
		},
		{ label: t("pollDuration"), component: { type: stringSelect, custom_id: "hours", options } },
		{ label: t("pollSeveral"), component: { type: checkbox, custom_id: "several" } },
	];
	const components = fields.map((field) => ({ type: label, ...field }));
	openForm({ title: t("createPoll"), components }, async ({ question, answers, hours, several }) => {
		const given = String(answers)
			.split("\n")
			.flatMap((line) => line.trim() || []);
		const long = given.find((line) => line.length > mostInAnswer);
		if (long) throw new Error(t("tooLong", { max: mostInAnswer, length: long.length }));
		if (given.length > mostAnswers) throw new Error(t("atMost", { count: mostAnswers }));
		await act("poll", {
			question: String(question),
			answers: given,
			hours: Number(hours),
			several: several === true,
		});
	});
};

/** Opens the menu of what can be begun beside the input line. */
export const openBeginMenu = () =>
	openMenu(t("more"), { anchor: find("add") }, (item) => [
		item(t("uploadFile"), chooseFiles, {}, "add"),
		...(mayBeginThread() ? [item(t("createThread"), () => beginThread(), {}, "chat")] : []),
		item(t("createPoll"), beginPoll, {}, "check"),
	]);
