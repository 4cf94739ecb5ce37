import { ChannelType, ComponentType, InteractionType } from "discord-api-types/v10";
import { interactiveComponents, selectTypes } from "../checks/components.ts";
import { InputError } from "../checks/input-error.ts";
import type { Json } from "../checks/json.ts";
import { namesOf } from "../options/names.js";
import { addReaction, removeReaction } from "../world/around-messages.ts";
import type { Commands } from "../world/commands.ts";
import type { Channel, Guild, Member } from "../world/guild.ts";
import type { IntegrationOwners, Interaction, InteractionRequest, ShownModal } from "../world/interaction.ts";
import type { Interactions } from "../world/interactions.ts";
import type { StoredMessage } from "../world/message.ts";
import type { Messages } from "../world/messages.ts";
import { isOffered, mayUse, ownersFor } from "../world/offers.ts";
import { mayDo } from "../world/permissions.ts";
import {
	checkValues,
	fillModal,
	fillOptions,
	findCommand,
	givenFiles,
	type ModalInput,
	type OptionValues,
	pickedIds,
	resolveIds,
	resolveOptions,
} from "./fill-in.ts";

/**
 * Where and in which language a member acts. `channel` is by default the channel of the message that they use; without
 * a message, the guild's `mainChannel`. `locale` is by default `en-US`.
 */
export interface Circumstances {
	readonly locale?: string;
	readonly channel?: Channel;
}

/** @returns the error for a message that a member can't see, whether or not the message exists */
export const noMessage = () => new InputError("noMessage");

/** Members' interactions and reactions. The methods throw an InputError for what Discord's client wouldn't send. */
export class Actions {
	/** Whether interactions resolve the mentions in texts. Discord doesn't promise to. */
	resolvesMentions = true;
	readonly #commands: Commands;
	readonly #messages: Messages;
	readonly #interactions: Interactions;

	constructor(commands: Commands, messages: Messages, interactions: Interactions) {
		this.#commands = commands;
		this.#messages = messages;
		this.#interactions = interactions;
	}

