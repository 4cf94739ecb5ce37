/** @import { APIAttachment } from "discord-api-types/v10" */
import { icon, make } from "../dom.js";
import { t } from "../texts.js";
import { clockTime } from "../times.js";
import { attachmentPath, watchPlayer } from "./playing.js";

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
export const makeSound = (attachment, name, makeBox, show) => {
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
