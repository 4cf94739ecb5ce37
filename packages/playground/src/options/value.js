/** Decides what an option accepts, for both the page while typing and the server when sending. */

/** @import { APIApplicationCommandBasicOption } from "discord-api-types/v10" */
/** @import { Texts } from "../texts/write.js" */
import { inEach, languages, writeAll } from "../texts/write.js";
import { nameIn } from "./names.js";

/**
 * The members, roles and channels that options can name.
 *
 * @typedef Nameable
 * @property {readonly { readonly id: string }[]} members
 * @property {readonly { readonly id: string }[]} roles
 * @property {readonly { readonly id: string, readonly type: number }[]} channels
 */

/** The types of options that members can fill in. */
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

/** The longest text of an option without a limit of its own, in characters. */
const longestText = 6_000;

const notListed = writeAll("notListed");

/** The error for a required option without a value. */
export const missing = writeAll("missing");

/**
 * Says why Discord's client wouldn't send an option's value, for the member to read; undefined if it would.
 *
 * @param {APIApplicationCommandBasicOption} option
 * @param {string | number | boolean} value - users, roles, channels and files by id
 * @param {Nameable} guild
 * @returns {Texts | undefined}
 */
export const checkValue = (option, value, { members, roles, channels }) => {
	const choices = ("choices" in option ? option.choices : undefined) ?? [];
	if (choices.length > 0 && !choices.some((choice) => choice.value === value))
		return writeAll("oneOf", {
			names: inEach((id) => {
				const { locale } = languages[id];
				return new Intl.ListFormat(locale, { type: "disjunction" }).format(
					choices.map((choice) => nameIn(choice, locale)),
				);
			}),
		});
	/** @param {readonly { readonly id: string }[]} things */
	const oneOf = (...things) => (things.some(({ id }) => id === value) ? undefined : notListed);
	switch (option.type) {
		case optionType.string: {
			if (typeof value !== "string") return notListed;
			const { length } = value;
			const min = Math.max(option.min_length ?? 0, 1);
			const max = option.max_length ?? longestText;
			if (length > max) return writeAll("tooLong", { max, length });
			return length < min ? writeAll("tooShort", { count: min }) : undefined;
		}
		case optionType.integer:
		case optionType.number: {
			const { min_value: min = -Infinity, max_value: max = Infinity } = option;
			if (typeof value !== "number" || Number.isNaN(value)) return writeAll("notNumber");
			if (option.type === optionType.integer && !Number.isInteger(value)) return writeAll("notWhole");
			if (value < min) return writeAll("tooSmall", { min });
			return value > max ? writeAll("tooLarge", { max }) : undefined;
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
