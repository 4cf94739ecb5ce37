import type { InteractionTrace, SeenMessage } from "@herald/playground";
import { expect } from "vitest";

type Shown = Pick<SeenMessage, "components">;

/** Resolves to the message with a text's sound. */
export const withSound = (trace: InteractionTrace) =>
	trace.message(({ attachments }) => attachments.length === 1);

/** Resolves to the message with this content. */
export const showing = (trace: InteractionTrace, content: RegExp) =>
	trace.message((seen) => content.test(seen.content));

/** Matches an answer that its member alone sees. */
export const alone = (content: RegExp) => ({ ephemeral: true, content: expect.stringMatching(content) });

/** @returns the content of an answer that its member alone sees */
export const toldAlone = async (trace: InteractionTrace): Promise<string> => {
	const { ephemeral, content } = await trace.firstAnswer();
	expect(ephemeral).toBe(true);
	return content;
};

export const labelsOf = ({ components }: Shown) => components.map(({ label }) => label);

/** @param which - a button's label, or the beginning of its custom id @returns the button's custom id */
export const button = ({ components }: Shown, which: string): string => {
	const id = components.find(
		({ label, custom_id: id }) => label === which || String(id).startsWith(which),
	)?.custom_id;
	if (id === undefined) throw new Error(`There is no button "${which}" in ${JSON.stringify(components)}.`);
	return String(id);
};

/** @returns the custom id of the menu with this option */
export const menuWith = ({ components }: Shown, option: string): string =>
	String(components.find((each) => JSON.stringify(each).includes(option))?.custom_id);

/** @returns the options of the menu with this custom id; none if there is no such menu */
export const optionsOf = ({ components }: Shown, id: string) =>
	(components.find(({ custom_id: each }) => each === id)?.options ?? []) as readonly {
		readonly label: string;
		readonly value: string;
		readonly default?: boolean;
	}[];
