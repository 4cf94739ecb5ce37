/** @import { LiveEvents } from "../page-server/page-live.ts" */
/** @import { TextKey } from "../texts/write.js" */

import { noteInteraction } from "./api.js";
import { dropCommand, refreshComposer, watchComposer } from "./composer/composer.js";
import { leaveDraft } from "./composer/draft.js";
import { forgetTrouble } from "./composer/panel.js";
import { fill, find, findAll, icon, make, refill, toast } from "./dom.js";
import { followCommand, showAll, showChange, watchList } from "./messages/list.js";
import { showModal } from "./messages/modal.js";
import { showChannels } from "./side/channels.js";
import { makeInstalls, showDirects, showGuilds } from "./side/directs.js";
import { watchDrawers } from "./side/drawers.js";
import { showMembers } from "./side/members.js";
import { showTroubles } from "./side/troubles.js";
import { showVoice } from "./side/voice.js";
import { showVoices } from "./side/voices.js";
import { applyTheme, showYou } from "./side/you.js";
import { playAwaited } from "./sound/player.js";
import { showChat, showStart } from "./start.js";
import { here, me, shown, state, t } from "./state.js";
import { endTyping, forgetTyping, showTyping } from "./typing.js";

const firstRetryMs = 500;
const lastRetryMs = 4_000;

/** @type {EventSource | undefined} */
let source;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let wait = firstRetryMs;

/** @typedef {{ [E in keyof LiveEvents]: (told: LiveEvents[E]) => void }} Handlers */

/** Writes the texts that index.html names by key. */
const writeTexts = () => {
	for (const part of findAll(document, "[data-text], [data-label]")) {
		const { text, label } = /** @type {{ text?: TextKey, label?: TextKey }} */ (part.dataset);
		if (text) part.textContent = t(text);
		if (label) part.setAttribute("aria-label", t(label));
		if (label && part instanceof HTMLButtonElement) part.title = t(label);
	}
};

const showTop = () => {
	const { isPrivate, app, connected } = state.guild;
	const channel = here();
	const name = isPrivate ? t("directs") : state.guild.name;
	document.documentElement.lang = state.locale;
	document.title = `${channel.label} · ${name}`;
	refill(find("guild"), make("span", name), makeInstalls());
	fill(find("channel"), icon(channel.icon), make("span", channel.name));
	find("messages").setAttribute("aria-label", t("messagesIn", { channel: channel.label }));
	find("bot-offline").textContent = connected ? "" : t("botOffline", { name: app.name });
};

const show = () => {
	writeTexts();
	showTop();
	showChat();
	showGuilds();
	showChannels();
	showDirects();
	showVoice();
	showMembers();
	showTroubles();
	showYou(becomeOther, inOtherLanguage);
	showStart();
	showVoices();
	refreshComposer();
};

const inOtherLanguage = () => {
	const messages = [...shown.values()];
	show();
	showAll(messages, true);
};

/**
 * The ids of the member and the channel of the shown messages, as `ID in ID`.
 *
 * @type {string | undefined}
 */
let shownFor;

/** What the page does on each event of the live channel. @type {Handlers} */
const handlers = {
	guild(guild) {
		state.guild = guild;
		show();
	},
	messages(messages) {
		const place = `${state.guild.me} in ${state.guild.textChannel}`;
		if (place !== shownFor) {
			forgetTyping();
			// An open reply or edit is about a message of the previous channel.
			leaveDraft();
		}
		showAll(messages, place !== shownFor);
		shownFor = place;
	},
	voice(states) {
		state.guild = { ...state.guild, voiceStates: states };
		showChat();
		showChannels();
		showVoice();
	},
	troubles(troubles) {
		state.guild = { ...state.guild, troubles };
		showTroubles();
	},
	voices(voices) {
		const isFirst = !state.voices;
		state.voices = voices;
		// The first time, the guild event that follows shows the voices.
		if (!isFirst) showVoices();
	},
	typing: showTyping,
	message(change) {
		if (change.kind === "created") endTyping(change.message.author.id);
		showChange(change);
		playAwaited();
	},
	modal: showModal,
	interaction(interaction) {
		noteInteraction(interaction);
		if (me()) void followCommand(interaction);
	},
};

/**
 * Follows the chosen member's live channel, in place of the channel followed before. When the connection is lost, tries
 * again until it is back.
 */
const follow = () => {
	clearTimeout(timer);
	source?.close();
	const query = new URLSearchParams({ ...state.place, as: state.as, page: state.page });
	const mine = new EventSource(`/playground/live?${query}`);
	source = mine;
	for (const [name, take] of Object.entries(handlers))
		mine.addEventListener(name, ({ data }) => {
			if (mine === source) take(JSON.parse(data));
		});
	mine.onopen = () => {
		find("connection").textContent = "";
		// The wait is longer than the first one if the connection was lost.
		if (wait > firstRetryMs) {
			forgetTrouble();
			toast(t("reconnected"));
		}
		wait = firstRetryMs;
	};
	mine.onerror = () => {
		if (mine !== source) return;
		mine.close();
		find("connection").textContent = t("reconnecting");
		timer = setTimeout(follow, wait);
		wait = Math.min(wait * 2, lastRetryMs);
	};
};

const becomeOther = () => {
	dropCommand();
	follow();
};

applyTheme();
writeTexts();
find("connection").textContent = t("connecting");
find("open-sidebar").append(icon("menu"));
find("open-people").append(icon("people"));
find("send").append(icon("send"));
find("add").append(icon("add"));
watchComposer();
watchList();
watchDrawers();
addEventListener("playground:move", follow);
follow();
