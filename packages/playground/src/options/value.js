/** Decides what an option accepts, for both the page while typing and the server when sending. */

/** @import { APIApplicationCommandBasicOption } from "discord-api-types/v10" */
/** @import { Texts } from "../checks/texts.ts" */
import { nameIn } from "./names.js";

/**
 * What options can name in a guild.
 *
 * @typedef Nameable
 * @property {readonly { readonly id: string }[]} members
 * @property {readonly { readonly id: string }[]} roles
 * @property {readonly { readonly id: string, readonly type: number }[]} channels
 */

/** Discord's option types, as far as members can fill them. */
export const optionType = /** @type {const} */ ({
	string: 3,
	integer: 4,
	boolean: 5,
	user: 6,
	channel: 7,
	role: 8,
	mentionable: 9,
	number: 10,
	attachment: 11,
});

/** The longest text of an option that names no limit of its own, in characters. */
const longestText = 6_000;

/** @type {Texts} */
const notListed = { en: "Choose one from the list.", de: "Wähle etwas aus der Liste." };

/** The error for a required option without a value. @type {Texts} */
export const missing = {
	en: "This option is required. Enter a value.",
	de: "Diese Option ist erforderlich. Gib einen Wert ein.",
};

/**
 * @param {string} text
 * @param {number} min
 * @param {number} max
 * @returns {Texts | undefined}
 */
const checkLength = ({ length }, min, max) => {
	if (length > max)
		return {
			en: `At most ${max} characters (now ${length}).`,
			de: `Höchstens ${max} Zeichen (jetzt ${length}).`,
		};
	if (length >= min) return undefined;
	return { en: `At least ${min} characters.`, de: `Mindestens ${min} Zeichen.` };
};

/**
 * @param {number} value
 * @param {boolean} isWhole
 * @param {number} min
 * @param {number} max
 * @returns {Texts | undefined}
 */
const checkNumber = (value, isWhole, min, max) => {
	if (Number.isNaN(value)) return { en: "This must be a number.", de: "Das muss eine Zahl sein." };
	if (isWhole && !Number.isInteger(value))
		return { en: "This must be a whole number.", de: "Das muss eine ganze Zahl sein." };
	if (value < min) return { en: `This must be at least ${min}.`, de: `Das muss mindestens ${min} sein.` };
	if (value > max) return { en: `This must be at most ${max}.`, de: `Das darf höchstens ${max} sein.` };
	return undefined;
};

/**
 * What Discord's client would object to in an option's value, for the member to read; nothing if it would be sent.
 *
 * @param {APIApplicationCommandBasicOption} option
 * @param {string | number | boolean} value - users, roles, channels and files by id
 * @param {Nameable} guild
 * @returns {Texts | undefined}
 */
export const checkValue = (option, value, { members, roles, channels }) => {
	const choices = ("choices" in option ? option.choices : undefined) ?? [];
	if (choices.length > 0 && !choices.some((choice) => choice.value === value))
		return {
			en: `Choose one of: ${choices.map((choice) => choice.name).join(", ")}.`,
			de: `Wähle eins davon: ${choices.map((choice) => nameIn(choice, "de")).join(", ")}.`,
		};
	/** @param {readonly { readonly id: string }[]} things */
	const oneOf = (...things) => (things.some(({ id }) => id === value) ? undefined : notListed);
	switch (option.type) {
		case optionType.string:
			if (typeof value !== "string") return notListed;
			return checkLength(value, Math.max(option.min_length ?? 0, 1), option.max_length ?? longestText);
		case optionType.integer:
		case optionType.number: {
			const { min_value: min = -Infinity, max_value: max = Infinity } = option;
			const number = typeof value === "number" ? value : Number.NaN;
			return checkNumber(number, option.type === optionType.integer, min, max);
		}
		case optionType.boolean:
			return typeof value === "boolean" ? undefined : notListed;
		case optionType.user:
			return oneOf(...members);
		case optionType.role:
			return oneOf(...roles);
		case optionType.mentionable:
			return oneOf(...members, ...roles);
		case optionType.channel:
			return oneOf(
				...channels.filter(({ type }) => option.channel_types?.some((each) => each === type) ?? true),
			);
		default:
			return typeof value === "string" ? undefined : notListed;
	}
};
