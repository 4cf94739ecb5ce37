import { ComponentType, InteractionType, MessageFlags, MessageReferenceType } from "discord-api-types/v10";
import { interactiveComponents, selectTypes } from "../checks/components.ts";
import { InputError, orThrow } from "../checks/form.ts";
import type { Json } from "../checks/json.ts";
import type { UploadedFile } from "../checks/message-body.ts";
import { namesOf } from "../options/names.js";
import { addReaction, endPoll, removeReaction, vote } from "../world/around-messages.ts";
import type { Commands } from "../world/commands.ts";
import { type Channel, isThread, type Member, mainChannel, takesMessages } from "../world/guild.ts";
import type { IntegrationOwners, InteractionRequest, ShownModal } from "../world/interaction.ts";
import type { Interactions } from "../world/interactions.ts";
import type { StoredMessage } from "../world/message-fields.ts";
import type { Messages } from "../world/messages.ts";
import { isOffered, mayUse, ownersFor } from "../world/offers.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import { enterToWrite, openPost, openThread, openThreadOn, threadTypes } from "../world/threads.ts";
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
import { InteractionTrace, type SeenMessage, seeMessage } from "./trace.ts";

/**
 * Where and in which language a member acts. `channel` is by default the channel of the message that they use; without
 * a message, the guild's `mainChannel`. `locale` is by default `en-US`.
 */
export interface Circumstances {
	readonly locale?: string;
	readonly channel?: Channel;
}

/** A message that a member acts on. */
type Named = { readonly id: string };

interface PostOptions extends Circumstances {
	/** Whether the message notifies nobody, as after `@silent`. */
	readonly silent?: boolean;
}

interface ReplyOptions {
	readonly ping?: boolean;
	readonly silent?: boolean;
	readonly files?: readonly UploadedFile[];
}

export interface GivenPoll {
	readonly question: string;
	readonly answers: readonly string[];
	/** How long the poll runs, in hours; by default 24. */
	readonly hours?: number;
	readonly several?: boolean;
}

/** @returns the error for a message that a member can't see, whether or not the message exists */
export const noMessage = () => new InputError("noMessage");

/**
 * What members do with messages and commands. The methods throw an InputError for what Discord's client wouldn't send.
 * Interactions return a trace of the answers that the member sees.
 */
export class Acts {
	readonly #commands: Commands;
	readonly #messages: Messages;
	readonly #interactions: Interactions;

	constructor(commands: Commands, messages: Messages, interactions: Interactions) {
		this.#commands = commands;
		this.#messages = messages;
		this.#interactions = interactions;
	}

	/** Writes a message, by default in the guild's first text channel. */
	post(
		member: Member,
		text: string,
		how: PostOptions = {},
		files: readonly UploadedFile[] = [],
	): SeenMessage {
		const { channel = mainChannel(member.guild), silent = false } = how;
		return this.#write(member, channel, text, { silent, files });
	}

