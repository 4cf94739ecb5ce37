/** @import { APIAttachment } from "discord-api-types/v10" */
import { make, makeSvg } from "../dom.js";
import { t } from "../texts.js";
import { makeSound } from "./player.js";

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
