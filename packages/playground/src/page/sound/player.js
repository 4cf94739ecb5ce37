/** @import { APIAttachment } from "discord-api-types/v10" */
import { icon, make } from "../dom.js";
import { t } from "../texts.js";
import { clockTime } from "../times.js";
import { attachmentPath, followPosition, watchPlayer } from "./playing.js";

const steps = 1_000;

/**
 * A button that plays or pauses, labelled with what it does.
 *
 * @param {HTMLAudioElement} audio
 */
export const makePlayButton = (audio) => {
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
 * A player for an attached sound: the file's name, a play button, a position that can be moved.
 *
 * @param {APIAttachment} attachment
 */
export const makePlayer = (attachment) => {
	const source = attachmentPath(attachment);
	const name = attachment.title ?? attachment.filename;
	const audio = make("audio", { preload: "none", src: source });
	const seek = make("input.seek", {
		type: "range",
		min: "0",
		max: String(steps),
		value: "0",
		step: "1",
		"aria-label": t("seek", { name }),
	});
	const time = make("span.times", "0:00");
	const draw = () => {
		const { currentTime, duration } = audio;
		const known = Number.isFinite(duration) && duration > 0;
		// At the end, `currentTime` may still be a little less than `duration`.
		const share = known ? (audio.ended ? 1 : Math.min(1, currentTime / duration)) : 0;
		const shownLength = known ? Math.max(1, Math.round(duration)) : 0;
		seek.value = String(Math.round(share * steps));
		const values = {
			at: clockTime(share === 1 ? shownLength : currentTime),
			length: clockTime(shownLength),
		};
		seek.setAttribute("aria-valuetext", t("ofLength", values));
		time.textContent = known ? `${values.at} / ${values.length}` : values.at;
	};
	seek.oninput = () => {
		if (Number.isFinite(audio.duration)) audio.currentTime = (Number(seek.value) / steps) * audio.duration;
		draw();
	};
	const player = make(
		"div.player",
		{ role: "group", "aria-label": name },
		make("div.file-name", makeFileLink(attachment), make("span.faint", sizeText(attachment.size))),
		make("div.controls", makePlayButton(audio), seek, time),
		audio,
	);
	audio.onerror = () => {
		time.textContent = t("cannotPlay");
	};
	watchPlayer(player, audio);
	followPosition(audio, draw);
	return player;
};