	/** Replies to a message in its channel. With `ping: false`, its author isn't pinged. */
	reply(member: Member, { id }: Named, text: string, how: ReplyOptions = {}): SeenMessage {
		const { channel_id: channelId } = this.visible(member, id).message;
		const channel = orThrow(this.#messages.world.channel(channelId), noMessage);
		return this.#write(member, channel, text, how, {
			message_reference: { message_id: id },
			...(how.ping === false && {
				allowed_mentions: { parse: ["users", "roles", "everyone"], replied_user: false },
			}),
		});
	}

	/** Forwards a message, by default to the first text channel. @throws ApiError for system messages and polls */
	forward(member: Member, { id }: Named, where: Circumstances = {}): SeenMessage {
		const { message } = this.visible(member, id);
		const { Forward } = MessageReferenceType;
		return this.#send(member, where, {
			message_reference: { type: Forward, message_id: id, channel_id: message.channel_id },
		});
	}

	postPoll(member: Member, poll: GivenPoll, where: Circumstances = {}): SeenMessage {
		const { question, answers, hours, several } = poll;
		return this.#send(member, where, {
			poll: {
				question: { text: question },
				answers: answers.map((text) => ({ poll_media: { text } })),
				...(hours !== undefined && { duration: hours }),
				allow_multiselect: several === true,
			},
		});
	}

	/**
	 * Votes in a poll for these answers, numbered from 1, and no others.
	 *
	 * @throws ApiError if the poll is over or doesn't allow these answers
	 */
	vote(member: Member, { id }: Named, ...answers: readonly number[]): void {
		vote(this.#messages, this.visible(member, id), member.user.id, answers);
	}

	/** Ends a member's own poll before its time, which announces the result. */
	endPoll(member: Member, { id }: Named): void {
		endPoll(this.#messages, this.#own(member, id));
	}

	/** Sends a sticker of the guild, by name. @throws TypeError if the guild has no such sticker */
	sendSticker(member: Member, name: string, where: Circumstances = {}): SeenMessage {
		const sticker = [...member.guild.stickers.values()].find((each) => each.name === name);
		if (!sticker) throw new TypeError(`${member.guild.name} has no sticker "${name}".`);
		return this.#send(member, where, { sticker_ids: [sticker.id] });
	}

	/** Changes the text of a member's own message. */
	editMessage(member: Member, { id }: Named, text: string): SeenMessage {
		const { message } = this.#own(member, id);
		if (!text.trim() && message.attachments.length === 0) throw new InputError("nothingToSend");
		return this.see(this.#messages.edit(id, { payload: { content: text.trim() }, files: [] }));
	}

	/** Deletes a message: the member's own or, with Manage Messages, any. */
	deleteMessage(member: Member, { id }: Named, channel: Channel): void {
		if (!mayDo(member, "ManageMessages", channel)) this.#own(member, id);
		this.#messages.delete(this.visible(member, id).message.id);
	}

	/** Opens a post in a forum. @returns the post's first message; the post's thread has the same id */
	openPost(member: Member, forum: Channel, name: string, text: string): SeenMessage {
		if (!mayDo(member, "SendMessages", forum)) throw new InputError("mayNotWrite");
		if (!text.trim()) throw new InputError("nothingToSend");
		const body = { payload: { content: text.trim() }, files: [] };
		return this.see(openPost(this.#messages, forum, { name, owner: member }, body).first);
	}

	/** Begins a public thread in a text or announcement channel: from the message `on`, or without a message. */
	openThread(member: Member, channel: Channel, name: string, on?: StoredMessage): Channel {
		const type = threadTypes.get(channel.type);
		if (type === undefined || !mayDo(member, "CreatePublicThreads", channel))
			throw new InputError("mayNotWrite");
		const description = { name, type, owner: member };
		if (on) return openThreadOn(this.#messages, channel, on, description);
		return openThread(this.#messages, channel, description);
	}

	/**
	 * Adds a reaction to a message; with `back`, removes it.
	 *
	 * @throws ApiError if the emoji is invalid, if the message would have too many different emojis, or if the reaction
	 *   to remove doesn't exist
	 */
	react(member: Member, { id }: Named, emoji: string, back = false): void {
		const stored = this.visible(member, id);
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
		values: OptionValues = {},
		where: Circumstances = {},
		focused?: string,
	): InteractionTrace {
		const { guild } = member;
		const found = findCommand(this.#commands.inGuild(guild.id), name);
		const owners = this.#mayUse(member, found.command, where);
		const options = fillOptions(guild, found, values, focused);
		const attachments = givenFiles(found, values, (id) => this.#upload(id));
		const named = resolveOptions(member, found, values, this.#interactions.resolvesMentions);
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
		return this.#open(where, { type, name: found.path.join(" "), member, data, owners });
	}

	/** Uses a command from a message's menu. */
	messageCommand(member: Member, name: string, { id }: Named, where: Circumstances = {}): InteractionTrace {
		const command = this.#commands
			.inGuild(member.guild.id)
			.find((each) => each.type === 3 && each.name === name);
		if (!command) throw new InputError("noMessageCommand", { name });
		const { message } = this.visible(member, id);
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
		return this.#open(there, { type: InteractionType.ApplicationCommand, name, member, data, owners });
	}

	click(member: Member, { id }: Named, customId: string, where: Circumstances = {}): InteractionTrace {
		const stored = this.visible(member, id);
		const button = this.#component(stored, customId, [ComponentType.Button]);
		const data = { component_type: button.type, id: button.id, custom_id: customId };
		return this.#openFrom(stored, customId, member, where, data);
	}

	select(
		member: Member,
		{ id }: Named,
		customId: string,
		values: readonly string[],
		where: Circumstances = {},
	): InteractionTrace {
		const stored = this.visible(member, id);
		const menu = this.#component(stored, customId, selectTypes);
		checkValues(member, menu, values);
		const data = {
			component_type: menu.type,
			id: menu.id,
			custom_id: customId,
			values,
			...(!menu.options && { resolved: resolveIds(member, pickedIds(menu.type, values)) }),
		};
		return this.#openFrom(stored, customId, member, where, data);
	}

	submitModal(member: Member, modal: ShownModal, input: ModalInput, where?: Circumstances): InteractionTrace {
		const asked = this.#interactions.find(modal.interactionId);
		const source = this.#messages.find(asked?.sourceMessageId ?? "");
		const owners = asked?.owners ?? ownersFor(this.#messages.world, member, [0, 1]);
		const data = fillModal(member, modal, input, (id) => this.#upload(id));
		const message = source && { ...source.message };
		const request = { name: modal.customId, member, data, owners, message, trigger: asked };
		return this.#open(where ?? {}, { type: InteractionType.ModalSubmit, ...request });
	}

	sees(member: Member, { message, visibleTo }: StoredMessage): boolean {
		const channel = this.#messages.world.channel(String(message.channel_id));
		if (channel?.guild !== member.guild) return false;
		if (visibleTo !== undefined) return visibleTo === member.user.id;
		return mayDo(member, "ViewChannel", channel);
	}

	#upload(id: string): Json {
		const file = this.#messages.files.find(id);
		return { ...orThrow(file, () => new InputError("notUploaded")).attachment };
	}

	/** @returns the installs that allow a command @throws InputError if no install does, or the member may not use it */
	#mayUse(member: Member, command: ReturnType<Commands["list"]>[number], where: Circumstances) {
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

	#component({ message }: StoredMessage, customId: string, types: readonly number[]): Json {
		const component = interactiveComponents(message.components).find(
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
	#openFrom({ message }: StoredMessage, name: string, member: Member, where: Circumstances, data: Json) {
		const metadata: { readonly authorizing_integration_owners?: IntegrationOwners } | undefined =
			message.interaction_metadata;
		const owners = metadata?.authorizing_integration_owners ?? ownersFor(this.#messages.world, member, [0]);
		const request = { name, member, data, owners, message: { ...message } };
		return this.#open(where, { type: InteractionType.MessageComponent, ...request });
	}

	#open(where: Circumstances, asked: Omit<InteractionRequest, "channel" | "locale">) {
		const { member, message } = asked;
		const source = message && this.#messages.world.channel(String(message.channel_id));
		const channel = where.channel ?? source ?? mainChannel(member.guild);
		const request = { ...asked, channel, locale: where.locale ?? "en-US" };
		return new InteractionTrace(this.#messages, this.#interactions.open(request));
	}

	protected see(stored: StoredMessage): SeenMessage {
		return seeMessage(this.#messages, stored);
	}

	/** @returns a member's own message @throws InputError for another's message */
	#own(member: Member, id: string): StoredMessage {
		const stored = this.visible(member, id);
		if (stored.message.author.id !== member.user.id) throw new InputError("notYours");
		return stored;
	}

	#write(member: Member, channel: Channel, text: string, how: ReplyOptions, reference: Json = {}) {
		const { silent, files = [] } = how;
		if (!text.trim() && files.length === 0) throw new InputError("nothingToSend");
		const flags = silent ? { flags: MessageFlags.SuppressNotifications } : {};
		return this.#send(member, { channel }, { content: text.trim(), ...flags, ...reference }, files);
	}

	#send(member: Member, where: Circumstances, payload: Json, files: readonly UploadedFile[] = []) {
		const { channel = mainChannel(member.guild) } = where;
		if (!takesMessages(channel) || !mayDo(member, writingPermission(channel), channel))
			throw new InputError("mayNotWrite");
		const wait = this.#waitFor(member, channel);
		if (wait > 0) throw new InputError("slowMode", { seconds: Math.ceil(wait / 1_000) });
		if (isThread(channel)) enterToWrite(this.#messages.world, channel, member);
		const body = { payload, files };
		return this.see(this.#messages.create({ body, author: member.user, channelId: channel.id }));
	}

	/** @returns how long slow mode still makes a member wait, in ms; 0 or less if it doesn't */
	#waitFor(member: Member, channel: Channel): number {
		const isFree = (["ManageMessages", "ManageChannels", "BypassSlowmode"] as const).some((name) =>
			mayDo(member, name, channel),
		);
		if (channel.slowmodeSeconds === 0 || isFree) return 0;
		const last = this.#messages
			.in(channel.id)
			.findLast(({ message }) => message.author.id === member.user.id);
		if (!last) return 0;
		return (
			Date.parse(last.message.timestamp) + channel.slowmodeSeconds * 1_000 - this.#messages.world.clock.now()
		);
	}
}
