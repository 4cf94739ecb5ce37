import { makeAvatar } from "../avatar.js";
import { find, iconButton, make } from "../dom.js";
import { me, remember, state } from "../state.js";
import { t } from "../texts.js";
import { applyTheme } from "../theme.js";

const languages = [
	["en-US", "English"],
	["de", "Deutsch"],
];
const themes = ["auto", "dark", "light"];
const themeTexts = { auto: "themeAuto", dark: "themeDark", light: "themeLight" };

const makeChoice = (id, label, options, value, onchange) => {
	const select = make(
		"select",
		{ id, "aria-label": label, title: label },
		options.map(([each, text]) => make("option", { value: each, selected: each === value }, text)),
	);
	select.onchange = () => onchange(select.value);
	return select;
};

/**
 * Shows who one is, with the switches: which member, which language, which theme.
 * `onperson` and `onlanguage` are called after a change.
 */
export const showYou = (onperson, onlanguage) => {
	const box = find("you");
	const focused = box.contains(document.activeElement) && document.activeElement.id;
	const people = state.guild.members
		.filter(({ bot }) => !bot)
		.map(({ username, name, owner }) => [username, owner ? `${name} · ${t("owner")}` : name]);
	const cycle = iconButton("theme", "", () => {
		remember("theme", themes[(themes.indexOf(state.theme) + 1) % themes.length]);
		applyTheme();
		nameTheme();
	});
	cycle.id = "theme";
	const nameTheme = () => {
		const label = `${t("theme")}: ${t(themeTexts[state.theme] ?? "themeAuto")}`;
		cycle.setAttribute("aria-label", label);
		cycle.title = label;
	};
	nameTheme();
	box.replaceChildren(
		makeAvatar(me(), "small"),
		make(
			"div",
			{ className: "you-choices" },
			makeChoice("member", t("youAre"), people, state.as, (value) => {
				remember("as", value);
				onperson();
			}),
			makeChoice("locale", t("language"), languages, state.locale, (value) => {
				remember("locale", value);
				onlanguage();
			}),
		),
		cycle,
	);
	if (focused) find(focused)?.focus();
};
