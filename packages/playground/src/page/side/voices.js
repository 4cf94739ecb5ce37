/** @import { OfferedVoice, VoiceList, VoiceProgress } from "../../page-server/messages.ts" */
import { send, troubleOf } from "../api.js";
import { fill, find, focusOn, icon, make, toast } from "../dom.js";
import { dialogHeader } from "../messages/modal.js";
import { pick, state, t } from "../state.js";

/** @param {string} tag */
const baseOf = (tag) => tag.split("-")[0] ?? tag;

/** @param {string} tag */
const languageName = (tag) => new Intl.DisplayNames([state.locale], { type: "language" }).of(tag) ?? tag;

/** @param {number} bytes */
const megabytes = (bytes) => t("megabytes", { size: Math.max(1, Math.round(bytes / 1_000_000)) });

/**
 * The published voices, or the obstacle, once loaded.
 *
 * @type {VoiceList | undefined}
 */
let listed;

/**
 * The base tag of the language whose voices are offered, such as `de`; undefined until a list is shown.
 *
 * @type {string | undefined}
 */
let chosen;

/**
 * A language's voices, those of medium quality first.
 *
 * @param {string} language
 */
const voicesOf = (language) =>
	(listed?.voices ?? [])
		.filter((voice) => baseOf(voice.language) === language)
		.toSorted((a, b) => Number(b.quality === "medium") - Number(a.quality === "medium"));

/**
 * Downloads a voice or pauses the download, and shows the error if that fails.
 *
 * @param {"get" | "pause"} what
 * @param {object} fields
 */
const tryVoices = (what, fields = {}) =>
	send(`voices/${what}`, fields).catch((error) => toast(troubleOf(error)));

/** @param {OfferedVoice} voice */
const makeCard = ({ name }) => {
	const text = make("p.voice-card");
	const details = make("details", make("summary.faint", t("licence")), text);
	details.ontoggle = async () => {
		if (!details.open || text.textContent) return;
		text.textContent = t("loading");
		try {
			const answer = /** @type {{ text: string }} */ (await send("voices/describe", { name }));
			text.textContent = answer.text.trim() || t("noLicence");
		} catch (error) {
			details.open = false;
			text.textContent = "";
			toast(troubleOf(error));
		}
	};
	return details;
};

/** @param {OfferedVoice} voice */
const makeOffer = (voice) => {
	const { name, language, quality, speakers, bytes, from } = voice;
	const region = language === baseOf(language) ? "" : languageName(language);
	const facts = [region, quality, speakers > 1 && t("speakerCount", { count: speakers }), from];
	const label = t("getVoice", { size: megabytes(bytes) });
	const get = () => tryVoices("get", { name });
	return make(
		"li",
		make(
			"div.voice-offer.flex.spread",
			make("div", make("strong", name), make("p.faint", facts.filter(Boolean).join(" · "))),
			make("button.button.primary", { "aria-label": `${label}: ${name}`, onclick: get }, label),
		),
		makeCard(voice),
	);
};

/** @param {VoiceProgress} progress */
const makeProgress = (progress) => {
	if (progress.kind === "none") return [];
	const { name } = progress;
	const again = (/** @type {"goOn" | "tryAgain"} */ label) =>
		make("button.button.primary", { onclick: () => tryVoices("get", { name }) }, t(label));
	if (progress.kind === "added") return [make("p.voice-added", t("voiceAdded", { name }))];
	if (progress.kind === "paused") return [make("p", t("voicePaused", { name })), again("goOn")];
	if (progress.kind === "failed")
		return [make("p.failed", `${t("voiceFailed", { name })} ${progress.why}`), again("tryAgain")];
	const { there, bytes } = progress;
	const isThere = bytes > 0 && there >= bytes;
	return [
		make("p", t(isThere ? "addingVoice" : "gettingVoice", { name })),
		make("progress", {
			"aria-label": t("gettingVoice", { name }),
			max: 100,
			...(bytes > 0 && !isThere && { value: (100 * there) / bytes }),
		}),
		make("p.faint", bytes > 0 && t("ofSize", { there: megabytes(there), size: megabytes(bytes) })),
		make("button.button.secondary", { onclick: () => tryVoices("pause") }, icon("pause"), t("pause")),
	];
};

/** The kind of progress that is shown. Screen readers are told, and the page scrolls, only when the kind changes. */
let shownKind = "none";

