import {
	type APIMessage,
	InteractionResponseType,
	InteractionType,
	MessageFlags,
	PermissionFlagsBits,
} from "discord-api-types/v10";
import { checkModal, numberComponents } from "../checks/components.ts";
import { checkField, Form, orThrow, refuse } from "../checks/form.ts";
import { isJson, type Json, listed } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import { hasFlag, type MessageBody } from "../checks/message-body.ts";
import type { PermissionName } from "../world/guild.ts";
import { hasSourceMessage, type Interaction } from "../world/interaction.ts";
import type { Interactions } from "../world/interactions.ts";
import type { StoredMessage } from "../world/message-fields.ts";
import type { Messages } from "../world/messages.ts";
import { isOutside } from "../world/offers.ts";
import { applicationPermissions, mayDo } from "../world/permissions.ts";

const { ChannelMessageWithSource, DeferredChannelMessageWithSource, Modal } = InteractionResponseType;
const { DeferredMessageUpdate, UpdateMessage, ApplicationCommandAutocompleteResult } =
	InteractionResponseType;

const allowedCallbacks = (interaction: Interaction): readonly number[] => {
	if (interaction.type === InteractionType.ApplicationCommandAutocomplete)
		return [ApplicationCommandAutocompleteResult];
	return [
		ChannelMessageWithSource,
		DeferredChannelMessageWithSource,
		...(hasSourceMessage(interaction) ? [DeferredMessageUpdate, UpdateMessage] : []),
		...(interaction.type === InteractionType.ModalSubmit ? [] : [Modal]),
	];
};

/** The application's answers to interactions: the first answer, and webhook follow-ups. */
export class Callbacks {
	readonly #messages: Messages;
	readonly #interactions: Interactions;

	constructor(messages: Messages, interactions: Interactions) {
		this.#messages = messages;
		this.#interactions = interactions;
	}

