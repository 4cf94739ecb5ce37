/** @import { MessageView } from "../../page-server/views.ts" */
import { act, upload } from "../api.js";
import { fill, find, iconButton, make, toast } from "../dom.js";
import { field, openForm } from "../messages/modal.js";
import { openMenu } from "../popup.js";
import { sizeText } from "../sound/player.js";
import { goTo, here, memberById, state, t } from "../state.js";

/** @typedef {{ readonly kind: "reply" | "edit", readonly message: MessageView, readonly before: string }} Draft */

/**
 * The reply or edit that the input line is for, if any.
 *
 * @type {Draft | undefined}
 */
let draft;
let ping = true;

const line = () => find("line");

/** @param {MessageView} message */
const nameOf = ({ author }) => memberById(author.id)?.name ?? author.username;

const showDraft = () => {
	const box = find("draft");
	box.hidden = draft === undefined;
	if (!draft) return fill(box);
	const isReply = draft.kind === "reply";
	const toggle = make(
		"button.text-button",
		{ "aria-pressed": String(ping), title: t("pingTitle") },
		t(ping ? "pingOn" : "pingOff"),
	);
	toggle.onclick = () => {
		ping = !ping;
		showDraft();
		line().focus();
	};
	return fill(
		box,
		make("span", isReply ? t("replyingTo", { name: nameOf(draft.message) }) : t("editing")),
		isReply && toggle,
		iconButton("close", t("cancel"), leaveDraft),
	);
};

/**
 * Ends a reply or an edit. A reply's text stays in the line; an edit gives the line back its earlier text.
 *
 * @returns false if there was neither a reply nor an edit
 */
export const leaveDraft = () => {
	if (!draft) return false;
	if (draft.kind === "edit") line().value = draft.before;
	draft = undefined;
	showDraft();
	line().focus();
	return true;
};

/** @param {MessageView} message */
export const beginReply = (message) => {
	leaveDraft();
	draft = { kind: "reply", message, before: "" };
	ping = true;
	showDraft();
	line().focus();
};

/** @param {MessageView} message */
export const beginEdit = (message) => {
	leaveDraft();
	draft = { kind: "edit", message, before: line().value };
	line().value = message.content;
	showDraft();
	line().focus();
	line().setSelectionRange(message.content.length, message.content.length);
};

/**
 * Sends the text as an edit, or as a message or a reply with the attached files. If that fails, restores the draft and
 * throws an Error with a sentence.
 *
 * @param {string} text
 */
export const sendDraft = async (text) => {
	const sent = draft;
	draft = undefined;
	showDraft();
	try {
		if (sent?.kind === "edit") {
			line().value = sent.before;
			await act("edit", { messageId: sent.message.id, text });
		} else
			await sendFiles((files) =>
				act("post", { text, files, ...(sent && { replyTo: sent.message.id, ping }) }),
			);
	} catch (error) {
		draft = sent;
		showDraft();
		throw error;
	}
};

/** The most files per message, as on Discord. */
const mostFiles = 10;

/** The files that go with the next message. @type {File[]} */
let files = [];

export const hasFiles = () => files.length > 0;

const showFiles = () => {
	const box = find("files");
	box.hidden = files.length === 0;
	fill(
		box,
		files.map((file) =>
			make(
				"li.chip",
				make("span.chip-name", file.name),
				make("span.faint", sizeText(file.size)),
				iconButton("close", t("removeOption", { name: file.name }), () => {
					files = files.filter((each) => each !== file);
					showFiles();
					find("line").focus();
				}),
			),
		),
	);
};

/**
 * Adds files to the next message, up to `mostFiles`. If more were given, says how many are allowed.
 *
 * @param {readonly File[]} more
 */
export const addFiles = (more) => {
	if (files.length + more.length > mostFiles) toast(t("atMost", { count: mostFiles }));
	files = [...files, ...more].slice(0, mostFiles);
	showFiles();
	find("line").focus();
};

/**
 * Uploads the attached files and calls `send` with their ids. If that fails, attaches the files again and throws the
 * error.
 *
 * @param {(ids: readonly string[]) => Promise<unknown>} send
 */
const sendFiles = async (send) => {
	const taken = files;
	files = [];
	showFiles();
	try {
		await send(await Promise.all(taken.map(upload)));
	} catch (error) {
		files = [...taken, ...files];
		showFiles();
		throw error;
	}
};

const chooseFiles = () => {
	const input = make("input", { type: "file", multiple: true });
	input.onchange = () => addFiles([...(input.files ?? [])]);
	input.click();
};

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
	const inDays = hours > 24;
	const options = { style: "unit", unit: inDays ? "day" : "hour", unitDisplay: "long" };
	return new Intl.NumberFormat(state.locale, /** @type {Intl.NumberFormatOptions} */ (options)).format(
		inDays ? hours / 24 : hours,
	);
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
