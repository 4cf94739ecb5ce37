import { makeAvatar } from "../avatar.js";
import { find, icon, make } from "../dom.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { hasVoice, isIn, joinVoice, leaveVoice, peopleIn } from "./voice.js";

const voiceTypes = [2, 13];

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

const personRow = ({ member, speaking, muted, deafened }) => {
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
			hasVoice() &&
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
	const section = (title, rows) => [
		make("h2", {}, title),
		make("ul", { className: "channels", "aria-label": title }, rows),
	];
	const box = find("channels");
	const focused = box.contains(document.activeElement) && document.activeElement.dataset.voice;
	box.replaceChildren(
		...section(t("textChannels"), channels.filter(({ type }) => type === 0).map(textRow)),
		...section(t("voiceChannels"), channels.filter(({ type }) => voiceTypes.includes(type)).map(voiceRow)),
	);
	if (focused) box.querySelector(`[data-voice="${focused}"]`)?.focus();
};