	/**
	 * Handles the first answer to an interaction.
	 *
	 * @returns the message that the answer created or changed; undefined if none
	 * @throws ApiError for an answer that Discord would refuse
	 */
	answer(interaction: Interaction, body: MessageBody): StoredMessage | undefined {
		const { type } = body.payload;
		const data = isJson(body.payload.data) ? body.payload.data : {};
		const inner = { payload: data, files: body.files };
		checkField("type", (field) => field.oneOf(type, allowedCallbacks(interaction)));
		const acknowledge = (change: Partial<Interaction> = {}) =>
			this.#interactions.update(interaction, {
				acknowledgedBy: Number(type),
				state: "answered",
				...change,
			});
		switch (type) {
			case ChannelMessageWithSource: {
				const stored = this.#send(interaction, inner);
				acknowledge({ originalId: stored.message.id });
				return stored;
			}
			case DeferredChannelMessageWithSource: {
				const flags = hasFlag(data.flags, MessageFlags.Ephemeral) ? MessageFlags.Ephemeral : 0;
				const stored = this.#send(interaction, { payload: { flags }, files: [] }, MessageFlags.Loading);
				acknowledge({ originalId: stored.message.id, deferred: true });
				return stored;
			}
			case DeferredMessageUpdate:
				acknowledge({ originalId: interaction.sourceMessageId });
				return undefined;
			case UpdateMessage: {
				const stored = this.#messages.edit(String(interaction.sourceMessageId), inner);
				acknowledge({ originalId: stored.message.id });
				return stored;
			}
			case Modal:
				checkModal(data);
				acknowledge();
				this.#messages.world.feed.emit("modal", {
					customId: String(data.custom_id),
					title: String(data.title),
					components: numberComponents(data.components),
					interactionId: interaction.id,
				});
				return undefined;
			default:
				acknowledge({ choices: readChoices(data) });
				return undefined;
		}
	}

	/** Handles a follow-up. If the reply is still deferred, the follow-up edits it; who can see it doesn't change. */
	followUp(interaction: Interaction, body: MessageBody): StoredMessage {
		const { deferred, originalId, member, owners } = interaction;
		if (isOutside(member, owners) && interaction.followUps >= limits.followUps)
			throw refuse.tooManyFollowUps();
		interaction.followUps += 1;
		if (deferred && originalId && this.#messages.find(originalId))
			return this.editOwn(interaction, "@original", body);
		return this.#send(interaction, body);
	}

	/**
	 * @returns an interaction's own message by its id or as `@original`
	 * @throws ApiError 10008 for any other message
	 */
	own(interaction: Interaction, id: string): StoredMessage {
		const stored = this.#messages.find(id === "@original" ? (interaction.originalId ?? "") : id);
		const belongs =
			stored && (stored.interactionId === interaction.id || stored.message.id === interaction.originalId);
		if (!belongs) throw refuse.unknownMessage();
		return stored;
	}

	editOwn(interaction: Interaction, id: string, body: MessageBody): StoredMessage {
		const { message } = this.own(interaction, id);
		const stored = this.#messages.edit(message.id, body);
		if (message.id === interaction.originalId) interaction.deferred = false;
		return stored;
	}

	deleteOwn(interaction: Interaction, id: string): void {
		const { message } = this.own(interaction, id);
		if (message.id === interaction.originalId) {
			interaction.deferred = false;
			interaction.originalId = undefined;
		}
		this.#messages.delete(message.id);
	}

	#send(interaction: Interaction, body: MessageBody, flags = 0): StoredMessage {
		const { id, type, name, member, channelId, owners } = interaction;
		const { world } = this.#messages;
		const { applicationId } = world;
		const channel = orThrow(world.channel(channelId), refuse.unknownChannel);
		const { isPrivate } = member.guild;
		const permissions = applicationPermissions(member, channel);
		const may = (needed: PermissionName) => isPrivate || (permissions & PermissionFlagsBits[needed]) !== 0n;
		const mayBoth = may("SendVoiceMessages") && mayDo(member, "SendVoiceMessages", channel);
		const outside = isOutside(member, owners);
		if (hasFlag(body.payload.flags, MessageFlags.IsVoiceMessage) && !mayBoth) throw refuse.voiceNotAllowed();
		if (outside && body.files.length > 0 && !may("AttachFiles")) throw refuse.missingPermissions();
		// An answer is hidden from others if only the member's own install allows the interaction, and the member lacks
		// the permission Use External Apps.
		const isHidden = outside && !mayDo(member, "UseExternalApps", channel);
		const ephemeral = isHidden || hasFlag(body.payload.flags, MessageFlags.Ephemeral);
		const isCommand = type === InteractionType.ApplicationCommand;
		return this.#messages.create({
			body,
			author: world.application,
			channelId,
			flags: flags | (ephemeral ? MessageFlags.Ephemeral : 0),
			visibleTo: ephemeral ? member.user.id : undefined,
			interactionId: interaction.id,
			extra: {
				application_id: applicationId,
				webhook_id: applicationId,
				...(isCommand && { type: 20, interaction: { id, type, name, user: member.user } }),
				interaction_metadata: metadataOf(interaction) as NonNullable<APIMessage["interaction_metadata"]>,
			},
		});
	}
}

const metadataOf = ({ id, type, name, member, owners, sourceMessageId, trigger }: Interaction): object => ({
	id,
	type,
	name,
	user: member.user,
	authorizing_integration_owners: owners,
	...(sourceMessageId && { interacted_message_id: sourceMessageId }),
	...(trigger && { triggering_interaction_metadata: metadataOf(trigger) }),
});

const readChoices = (data: Json): NonNullable<Interaction["choices"]> => {
	const root = new Form();
	const form = root.in("data", "choices");
	const choices = listed(data.choices);
	for (const [index, { value }] of choices.entries())
		if (typeof value === "string") form.in(index, "value").text(value, 1, 100);
	root.finish();
	return choices.map(({ name, value }) => ({ name: String(name), value: value as string | number }));
};
