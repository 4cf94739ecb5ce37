import {
	type APIButtonComponentWithCustomId,
	type APIComponentInContainer,
	type APILabelComponent,
	type APISelectMenuOption,
	type APIStringSelectComponent,
	type APITextDisplayComponent,
	type APITextInputComponent,
	ComponentType,
	TextInputStyle,
} from "discord-api-types/v10";
import { choiceMax } from "../../src/discord/limits.ts";
import { shortenWords } from "../../src/discord/show-text.ts";

/** The most characters of a modal's title and a label's name. */
const labelMax = 45;

export const textDisplay = (content: string): APITextDisplayComponent => ({
	type: ComponentType.TextDisplay,
	content,
});

export const section = (
	content: string,
	accessory: APIButtonComponentWithCustomId,
): APIComponentInContainer => ({
	type: ComponentType.Section,
	components: [textDisplay(content)],
	accessory,
});

export const stringSelect = (
	custom_id: string,
	options: readonly APISelectMenuOption[],
	more: Partial<APIStringSelectComponent> = {},
): APIStringSelectComponent => ({
	type: ComponentType.StringSelect,
	custom_id,
	options: options.map((option) => ({ ...option, label: shortenWords(option.label, choiceMax) })),
	...more,
});

export const labelled = (
	label: string,
	component: APILabelComponent["component"],
	description?: string,
): APILabelComponent => ({
	type: ComponentType.Label,
	label: shortenWords(label, labelMax),
	component,
	...(description !== undefined && { description: shortenWords(description, choiceMax) }),
});

export const textInput = (
	custom_id: string,
	more: Partial<APITextInputComponent> = {},
): APITextInputComponent => ({
	type: ComponentType.TextInput,
	style: TextInputStyle.Short,
	custom_id,
	required: false,
	...more,
});

export const paragraphInput = (custom_id: string, max_length: number) =>
	textInput(custom_id, { style: TextInputStyle.Paragraph, max_length, required: true });

export const modalWith = (custom_id: string, title: string, components: readonly APILabelComponent[]) => ({
	custom_id,
	title: shortenWords(title, labelMax),
	components: [...components],
});
