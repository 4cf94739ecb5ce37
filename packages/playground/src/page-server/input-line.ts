import { type APIApplicationCommand, ApplicationCommandOptionType as Option } from "discord-api-types/v10";
import { findCommand, InputError, type OptionValues } from "../checks/command-options.ts";
import type { World } from "../world/world.ts";

export type InputLine =
	| { readonly kind: "text"; readonly text: string }
	| {
			readonly kind: "command";
			readonly name: string;
			readonly values: OptionValues;
			/** The option named last: the one being typed. */
			readonly last: string | undefined;
	  };

const longestPath = (words: readonly string[], commands: readonly APIApplicationCommand[]): number => {
	for (let length = Math.min(3, words.length); length > 1; length--) {
		try {
			findCommand(commands, words.slice(0, length).join(" "));
			return length;
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
		}
	}
	return 1;
};

const readValue = (world: World, type: number, text: string): string | number | boolean => {
	if (type === Option.Integer || type === Option.Number) return Number(text);
	if (type === Option.Boolean) return ["true", "yes", "1"].includes(text.toLowerCase());
	if (type === Option.String) return text;
	const id = /^<(?:@[!&]?|#)(\d+)>$/.exec(text)?.[1];
	const name = text.replace(/^[@#]/, "").toLowerCase();
	const named = [
		...[...world.members.values()].map(({ user }) => ({
			id: user.id,
			name: user.global_name ?? user.username,
		})),
		...world.roles.values(),
		...world.channels.values(),
	].find((each) => each.name.toLowerCase() === name);
	return id ?? named?.id ?? text;
};

/**
 * What a member typed: a message, or a slash command such as `/say text:Hello from here voice:Kore`. Words before
 * the first option's name go into the first required text option. @throws InputError for an unknown command
 */
export const parseInputLine = (
	typed: string,
	commands: readonly APIApplicationCommand[],
	world: World,
): InputLine => {
	const line = typed.trim();
	if (!line.startsWith("/")) return { kind: "text", text: line };
	const words = line.slice(1).split(/\s+/);
	const length = longestPath(words, commands);
	const name = words.slice(0, length).join(" ");
	const { options } = findCommand(commands, name);
	const rest = line.slice(1).replace(new RegExp(`^(?:\\S+\\s*){${length}}`), "");

	const starts = [...rest.matchAll(/(?<=^|\s)([^\s:]+):/gu)].flatMap((match) => {
		const option = options.find((each) => each.name === match[1]);
		return option ? [{ option, at: match.index, from: match.index + match[0].length }] : [];
	});
	const values: Record<string, string | number | boolean> = {};
	const bare = rest.slice(0, starts[0]?.at ?? rest.length).trim();
	const main = options.find(({ type, required }) => type === Option.String && required);
	if (bare && !main)
		throw new InputError(`/${name} does not take "${bare}".`, `/${name} kann mit „${bare}“ nichts anfangen.`);
	if (bare && main) values[main.name] = bare;
	for (const [index, { option, from }] of starts.entries()) {
		const text = rest.slice(from, starts[index + 1]?.at ?? rest.length).trim();
		if (text) values[option.name] = readValue(world, option.type, text);
	}
	return { kind: "command", name, values, last: starts.at(-1)?.option.name };
};
