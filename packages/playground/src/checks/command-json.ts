import {
	ApplicationCommandType,
	Locale,
	ApplicationCommandOptionType as Option,
} from "discord-api-types/v10";
import type { Form } from "./form.ts";
import { isJson, type Json } from "./json.ts";
import { limits } from "./limits.ts";

const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const locales: readonly string[] = Object.values(Locale);
const choiceTypes: readonly unknown[] = [Option.String, Option.Integer, Option.Number];

const checkName = (form: Form, value: unknown): void => {
	if (!form.text(value, 1, 32)) return;
	if (!namePattern.test(value) || value !== value.toLocaleLowerCase("en"))
		form.refuse("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
};

const checkLocalizations = (
	form: Form,
	value: unknown,
	check: (place: Form, text: unknown) => void,
): void => {
	if (value === undefined || value === null) return;
	for (const [locale, text] of Object.entries(form.object(value) ?? {})) {
		if (!locales.includes(locale))
			form.in(locale).refuse("ENUM_TYPE_COERCE", `Value "${locale}" is not a valid enum value.`);
		else if (text !== null) check(form.in(locale), text);
	}
};

const checkDescription = (form: Form, value: unknown): boolean => form.text(value, 1, 100);

/** Checks the names and descriptions of a command or an option. */
const checkTexts = (form: Form, thing: Json): void => {
	checkName(form.in("name"), thing.name);
	checkLocalizations(form.in("name_localizations"), thing.name_localizations, checkName);
	checkDescription(form.in("description"), thing.description);
	checkLocalizations(form.in("description_localizations"), thing.description_localizations, checkDescription);
};

const checkChoices = (form: Form, option: Json): void => {
	const seen = new Set<unknown>();
	for (const [index, item] of form.in("choices").list(option.choices, limits.choices).entries()) {
		const place = form.in("choices", index);
		const choice = place.object(item);
		if (!choice) continue;
		place.in("name").text(choice.name, 1, 100);
		checkLocalizations(place.in("name_localizations"), choice.name_localizations, (at, text) =>
			at.text(text, 1, 100),
		);
		if (option.type === Option.String) place.in("value").text(choice.value, 1, 100);
		else if (typeof choice.value !== "number")
			place.in("value").refuse("NUMBER_TYPE_COERCE", `Value "${String(choice.value)}" is not a number.`);
		if (seen.has(choice.name))
			place.refuse("APPLICATION_COMMAND_OPTION_CHOICE_NAME_DUPLICATE", "Choice names must be unique");
		seen.add(choice.name);
	}
};

const checkOption = (form: Form, option: Json, depth: number): void => {
	checkTexts(form, option);
	const types = Object.values(Option).filter((type) => typeof type === "number");
	if (!form.in("type").oneOf(option.type, types)) return;
	const nested = option.type === Option.Subcommand || option.type === Option.SubcommandGroup;
	if (nested) {
		if (depth > 1 || (depth === 1 && option.type === Option.SubcommandGroup))
			form
				.in("type")
				.refuse("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands cannot be nested this deeply");
		else checkOptions(form.in("options"), option.options, depth + 1);
		return;
	}
	if (choiceTypes.includes(option.type)) checkChoices(form, option);
	else if (option.choices !== undefined || option.autocomplete)
		form.refuse(
			"APPLICATION_COMMAND_OPTIONS_CHOICES_NOT_ALLOWED",
			"Choices are not allowed for this option type",
		);
	if (option.autocomplete && Array.isArray(option.choices) && option.choices.length > 0)
		form
			.in("autocomplete")
			.refuse(
				"APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES",
				"Autocomplete and choices exclude each other",
			);
	form.in("min_length").integer(option.min_length, 0, limits.stringOption);
	form.in("max_length").integer(option.max_length, 1, limits.stringOption);
	if (
		typeof option.min_value === "number" &&
		typeof option.max_value === "number" &&
		option.min_value > option.max_value
	)
		form.in("min_value").refuse("NUMBER_TYPE_MAX", "min_value must not be over max_value");
};

const checkOptions = (form: Form, value: unknown, depth: number): void => {
	const seen = new Set<unknown>();
	let optionalBefore = false;
	const kinds = new Set<boolean>();
	for (const [index, item] of form.list(value, limits.options).entries()) {
		const place = form.in(index);
		const option = place.object(item);
		if (!option) continue;
		checkOption(place, option, depth);
		if (seen.has(option.name))
			place
				.in("name")
				.refuse("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists");
		seen.add(option.name);
		if (option.required && optionalBefore)
			place.refuse(
				"APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options",
			);
		optionalBefore ||= !option.required;
		kinds.add(option.type === Option.Subcommand || option.type === Option.SubcommandGroup);
	}
	if (kinds.size > 1)
		form.refuse("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands cannot stand beside other options");
};

/** Counts each text in the language in which it is longest. */
const commandSize = (value: unknown): number => {
	if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + commandSize(item), 0);
	if (!isJson(value)) return 0;
	const own = ["name", "description", "value"].map((key) => {
		const localized = value[`${key}_localizations`];
		const texts = [value[key], ...(isJson(localized) ? Object.values(localized) : [])];
		return Math.max(0, ...texts.map((text) => (typeof text === "string" ? text.length : 0)));
	});
	return (
		own.reduce((sum, length) => sum + length, 0) + commandSize(value.options) + commandSize(value.choices)
	);
};

/** Refuses command declarations that Discord would refuse. */
export const checkCommand = (form: Form, value: unknown): void => {
	const command = form.object(value);
	if (!command) return;
	const type = command.type ?? ApplicationCommandType.ChatInput;
	if (!form.in("type").oneOf(type, [1, 2, 3])) return;
	if (type === ApplicationCommandType.ChatInput) {
		checkTexts(form, command);
		checkOptions(form.in("options"), command.options, 0);
	} else {
		form.in("name").text(command.name, 1, 32);
		checkLocalizations(form.in("name_localizations"), command.name_localizations, (at, text) =>
			at.text(text, 1, 32),
		);
		if (command.description)
			form
				.in("description")
				.refuse("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Context menu commands have no description");
		if (Array.isArray(command.options) && command.options.length > 0)
			form
				.in("options")
				.refuse("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS", "Context menu commands have no options");
	}
	const permissions = command.default_member_permissions;
	if (permissions !== undefined && permissions !== null && !/^\d+$/.test(String(permissions)))
		form.in("default_member_permissions").refuse("PERMISSIONS_TYPE_COERCE", "Not a set of permissions");
	for (const [key, known] of [
		["contexts", [0, 1, 2]],
		["integration_types", [0, 1]],
	] as const)
		if (command[key] !== undefined && command[key] !== null)
			for (const [index, item] of form.in(key).list(command[key], known.length, 1).entries())
				form.in(key, index).oneOf(item, known);
	form.in("dm_permission").boolean(command.dm_permission);
	if (commandSize(command) > limits.commandSize)
		form.refuse("APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (${limits.commandSize})`);
};
