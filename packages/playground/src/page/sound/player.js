/** @import { APIAttachment } from "discord-api-types/v10" */
import { icon, make, makeSvg } from "../dom.js";
import { t } from "../state.js";
import { clockTime } from "../times.js";

const steps = 1_000;

/**
 * A button that plays or pauses, labelled with what it does.
 *
 * @param {HTMLAudioElement} audio
 */
const makePlayButton = (audio) => {
	const button = make("button.play");
	const show = () => {
		const label = t(audio.paused ? "play" : "pause");
		button.setAttribute("aria-label", label);
		button.replaceChildren(icon(audio.paused ? "play" : "pause"));
	};
	button.onclick = () => {
		// If playing fails, the sound stays paused, as the button shows.
		if (audio.paused) audio.play().catch(() => {});
		else audio.pause();
	};
	for (const event of ["play", "pause", "ended"]) audio.addEventListener(event, show);
	show();
	return button;
};

/** @param {number} bytes */
export const sizeText = (bytes) =>
	bytes < 1_048_576
		? t("kilobytes", { size: Math.max(1, Math.round(bytes / 1_024)) })
		: t("megabytes", { size: Math.round(bytes / 104_857.6) / 10 });

/**
 * A link that downloads a file. A long name is cut before its extension.
 *
 * @param {APIAttachment} attachment
 */
export const makeFileLink = (attachment) => {
	const { filename: name } = attachment;
	const [ending = ""] = /\.[^.]{1,10}$/.exec(name) ?? [];
	return make(
		"a",
		{ href: attachmentPath(attachment), download: name, title: t("download", { name }), "aria-label": name },
		make("span.stem", name.slice(0, name.length - ending.length)),
		ending,
	);
};

/**
 * @typedef Position
 * @property {number} share - of the sound that has been played, from 0 to 1
 * @property {string} at - such as `0:07`
 * @property {string | undefined} length - undefined as long as it isn't known
 */

/**
 * A sound's play button, slider and position in a box.
 *
 * @param {APIAttachment} attachment
 * @param {string} name
 * @param {(button: HTMLElement, seek: HTMLElement, time: HTMLElement) => HTMLElement} makeBox
 * @param {(position: Position) => string} show - called when the position changes; returns the text for it
 */
const makeSound = (attachment, name, makeBox, show) => {
	const audio = make("audio", { preload: "none", src: attachmentPath(attachment) });
	const seek = make("input.seek", {
		type: "range",
		min: "0",
		max: String(steps),
		value: "0",
		"aria-label": t("seek", { name }),
	});
	const time = make("span.times.faint");
	const seconds = () => attachment.duration_secs ?? (Number.isFinite(audio.duration) ? audio.duration : 0);
	const draw = () => {
		const length = seconds() > 0 ? clockTime(Math.max(1, Math.round(seconds()))) : undefined;
		// At the end, `currentTime` may still be a little less than the length.
		const share = audio.ended ? 1 : Math.min(1, audio.currentTime / (seconds() || Infinity));
		const at = (share === 1 && length) || clockTime(audio.currentTime);
		seek.value = String(Math.round(share * steps));
		if (length) seek.setAttribute("aria-valuetext", t("ofLength", { at, length }));
		time.textContent = show({ share, at, length });
	};
	seek.oninput = () => {
		audio.currentTime = (Number(seek.value) / steps) * seconds();
		draw();
	};
	audio.onerror = () => {
		time.textContent = t("cannotPlay");
	};
	const box = makeBox(makePlayButton(audio), seek, time);
	box.setAttribute("role", "group");
	box.setAttribute("aria-label", name);
	box.append(audio);
	watchPlayer(box, audio, draw);
	draw();
	return box;
};

/**
 * A player for an attached sound: the file's name, a play button, a position that can be moved.
 *
 * @param {APIAttachment} attachment
 */
export const makePlayer = (attachment) => {
	const file = make("div.file-name", makeFileLink(attachment), make("span.faint", sizeText(attachment.size)));
	return makeSound(
		attachment,
		attachment.title ?? attachment.filename,
		(...controls) => make("div.player.box", file, make("div.controls.flex", ...controls)),
		({ at, length }) => (length ? `${at} / ${length}` : at),
	);
};

