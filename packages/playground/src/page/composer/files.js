import { upload } from "../api.js";
import { fill, find, iconButton, make, toast } from "../dom.js";
import { sizeText } from "../sound/player.js";
import { t } from "../texts.js";

/** The most files per message, as on Discord. */
const mostFiles = 10;

/** The files that go with the next message. @type {File[]} */
let files = [];

export const hasFiles = () => files.length > 0;

const show = () => {
	const box = find("files");
	box.hidden = files.length === 0;
	fill(
		box,
		files.map((file) =>
			make(
				"li.chip",
				make("span.chip-name", file.name),
				make("span.faint", sizeText(file.size)),
				iconButton("close", t("removeOption", { name: file.name }), () => {
					files = files.filter((each) => each !== file);
					show();
					find("line").focus();
				}),
			),
		),
	);
};

/**
 * Adds files to the next message, up to `mostFiles`. If more were given, says how many are allowed.
 *
 * @param {readonly File[]} more
 */
export const addFiles = (more) => {
	if (files.length + more.length > mostFiles) toast(t("atMost", { count: mostFiles }));
	files = [...files, ...more].slice(0, mostFiles);
	show();
	find("line").focus();
};

/**
 * Uploads the attached files and calls `send` with their ids. If that fails, attaches the files again and throws the
 * error.
 *
 * @param {(ids: readonly string[]) => Promise<unknown>} send
 */
export const sendFiles = async (send) => {
	const taken = files;
	files = [];
	show();
	try {
		await send(await Promise.all(taken.map(upload)));
	} catch (error) {
		files = [...taken, ...files];
		show();
		throw error;
	}
};

export const chooseFiles = () => {
	const input = make("input", { type: "file", multiple: true });
	input.onchange = () => addFiles([...(input.files ?? [])]);
	input.click();
};
