import { listCommands } from "./composer/commands.js";
import { beginByName } from "./composer/composer.js";
import { find, icon, make } from "./dom.js";
import { state } from "./state.js";
import { t } from "./texts.js";

/** How many commands are named where the server proposes none; the palette has them all. */
const mostCommands = 6;

/** The commands to try: those that the server proposes, in its order. */
const proposals = () => {
	const commands = listCommands();
	const proposed = state.guild.firstSteps.flatMap(
		({ command }) => commands.find(({ name }) => name === command) ?? [],
	);
	return proposed.length > 0 ? proposed : commands.slice(0, mostCommands);
};

const makeTry = (command) => {
	const step = state.guild.firstSteps.find((each) => each.command === command.name);
	return make(
		"li",
		{},
		make(
			"button",
			{ type: "button", className: "try", onclick: () => beginByName(command.name, step?.values) },
			make("strong", {}, `/${command.label}`),
			make("span", {}, command.description),
		),
	);
};

/** Shows the channel's beginning: where one is, and what to try with the commands there are. */
export const showStart = () => {
	const channel = state.guild.channels.find(({ id }) => id === state.guild.textChannel);
	const commands = proposals();
	const start = make(
		"article",
		{
			id: "start",
			className: "start",
			tabIndex: find("start")?.tabIndex ?? -1,
			"aria-label": t("startTitle", { channel: channel?.name }),
		},
		make("span", { className: "start-icon", "aria-hidden": "true" }, icon("hash")),
		make("h2", {}, t("startTitle", { channel: channel?.name })),
		make("p", {}, t("startText")),
		make("ul", {}, commands.map(makeTry)),
		make("p", { className: "faint" }, t("startHint")),
	);
	const old = find("start");
	if (old) old.replaceWith(start);
	else find("list").prepend(start);
};
