/** @import { MessageView } from "../../page-server/views.ts" */
import { act, upload } from "../api.js";
import { fill, find, iconButton, make, toast } from "../dom.js";
import { sizeText } from "../sound/player.js";
import { memberById, t } from "../state.js";

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
	const label = t(ping ? "pingOn" : "pingOff");
	const toggle = make("button.text-button", { "aria-pressed": String(ping), title: t("pingTitle") }, label);
	toggle.onclick = () => {
		ping = !ping;
		showDraft();
		line().focus();
	};
	const what = make("span", isReply ? t("replyingTo", { name: nameOf(draft.message) }) : t("editing"));
	return fill(box, what, isReply && toggle, iconButton("close", t("cancel"), leaveDraft));
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
 * the files, and throws an Error with a sentence.
 *
 * @param {string} text
 */
export const sendDraft = async (text) => {
	const sent = draft;
	const taken = sent?.kind === "edit" ? [] : files;
	draft = undefined;
	showDraft();
	try {
		if (sent?.kind === "edit") {
			line().value = sent.before;
			await act("edit", { messageId: sent.message.id, text });
		} else {
			files = [];
			showFiles();
			const ids = await Promise.all(taken.map(upload));
			await act("post", { text, files: ids, ...(sent && { replyTo: sent.message.id, ping }) });
		}
	} catch (error) {
		draft = sent;
		showDraft();
		if (taken.length > 0) {
			files = [...taken, ...files];
			showFiles();
		}
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

export const chooseFiles = () => {
	const input = make("input", { type: "file", multiple: true });
	input.onchange = () => addFiles([...(input.files ?? [])]);
	input.click();
};
