import { localName, state } from "../state.js";

/** Discord's option types, as far as a page can fill them. */
export const optionType = {
	string: 3,
	integer: 4,
	boolean: 5,
	user: 6,
	channel: 7,
	role: 8,
	mentionable: 9,
	number: 10,
	attachment: 11,
};

const yesNo = { "en-US": ["True", "False"], de: ["Wahr", "Falsch"] };

/** What an option can be chosen from, or nothing when it takes any text or number. */
export const choicesOf = (option) => {
	const { members, roles, channels } = state.guild;
	const people = members.map(({ id, name, username }) => ({ name: `@${name}`, value: id, hint: username }));
	const groups = roles.map(({ id, name }) => ({ name: name.startsWith("@") ? name : `@${name}`, value: id }));
	switch (option.type) {
		case optionType.boolean: {
			const [yes, no] = yesNo[state.locale] ?? yesNo["en-US"];
			return [
				{ name: yes, value: true },
				{ name: no, value: false },
			];
		}
		case optionType.user:
			return people;
		case optionType.role:
			return groups;
		case optionType.mentionable:
			return [...people, ...groups];
		case optionType.channel:
			return channels
				.filter(({ type }) => option.channel_types?.includes(type) ?? true)
				.map(({ id, name, type }) => ({ name: type === 0 ? `#${name}` : name, value: id }));
		default:
			return option.choices?.map((choice) => ({ name: localName(choice), value: choice.value }));
	}
};

const plain = (name) => name.trim().replace(/^[@#]/, "").toLowerCase();

/** True when what was typed is a choice's name, however written, with or without the sign before it. */
export const isNameOf = (choice, typed) => plain(choice.name) === plain(typed);

const readNumber = (option, text) => {
	const value = Number(text.replace(",", "."));
	if (Number.isNaN(value)) return { problem: "noNumber" };
	if (option.type === optionType.integer && !Number.isInteger(value)) return { problem: "noInteger" };
	if (option.min_value !== undefined && value < option.min_value)
		return { problem: "least", values: { min: option.min_value } };
	if (option.max_value !== undefined && value > option.max_value)
		return { problem: "most", values: { max: option.max_value } };
	return { value };
};

const readText = (option, text) => {
	const max = option.max_length ?? 6_000;
	if (text.length > max) return { problem: "tooLong", values: { max, length: text.length } };
	if (text.length < (option.min_length ?? 0))
		return { problem: "tooShort", values: { min: option.min_length } };
	return { value: text };
};

/**
 * What an option's text comes to: a `value` to send, a `problem` (a key of the page's texts, with its `values`), or
 * neither when there is nothing and nothing is needed. `chosen` is the choice taken from a list, if the text is its name.
 */
export const readOption = (option, text, chosen) => {
	const trimmed = text.trim();
	if (!trimmed) return option.required ? { problem: "needed" } : {};
	if (chosen && chosen.name === text) return { value: chosen.value };
	const choices = choicesOf(option);
	if (choices) {
		const choice = choices.find((each) => isNameOf(each, trimmed));
		return choice ? { value: choice.value } : { problem: "pickOne" };
	}
	if (option.type === optionType.integer || option.type === optionType.number)
		return readNumber(option, trimmed);
	return readText(option, trimmed);
};
