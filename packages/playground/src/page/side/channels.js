/** @import { ChannelView } from "../../page-server/messages.ts" */
/** @import { Person } from "./voice.js" */
import { makeAvatar } from "../avatar.js";
import { find, focusedIn, focusOn, icon, make } from "../dom.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { isIn, joinVoice, leaveVoice, peopleIn } from "./voice.js";

const voiceTypes = [2, 13];

/** @param {ChannelView} channel */
const textRow = ({ id, name }) =>
	make(
		"li",
		{},
		make(
			"a",
			{
				className: "channel",
				href: "#messages",
				"aria-current": id === state.guild.textChannel ? "page" : "false",
			},
			icon("hash"),
			make("span", { className: "channel-name" }, name),
		),
	);

/** @param {Person} person */
const personRow = ({ member, speaking, muted, deafened }) => {
	/**
	 * @param {"speaker" | "muted" | "deafened"} name
	 * @param {string} text
	 */
	const mark = (name, text) =>
		make("span", { className: "mark", role: "img", "aria-label": text, title: text }, icon(name));
	return make(
		"li",
		{ className: speaking ? "voice-person speaking" : "voice-person", "data-member": member.id },
		makeAvatar(member, "small"),
		make("span", { className: "channel-name" }, member.name),
		speaking && mark("speaker", t("speaking")),
		muted && mark("muted", t("muted")),
		deafened && mark("deafened", t("deafened")),
	);
};

/** @param {ChannelView} channel */
const voiceRow = ({ id, name }) => {
	const people = peopleIn(id);
	const inside = isIn(id);
	const label = t(inside ? "leaveVoice" : "joinVoice");
	return make(
		"li",
		{},
		make(
			"div",
			{ className: "channel voice" },
			icon("speaker"),
			make("span", { className: "channel-name" }, name),
			make(
				"button",
				{
					type: "button",
					className: inside ? "join leave" : "join",
					"data-voice": id,
					"aria-label": `${label}: ${name}`,
					onclick: () => (inside ? leaveVoice() : joinVoice(id)),
				},
				label,
			),
		),
		people.length > 0 &&
			make(
				"ul",
				{
					"aria-label": t("inVoice", {
						channel: name,
						names: people.map(({ member }) => member.name).join(", "),
					}),
				},
				people.map(personRow),
			),
	);
};

/** Shows the guild's channels, and who is in the voice channels. */
export const showChannels = () => {
	const { channels } = state.guild;
	/**
	 * @param {string} title
	 * @param {HTMLElement[]} rows
	 */
	const section = (title, rows) => [
		make("h2", {}, title),
		make("ul", { className: "channels", "aria-label": title }, rows),
	];
	const box = find("channels");
	const focused = focusedIn(box)?.dataset.voice;
	box.replaceChildren(
		...section(t("textChannels"), channels.filter(({ type }) => type === 0).map(textRow)),
		...section(t("voiceChannels"), channels.filter(({ type }) => voiceTypes.includes(type)).map(voiceRow)),
	);
	if (focused) focusOn(box, `[data-voice="${focused}"]`);
};
