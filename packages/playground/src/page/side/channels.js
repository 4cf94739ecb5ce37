/** @import { Person } from "./voice.js" */
/** @import { Fields } from "../../page-server/messages.ts" */
/** @import { ChannelView } from "../../page-server/page-live.ts" */
/** @import { IconName, Properties } from "../dom.js" */
/** @import { Place } from "../popup.js" */
import { tryAct } from "../api.js";
import { find, focusedIn, focusOn, icon, iconButton, make, makeAvatar, refill, targetOf } from "../dom.js";
import { openMenu } from "../popup.js";
import { goTo, state, t } from "../state.js";
import { isIn, joinVoice, ownChannel, peopleIn } from "./voice.js";

const voiceTypes = [2, 13];

/**
 * Opens the menu of moderation actions for a member in voice. The server checks permissions.
 *
 * @param {Person} person
 * @param {Place} where
 */
const openPersonMenu = ({ member, channelId, serverMuted, serverDeafened }, where) => {
	/** @param {Omit<Fields<"moderate">, "memberId">} measure */
	const take = (measure) => () => tryAct("moderate", { memberId: member.id, ...measure });
	const changeDeaf = take({ what: serverDeafened ? "undeafen" : "deafen" });
	const others = state.guild.channels.filter(({ id, type }) => voiceTypes.includes(type) && id !== channelId);
	openMenu(member.name, where, (item) => [
		item(t(serverMuted ? "unmuteMember" : "muteMember"), take({ what: serverMuted ? "unmute" : "mute" })),
		item(t(serverDeafened ? "undeafenMember" : "deafenMember"), changeDeaf),
		make("hr", { role: "separator" }),
		...others.map(({ id, name }) => item(t("moveTo", { channel: name }), take({ what: "move", to: id }))),
		make("hr", { role: "separator" }),
		item(t("disconnect"), take({ what: "disconnect" })),
	]);
};

const forum = 15;
const textTypes = [0, 5, forum];
const threadTypes = [10, 11, 12];

/**
 * A link that shows a channel, direct messages or a group.
 *
 * @param {IconName} symbol
 * @param {string} name
 * @param {boolean} isShown
 * @param {Parameters<typeof goTo>[0]} place
 * @param {Properties<"a">} data
 */
export const placeLink = (symbol, name, isShown, place, data) =>
	make(
		"a.channel.flex",
		{
			href: "#messages",
			"aria-current": isShown ? "page" : "false",
			onclick: () => {
				if (!isShown) goTo(place);
			},
			...data,
		},
		icon(symbol),
		make("span.channel-name", name),
	);

/**
 * A row for a channel with messages, and its threads. A forum has only threads.
 *
 * @param {ChannelView} channel
 * @returns {HTMLElement}
 */
const textRow = ({ id, name, type }) => {
	const { channels, textChannel } = state.guild;
	const threads = channels.filter(({ parent, type }) => parent === id && threadTypes.includes(type));
	return make(
		"li",
		type === forum
			? make("div.channel.flex", icon("hash"), make("span.channel-name", name))
			: placeLink("hash", name, id === textChannel, { channel: id }, { "data-channel": id }),
		threads.length > 0 && make("ul.threads", threads.map(textRow)),
	);
};

/** @param {Person} person */
const personRow = (person) => {
	const { member, speaking, muted, deafened } = person;
	/**
	 * @param {"speaker" | "muted" | "deafened"} name
	 * @param {string} text
	 */
	const mark = (name, text) =>
		make("span.mark", { role: "img", "aria-label": text, title: text }, icon(name));
	const open = () => openPersonMenu(person, { anchor: more });
	const more = iconButton("more", t("moderate", { name: member.name }), open, { "data-person": member.id });
	return make(
		"li",
		{
			className: speaking ? "voice-person flex speaking" : "voice-person flex",
			"data-member": member.id,
			/** @param {MouseEvent} event */
			oncontextmenu(event) {
				event.preventDefault();
				openPersonMenu(person, { x: event.clientX, y: event.clientY });
			},
		},
		makeAvatar(member, "small"),
		make("span.channel-name", member.name),
		speaking && mark("speaker", t("speaking")),
		muted && mark("muted", t("muted")),
		deafened && mark("deafened", t("deafened")),
		more,
	);
};

/** @param {ChannelView} channel */
const voiceRow = ({ id, name }) => {
	const people = peopleIn(id);
	const names = people.map(({ member }) => member.name).join(", ");
	const inside = isIn(id);
	return make(
		"li",
		make(
			"div.channel.voice.flex",
			{
				/** @param {MouseEvent} event */
				onclick(event) {
					if (targetOf(event).closest("button")) return;
					if (inside) goTo({ channel: id });
					else void joinVoice(id);
				},
			},
			icon("speaker"),
			make("span.channel-name", name),
			iconButton("chat", `${t("openChat")}: ${name}`, () => goTo({ channel: id }), {
				"aria-current": id === state.guild.textChannel ? "page" : "false",
				"data-chat": id,
			}),
			// The button that leaves the member's own channel is in the panel below.
			!inside &&
				make(
					"button.join",
					{
						"data-voice": id,
						"aria-label": `${t("joinVoice")}: ${name}`,
						onclick: () => joinVoice(id),
					},
					t("joinVoice"),
				),
		),
		people.length > 0 &&
			make("ul", { "aria-label": t("inVoice", { channel: name, names }) }, people.map(personRow)),
	);
};

let ownShown = "";

/** When the member has joined a voice channel, scrolls to the channel: the voice panel may cover it. */
const showOwn = () => {
	const { id = "" } = ownChannel() ?? {};
	if (id && id !== ownShown)
		requestAnimationFrame(() => {
			const chat = find("channels").querySelector(`[data-chat="${id}"]`);
			chat?.closest("li")?.scrollIntoView({ block: "nearest" });
		});
	ownShown = id;
};

/** Shows the guild's channels, and the members in the voice channels. */
export const showChannels = () => {
	const { channels } = state.guild;
	/**
	 * @param {string} title
	 * @param {HTMLElement[]} rows
	 */
	const section = (title, rows) => [make("h2", title), make("ul.channels", { "aria-label": title }, rows)];
	const box = find("channels");
	const { voice } = focusedIn(box)?.dataset ?? {};
	if (state.guild.isPrivate) return box.replaceChildren();
	refill(
		box,
		...section(t("textChannels"), channels.filter(({ type }) => textTypes.includes(type)).map(textRow)),
		...section(t("voiceChannels"), channels.filter(({ type }) => voiceTypes.includes(type)).map(voiceRow)),
	);
	// If the member has just joined, the button that had the focus is gone.
	if (voice && !focusedIn(box)) focusOn(box, `[data-chat="${voice}"]`);
	showOwn();
};
