/** @import { MessageView } from "../../page-server/views.ts" */
import { act } from "../api.js";
import { find } from "../dom.js";
import { field, openForm } from "../messages/modal.js";
import { openMenu } from "../popup.js";
import { goTo, here, state, t } from "../state.js";
import { chooseFiles } from "./draft.js";

const mostAnswers = 10;
const mostInAnswer = 55;
/** How long polls can last, in hours. */
const durations = [1, 4, 8, 24, 72, 168];

/** Whether the member may begin threads in the shown channel. */
export const mayBeginThread = () => {
	const { permissions } = state.guild;
	const { type } = here();
	const may = permissions.includes("CreatePublicThreads") || permissions.includes("Administrator");
	return may && (type === 0 || type === 5);
};

/**
 * Asks for a new thread's name, and for its first message unless the thread is about an earlier message. Then begins
 * and shows the thread.
 *
 * @param {MessageView} [message] - the message that the thread is about
 */
export const beginThread = (message) => {
	const components = [
		field(t("threadName"), { type: 4, custom_id: "name", style: 1, max_length: 100 }),
		...(message ? [] : [field(t("threadText"), { type: 4, custom_id: "text", style: 2, max_length: 2_000 })]),
	];
	openForm({ title: t("createThread"), components }, async ({ name, text = "" }) => {
		const of = message && { messageId: message.id };
		const { channelId } = await act("thread", { name: String(name), text: String(text), ...of });
		goTo({ channel: channelId });
	});
};

/** @param {number} hours */
const durationText = (hours) => {
	const unit = hours > 24 ? "day" : "hour";
	const options = /** @type {const} */ ({ style: "unit", unit, unitDisplay: "long" });
	return new Intl.NumberFormat(state.locale, options).format(unit === "day" ? hours / 24 : hours);
};

const beginPoll = () => {
	const options = durations.map((hours) => ({
		label: durationText(hours),
		value: String(hours),
		default: hours === 24,
	}));
	const components = [
		field(t("pollQuestion"), { type: 4, custom_id: "question", style: 1, max_length: 300 }),
		field(t("pollAnswers"), { type: 4, custom_id: "answers", style: 2, max_length: 600 }),
		field(t("pollDuration"), { type: 3, custom_id: "hours", options }),
		field(t("pollSeveral"), { type: 23, custom_id: "several" }),
	];
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

export const openBeginMenu = () =>
	openMenu(t("more"), { anchor: find("add") }, (item) => [
		item(t("uploadFile"), chooseFiles, {}, "add"),
		mayBeginThread() && item(t("createThread"), () => beginThread(), {}, "chat"),
		item(t("createPoll"), beginPoll, {}, "check"),
	]);