const showProgress = () => {
	const { progress } = state.voices ?? { progress: /** @type {const} */ ({ kind: "none" }) };
	const box = find("voice-progress");
	const hadFocus = box.contains(document.activeElement);
	fill(box, ...makeProgress(progress));
	if (hadFocus) focusOn(box, "button");
	if (progress.kind !== shownKind && progress.kind !== "none") {
		find("voice-said").textContent = box.querySelector("p")?.textContent ?? "";
		box.scrollIntoView({ block: "nearest" });
	}
	shownKind = progress.kind;
};

const showSpeaking = () => {
	const { speaking } = state.voices ?? { speaking: [] };
	const { name } = state.guild.app;
	const voices = speaking.map((voice) => {
		const spoken = voice.languages.map((tag) => languageName(baseOf(tag)));
		return make("li", make("strong", voice.name), ` ${spoken.join(", ")}`);
	});
	const note = make("p.faint", t(speaking.length > 0 ? "robotElsewhere" : "robotNow", { name }));
	fill(find("voice-speaking"), voices.length > 0 && make("ul", voices), note);
};

/**
 * @param {string} className
 * @param {string} trouble
 */
const showTrouble = (className, trouble) =>
	fill(
		find("voice-offers"),
		make("p", { className, role: "alert" }, trouble),
		make("button.button.secondary", { onclick: loadList }, t("tryAgain")),
	);

const showOffers = () => {
	const box = find("voice-offers");
	if (!listed) return fill(box, make("p", { role: "status" }, t("loading")));
	if (listed.obstacle) return showTrouble("", pick(listed.obstacle));
	const tags = [...new Set(listed.voices.map(({ language }) => baseOf(language)))];
	const [first = ""] = tags;
	chosen ??= [baseOf(state.locale), "en"].find((tag) => tags.includes(tag)) ?? first;
	const options = tags
		.map((tag) => ({ tag, name: languageName(tag) }))
		.toSorted((a, b) => a.name.localeCompare(b.name, state.locale))
		.map(({ tag, name }) => make("option", { value: tag, selected: tag === chosen }, name));
	const select = make("select", { id: "voice-language", "aria-label": t("language") }, options);
	const spoken = new Set(state.voices?.speaking.map(({ name }) => name));
	const list = make("ul");
	const showLanguage = () => {
		const offers = voicesOf(chosen ?? "").filter(({ name }) => !spoken.has(name));
		fill(list, ...offers.map(makeOffer));
	};
	select.onchange = () => {
		chosen = select.value;
		showLanguage();
	};
	showLanguage();
	return fill(box, select, list);
};

const loadList = async () => {
	listed = undefined;
	showOffers();
	try {
		listed = /** @type {VoiceList} */ (await send("voices/list", {}));
		showOffers();
	} catch (error) {
		showTrouble("failed", troubleOf(error));
	}
	showVoiceOffer();
};

/** Opens the dialog of voices, and loads the list of published ones. */
const openVoices = () => {
	const dialog = find("voices");
	fill(
		dialog,
		dialogHeader(dialog, t("voices")),
		make("section", { id: "voice-speaking" }),
		make("section", { id: "voice-progress" }),
		make("p.unseen", { id: "voice-said", role: "status" }),
		make("h3", t("voicesToGet")),
		make("section", { id: "voice-offers" }),
	);
	showSpeaking();
	showProgress();
	dialog.showModal();
	void loadList();
};

/** Shows the state of voices that the server has reported. */
export const showVoices = () => {
	const opener = find("open-voices");
	opener.hidden = !state.voices;
	opener.onclick = openVoices;
	showVoiceOffer();
	if (!find("voices").open) return;
	const before = find("voice-speaking").textContent;
	showSpeaking();
	showProgress();
	if (before === find("voice-speaking").textContent) return;
	// The voice that now speaks isn't offered any more. Its button may have had the focus.
	showOffers();
	if (!find("voices").contains(document.activeElement)) focusOn(find("voices"), "button");
};

/** If no natural voice speaks the page's language, says so in the welcome and offers one. */
const showVoiceOffer = () => {
	const line = document.getElementById("voice-offer");
	if (!line) return;
	const language = baseOf(state.locale);
	const speaking = state.voices?.speaking ?? [];
	const isSpoken = speaking.some(({ languages }) => languages.some((tag) => baseOf(tag) === language));
	if (!state.voices || isSpoken) return fill(line);
	const { bytes } = voicesOf(language)[0] ?? {};
	const { name } = state.guild.app;
	const offer = bytes ? t("getNaturalOf", { size: megabytes(bytes) }) : t("getNatural");
	fill(
		line,
		speaking.length === 0 ? t("robotNow", { name }) : t("noVoiceIn", { language: languageName(language) }),
		" ",
		make("button.text-button", { "aria-haspopup": "dialog", onclick: openVoices }, offer),
	);
};
