import { languages } from "../../texts/write.js";
import { find, iconButton, make, makeAvatar, refill } from "../dom.js";
import { me, remember, state, t } from "../state.js";

const offered = Object.values(languages).map(({ locale, name }) => /** @type {const} */ ([locale, name]));
const themes = /** @type {const} */ ([
	["auto", "themeAuto"],
	["dark", "themeDark"],
	["light", "themeLight"],
]);

/**
 * The order in which presses change the theme. From `auto`, the first press leads to the theme that the system doesn't
 * use.
 */
const themeOrder = () =>
	matchMedia("(prefers-color-scheme: dark)").matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];

/**
 * @param {string} id
 * @param {string} label
 * @param {readonly (readonly [value: string, text: string])[]} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
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
 * Shows the chosen member, with the choices of member, language and theme. `onperson` is called after another member is
 * chosen, `onlanguage` after another language.
 *
 * @param {() => void} onperson
 * @param {() => void} onlanguage
 */
export const showYou = (onperson, onlanguage) => {
	/** @type {readonly (readonly [value: string, text: string])[]} */
	const people = state.guild.members
		.filter(({ bot }) => !bot)
		.map(({ username, name, owner }) => [username, owner ? `${name} · ${t("owner")}` : name]);
	const [, themeName] = themes.find(([theme]) => theme === state.theme) ?? themes[0];
	const changeTheme = () => {
		const order = themeOrder();
		remember("theme", order[(order.indexOf(state.theme) + 1) % order.length] ?? "auto");
		applyTheme();
		showYou(onperson, onlanguage);
	};
	refill(
		find("you"),
		makeAvatar(me(), "small"),
		make(
			"div.you-choices",
			makeChoice("member", t("youAre"), people, state.as, (value) => {
				remember("as", value);
				onperson();
			}),
			makeChoice("locale", t("language"), offered, state.locale, (value) => {
				remember("locale", value);
				onlanguage();
			}),
		),
		iconButton("theme", `${t("theme")}: ${t(themeName)}`, changeTheme, { id: "theme" }),
	);
};

/** Shows the chosen theme; `auto` leaves it to the system. */
export const applyTheme = () => {
	document.documentElement.style.colorScheme = state.theme === "auto" ? "" : state.theme;
};
