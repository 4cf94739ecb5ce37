/** @import { MessageView } from "../../page-server/views.ts" */
import { act } from "../api.js";
import { fill, find, iconButton, make } from "../dom.js";
import { memberById } from "../state.js";
import { t } from "../texts.js";
import { sendFiles } from "./files.js";

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

const show = () => {
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
		show();
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
	show();
	line().focus();
	return true;
};

/** @param {MessageView} message */
export const beginReply = (message) => {
	leaveDraft();
	draft = { kind: "reply", message, before: "" };
	ping = true;
	show();
	line().focus();
};

/** @param {MessageView} message */
export const beginEdit = (message) => {
	leaveDraft();
	draft = { kind: "edit", message, before: line().value };
	line().value = message.content;
	show();
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
	show();
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
		show();
		throw error;
	}
};