	/**
	 * Adds a reaction to a message; with `back`, removes it.
	 *
	 * @throws ApiError if the emoji is invalid, if the message would have too many different emojis, or if the reaction
	 *   to remove doesn't exist
	 */
	react(member: Member, messageId: string, emoji: string, back = false): void {
		const stored = this.visible(member, messageId);
		const channel = this.#messages.world.channel(stored.message.channel_id);
		if (!back && !stored.reactors.has(emoji) && !mayDo(member, "AddReactions", channel))
			throw new InputError("mayNotReact");
		if (back) removeReaction(this.#messages, stored, emoji, member.user.id);
		else addReaction(this.#messages, stored, emoji, member.user.id);
	}

	/**
	 * Uses a slash command: `say`, or `server voice-channel` for a subcommand. With `focused`, requests choices for that
	 * option instead.
	 */
	command(
		member: Member,
		name: string,
		values: OptionValues,
		where: Circumstances = {},
		focused?: string,
	): Interaction {
		const { guild } = member;
		const found = findCommand(this.#commands.inGuild(guild.id), name);
		const owners = this.#mayUse(member, found.command, where);
		const options = fillOptions(guild, found, values, focused);
		const attachments = givenFiles(found, values, (id) => this.#upload(id));
		const named = resolveOptions(member, found, values, this.resolvesMentions);
		const resolved = { ...named, ...(Object.keys(attachments).length > 0 && { attachments }) };
		const data = {
			id: found.command.id,
			name: found.command.name,
			type: 1,
			...(found.command.guild_id && { guild_id: found.command.guild_id }),
			...(options.length > 0 && { options }),
			...(focused === undefined && Object.keys(resolved).length > 0 && { resolved }),
		};
		const type =
			focused === undefined
				? InteractionType.ApplicationCommand
				: InteractionType.ApplicationCommandAutocomplete;
		return this.#open(type, found.path.join(" "), member, where, data, owners);
	}

	/** Uses a command from a message's menu. */
	messageCommand(member: Member, name: string, messageId: string, where: Circumstances = {}): Interaction {
		const command = this.#commands
			.inGuild(member.guild.id)
			.find((each) => each.type === 3 && each.name === name);
		if (!command) throw new InputError("noMessageCommand", { name });
		const { message } = this.visible(member, messageId);
		const data = {
			id: command.id,
			name,
			type: 3,
			target_id: message.id,
			resolved: { messages: { [message.id]: message } },
		};
		const channel = where.channel ?? this.#messages.world.channel(String(message.channel_id));
		const there = channel ? { ...where, channel } : where;
		const owners = this.#mayUse(member, command, there);
		return this.#open(InteractionType.ApplicationCommand, name, member, there, data, owners);
	}

	click(member: Member, messageId: string, customId: string, where: Circumstances = {}): Interaction {
		const { message } = this.visible(member, messageId);
		const button = this.#component(message.components, customId, [ComponentType.Button]);
		const data = { component_type: button.type, id: button.id, custom_id: customId };
		return this.#openFrom(message, customId, member, where, data);
	}

	select(
		member: Member,
		messageId: string,
		customId: string,
		values: readonly string[],
		where: Circumstances = {},
	): Interaction {
		const { message } = this.visible(member, messageId);
		const menu = this.#component(message.components, customId, selectTypes);
		checkValues(member, menu, values);
		const data = {
			component_type: menu.type,
			id: menu.id,
			custom_id: customId,
			values,
			...(!menu.options && { resolved: resolveIds(member, pickedIds(menu.type, values)) }),
		};
		return this.#openFrom(message, customId, member, where, data);
	}

	submitModal(member: Member, modal: ShownModal, input: ModalInput, where: Circumstances = {}): Interaction {
		const asked = this.#interactions.find(modal.interactionId);
		const sourceId = asked?.sourceMessageId;
		const source = sourceId === undefined ? undefined : this.#messages.find(sourceId);
		const owners = asked?.owners ?? ownersFor(this.#messages.world, member, [0, 1]);
		const data = fillModal(member, modal, input, (id) => this.#upload(id));
		const origin = {
			...(source && { message: asSource(source.message) }),
			...(asked && { trigger: asked }),
		};
		return this.#open(InteractionType.ModalSubmit, modal.customId, member, where, data, owners, origin);
	}

	sees(member: Member, { message, visibleTo }: StoredMessage): boolean {
		const channel = this.#messages.world.channel(String(message.channel_id));
		if (channel?.guild !== member.guild) return false;
		if (visibleTo !== undefined) return visibleTo === member.user.id;
		return mayDo(member, "ViewChannel", channel);
	}

	#upload(id: string): Json {
		const file = this.#messages.files.find(id);
		if (!file) throw new InputError("notUploaded");
		return { ...file.attachment };
	}

	/** @returns the installs that allow a command @throws InputError if no install does, or the member may not use it */
	#mayUse(
		member: Member,
		command: ReturnType<Commands["list"]>[number],
		where: Circumstances,
	): IntegrationOwners {
		const { world } = this.#messages;
		if (!isOffered(world, member, command)) throw new InputError("notHere", { name: namesOf(command) });
		const channel = where.channel ?? mainChannel(member.guild);
		if (!mayUse(member, command, channel)) throw new InputError("mayNotUse", { name: namesOf(command) });
		return ownersFor(world, member, command.integration_types ?? []);
	}

	/** @returns a message by id @throws InputError if the member can't see it */
	visible(member: Member, messageId: string): StoredMessage {
		const stored = this.#messages.find(messageId);
		if (!stored || !this.sees(member, stored)) throw noMessage();
		return stored;
	}

	#component(components: unknown, customId: string, types: readonly number[]): Json {
		const component = interactiveComponents(components).find(
			(each) => each.custom_id === customId && types.includes(Number(each.type)),
		);
		if (!component) throw new InputError("noComponent", { id: customId });
		if (component.disabled) throw new InputError("disabled", { id: customId });
		return component;
	}

	/**
	 * Opens the interaction of a message's component. The installs that allow it are those of the interaction that the
	 * message answers; if the message answers no interaction, only the server's install.
	 */
	#openFrom(
		message: StoredMessage["message"],
		customId: string,
		member: Member,
		where: Circumstances,
		data: Json,
	): Interaction {
		const metadata: { readonly authorizing_integration_owners?: IntegrationOwners } | undefined =
			message.interaction_metadata;
		const owners = metadata?.authorizing_integration_owners ?? ownersFor(this.#messages.world, member, [0]);
		const origin = { message: asSource(message) };
		return this.#open(InteractionType.MessageComponent, customId, member, where, data, owners, origin);
	}

	#open(
		type: InteractionType,
		name: string,
		member: Member,
		where: Circumstances,
		data: Json,
		owners: IntegrationOwners,
		origin: Pick<InteractionRequest, "message" | "trigger"> = {},
	): Interaction {
		const { message } = origin;
		const source = message && this.#messages.world.channel(String(message.channel_id));
		const channel = where.channel ?? source ?? mainChannel(member.guild);
		const locale = where.locale ?? "en-US";
		return this.#interactions.open({
			type,
			name,
			member,
			channel,
			owners,
			locale,
			data,
			...origin,
		});
	}
}

const asSource = (message: StoredMessage["message"]) => ({ ...message });

/**
 * The channel in which members act by default: a guild's first text channel, or a private guild's only channel.
 *
 * @throws InputError if the guild has no such channel
 */
export const mainChannel = (guild: Guild): Channel => {
	for (const channel of guild.channels.values())
		if (channel.type === ChannelType.GuildText || guild.isPrivate) return channel;
	throw new InputError("noTextChannel", { guild: guild.name });
};
