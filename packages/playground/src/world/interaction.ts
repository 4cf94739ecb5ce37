import { InteractionType } from "discord-api-types/v10";
import type { Json } from "../checks/json.ts";
import type { Channel, Member } from "./guild.ts";

/** A choice that the application offers for an option being typed. */
export interface AutocompleteChoice {
	readonly name: string;
	readonly value: string | number;
}

/**
 * The installs that allow an interaction, as the API writes them: 0 is the server's id, or "0" in direct messages with
 * the application; 1 is the id of a user who has installed it.
 */
export type IntegrationOwners = { readonly 0?: string; readonly 1?: string };

/** An interaction that a member sent to the application, and the state of its answer. */
export interface Interaction {
	readonly id: string;
	readonly token: string;
	readonly type: InteractionType;
	/** The command's name, such as `say` or `server voice-channel`, or the custom id of the component or modal. */
	readonly name: string;
	readonly member: Member;
	readonly channelId: string;
	readonly owners: IntegrationOwners;
	readonly openedAt: number;
	/**
	 * The id of the message whose component was used; for a modal, of the message whose component showed it. Undefined
	 * without such a message.
	 */
	readonly sourceMessageId: string | undefined;
	/** If this interaction is a submitted modal: the interaction that was answered with the modal. */
	readonly trigger: Interaction | undefined;
	/**
	 * `waiting`: the application hasn't acknowledged the interaction yet; `answered`: it has; `failed`: it didn't in time,
	 * or it deferred its reply and never sent it. The member then reads that the application did not respond.
	 */
	state: "waiting" | "answered" | "failed";
	/** The type of the callback that acknowledged the interaction. */
	acknowledgedBy: number | undefined;
	/** The id of the message that `@original` names. */
	originalId: string | undefined;
	/** True from a deferred reply to its first edit or its deletion. A follow-up in between counts as that edit. */
	deferred: boolean;
	/** How many follow-ups have been sent, including one that edited a deferred reply. */
	followUps: number;
	choices: readonly AutocompleteChoice[] | undefined;
}

export interface InteractionRequest extends Pick<Interaction, "type" | "name" | "member" | "owners"> {
	readonly channel: Channel;
	readonly locale: string;
	readonly data: Json;
	/** The message whose component is used; for a modal, the message whose component showed it. */
	readonly message?: (Json & { readonly id: string }) | undefined;
	readonly trigger?: Interaction | undefined;
}

/** Whether a message's component, or a modal that it showed, began the interaction. */
export const hasSourceMessage = (interaction: Interaction): boolean =>
	interaction.sourceMessageId !== undefined &&
	(interaction.type === InteractionType.MessageComponent || interaction.type === InteractionType.ModalSubmit);

/** A modal as a member sees it. */
export interface ShownModal {
	readonly customId: string;
	readonly title: string;
	readonly components: readonly Json[];
	/** The id of the interaction that the modal answers. */
	readonly interactionId: string;
}
