import {
	ApplicationCommandType,
	Locale,
	ApplicationCommandOptionType as Option,
} from "discord-api-types/v10";
import { checkFileTypes } from "./components.ts";
import type { Form } from "./form.ts";
import { isJson, type Json, listed } from "./json.ts";
import { limits } from "./limits.ts";

/**
 * What Discord refuses in commands beyond their schemas, according to its documentation
 * (https://docs.discord.com/developers/interactions/application-commands).
 */

const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const locales: readonly string[] = Object.values(Locale);

const checkName = (form: Form, value: unknown): void => {
	const name = String(value);
	if (!namePattern.test(name) || name !== name.toLocaleLowerCase("en"))
		form.refuse("APPLICATION_COMMAND_INVALID_NAME");
};

const checkLocalizations = (form: Form, value: unknown, check?: typeof checkName): void => {
	for (const [locale, text] of Object.entries(isJson(value) ? value : {})) {
		if (!locales.includes(locale))
			form.in(locale).refuse("ENUM_TYPE_COERCE", `Value "${locale}" is not a valid enum value.`);
		else check?.(form.in(locale), text);
	}
};

const checkTexts = (form: Form, thing: Json): void => {
	checkName(form.in("name"), thing.name);
	checkLocalizations(form.in("name_localizations"), thing.name_localizations, checkName);
	checkLocalizations(form.in("description_localizations"), thing.description_localizations);
};

const checkChoices = (form: Form, option: Json): void => {
	const seen = new Set<unknown>();
	for (const [index, choice] of listed(option.choices).entries()) {
		const place = form.in("choices", index);
		checkLocalizations(place.in("name_localizations"), choice.name_localizations);
		// Discord allows 100 characters; its schema, 6,000.
		if (option.type === Option.String) place.in("value").text(choice.value, 1, 100);
		if (seen.has(choice.name)) place.refuse("APPLICATION_COMMAND_OPTION_CHOICE_NAME_DUPLICATE");
		seen.add(choice.name);
	}
};

const checkOption = (form: Form, option: Json): void => {
	checkTexts(form, option);
	checkOptions(form.in("options"), option.options);
	checkChoices(form, option);
	checkFileTypes(form.in("file_types"), option.file_types);
	if (option.autocomplete && listed(option.choices).length > 0)
		form.in("autocomplete").refuse("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES");
	const { min_value: min, max_value: max } = option;
	if (typeof min === "number" && typeof max === "number" && min > max)
		form.in("min_value").refuse("NUMBER_TYPE_MAX", "min_value must not be over max_value");
};

const checkOptions = (form: Form, value: unknown): void => {
	const seen = new Set<unknown>();
	let optionalBefore = false;
	const kinds = new Set<boolean>();
	for (const [index, option] of listed(value).entries()) {
		const place = form.in(index);
		checkOption(place, option);
		if (seen.has(option.name)) place.in("name").refuse("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS");
		seen.add(option.name);
		if (option.required && optionalBefore) place.refuse("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID");
		optionalBefore ||= !option.required;
		kinds.add(option.type === Option.Subcommand || option.type === Option.SubcommandGroup);
	}
	if (kinds.size > 1) form.refuse("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID");
};

/** @returns a command's size in characters, with the longest translation of each text */
const commandSize = (value: unknown): number => {
	if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + commandSize(item), 0);
	if (!isJson(value)) return 0;
	const own = ["name", "description", "value"].map((key) => {
		const localized = value[`${key}_localizations`];
		const texts = [value[key], ...(isJson(localized) ? Object.values(localized) : [])];
		return Math.max(0, ...texts.map((text) => (typeof text === "string" ? text.length : 0)));
	});
	const inside = commandSize(value.options) + commandSize(value.choices);
	return own.reduce((sum, length) => sum + length, inside);
};

/** Refuses what Discord refuses in a command, beyond its schema. */
export const checkCommand = (form: Form, command: Json): void => {
	if ((command.type ?? ApplicationCommandType.ChatInput) === ApplicationCommandType.ChatInput) {
		checkTexts(form, command);
		if (!command.description) form.in("description").refuse("BASE_TYPE_REQUIRED");
		checkOptions(form.in("options"), command.options);
	} else {
		checkLocalizations(form.in("name_localizations"), command.name_localizations);
		if (command.description) form.in("description").refuse("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION");
		if (listed(command.options).length > 0)
			form.in("options").refuse("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS");
	}
	if (commandSize(command) > limits.commandSize)
		form.refuse("APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (${limits.commandSize})`);
};