const bars = 48;
const barWidth = 3;
const barPitch = 5;
const height = 32;

/**
 * The levels of a waveform's bars, from 0 to 1, each the loudest of its samples.
 *
 * @param {string | undefined} base64
 * @returns {number[]}
 */
const readLevels = (base64) => {
	const bytes = Uint8Array.from(atob(base64 ?? ""), (character) => character.charCodeAt(0));
	if (bytes.length === 0) return new Array(bars).fill(0);
	return Array.from({ length: bars }, (_, bar) => {
		const from = Math.floor((bar * bytes.length) / bars);
		const to = Math.max(from + 1, Math.floor(((bar + 1) * bytes.length) / bars));
		return Math.max(...bytes.subarray(from, to)) / 255;
	});
};

/** @param {readonly number[]} levels */
const drawWaveform = (levels) => {
	const marks = levels.map((level, index) => {
		const tall = Math.max(3, level * height);
		return makeSvg("rect", {
			x: index * barPitch + 1,
			y: (height - tall) / 2,
			width: barWidth,
			height: tall,
			rx: barWidth / 2,
		});
	});
	const attributes = { class: "waveform", preserveAspectRatio: "none", "aria-hidden": "true" };
	const viewBox = `0 0 ${bars * barPitch} ${height}`;
	return { picture: makeSvg("svg", { ...attributes, viewBox }, ...marks), marks };
};

/**
 * A voice message. The waveform fills while the message plays; a press on the waveform moves the position.
 *
 * @param {APIAttachment} attachment
 */
export const makeVoiceMessage = (attachment) => {
	const { picture, marks } = drawWaveform(readLevels(attachment.waveform));
	return makeSound(
		attachment,
		t("voiceMessage", { seconds: Math.round(attachment.duration_secs ?? 0) }),
		(button, seek, time) => make("div.voice-message.box.flex", button, make("div.wave", picture, seek), time),
		({ share, at, length = at }) => {
			for (const [index, mark] of marks.entries())
				mark.classList.toggle("heard", share > 0 && index / bars < share);
			return share > 0 ? at : length;
		},
	);
};

/** @type {HTMLAudioElement | undefined} */
let current;

// A channel may have many sounds, so a sound's length is loaded only when its player comes into view.
const loader = new IntersectionObserver((entries) => {
	for (const { target, isIntersecting } of entries) {
		if (!isIntersecting) continue;
		loader.unobserve(target);
		const audio = target.querySelector("audio");
		if (audio) audio.preload = "metadata";
	}
});

/**
 * Loads a sound's length when its player becomes visible. When the sound plays, pauses the one that played before. Calls
 * `draw` on every frame while the sound plays, and once when its position or length changes otherwise.
 *
 * @param {HTMLElement} player
 * @param {HTMLAudioElement} audio
 * @param {() => void} draw
 */
const watchPlayer = (player, audio, draw) => {
	loader.observe(player);
	audio.addEventListener("play", () => {
		if (current !== audio) current?.pause();
		current = audio;
	});
	const step = () => {
		draw();
		if (!audio.paused) requestAnimationFrame(step);
	};
	for (const event of ["play", "pause", "seeked", "ended", "loadedmetadata", "durationchange"])
		audio.addEventListener(event, step);
};

/**
 * The path of an attachment's URL. The host is left out, because the page may be open under another name of this
 * machine.
 *
 * @param {Pick<APIAttachment, "url">} attachment
 */
export const attachmentPath = ({ url }) => new URL(url).pathname;

/**
 * The id of the interaction whose answer is played as soon as it arrives.
 *
 * @type {string | undefined}
 */
let awaited;

/**
 * Plays the sound of an interaction's answer once, as soon as the answer arrives.
 *
 * @param {string} interactionId
 */
export const playAnswer = (interactionId) => {
	awaited = interactionId;
	playAwaited();
};

/** Plays the awaited answer if it has arrived. Call it after messages change. */
export const playAwaited = () => {
	if (!awaited) return;
	const answer = document.querySelector(`[data-answers="${awaited}"]`);
	if (!answer || answer.querySelector(".thinking")) return;
	awaited = undefined;
	// If the browser wants another click first, the member can press the play button.
	const audio = answer.querySelector("audio");
	audio?.play().catch(() => {});
};
