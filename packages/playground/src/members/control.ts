import type { OptionValues } from "../checks/command-options.ts";
import type { ModalInput, ShownModal } from "../checks/modal.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Voice } from "../voice/index.ts";
import type { Clock } from "../world/clock.ts";
import type { Feed } from "../world/feed.ts";
import type { AutocompleteChoice, Interaction, Interactions } from "../world/interactions.ts";
import type { Messages } from "../world/messages.ts";
import { type PermissionName, permissionBits } from "../world/permissions.ts";
import {
	type Channel,
	channelFields,
	type Member,
	makeChannel,
	type PlaceType,
	type World,
} from "../world/world.ts";
import type { Actions, Circumstances } from "./actions.ts";
import { type SeenMessage, seeMessage } from "./seen.ts";
import { InteractionTrace } from "./trace.ts";

export interface ControlParts {
	readonly world: World;
	readonly clock: Clock;
	readonly newId: () => string;
	readonly feed: Feed;
	readonly gateway: Gateway;
	readonly messages: Messages;
	readonly interactions: Interactions;
	readonly actions: Actions;
	readonly voice: Voice;
}

export interface NewChannel {
	readonly type: PlaceType;
	readonly name: string;
	/** How many may be in a voice channel; 0, for no limit, unless told. */
	readonly user_limit?: number;
}

/** A file as a member attaches it. */
export interface GivenFile {
	readonly filename: string;
	readonly contentType: string | undefined;
	readonly bytes: Uint8Array;
}

/** What an overwrite of a channel gives and takes. */
export interface PermissionChange {
	readonly allow?: readonly PermissionName[];
	readonly deny?: readonly PermissionName[];
}

/** The members' hands and eyes, for programs: each act returns a trace of what the member then sees. */
export class Control {
	readonly #parts: ControlParts;

	constructor(parts: ControlParts) {
		this.#parts = parts;
	}

	/** Uses a slash command: `say`, or `server voice-channel`. @throws InputError when the client would not send it */
	command(member: Member, name: string, values: OptionValues = {}, where?: Circumstances): InteractionTrace {
		return this.#trace(this.#parts.actions.command(member, name, values, where));
	}

	/** Uses a command from a message's menu. */
	messageCommand(
		member: Member,
		name: string,
		message: { id: string },
		where?: Circumstances,
	): InteractionTrace {
		return this.#trace(this.#parts.actions.messageCommand(member, name, message.id, where));
	}

	click(member: Member, message: { id: string }, customId: string, where?: Circumstances): InteractionTrace {
		return this.#trace(this.#parts.actions.click(member, message.id, customId, where));
	}

	select(
		member: Member,
		message: { id: string },
		customId: string,
		values: readonly string[],
		where?: Circumstances,
	): InteractionTrace {
		return this.#trace(this.#parts.actions.select(member, message.id, customId, values, where));
	}

	submitModal(member: Member, modal: ShownModal, input: ModalInput, where?: Circumstances): InteractionTrace {
		return this.#trace(this.#parts.actions.submitModal(member, modal, input, where));
	}

	/** The choices offered while a member types `focused`. Rejects when none come in time. */
	async autocomplete(
		member: Member,
		name: string,
		values: OptionValues,
		focused: string,
		where?: Circumstances,
	): Promise<readonly AutocompleteChoice[]> {
		const trace = this.#trace(this.#parts.actions.autocomplete(member, name, values, focused, where));
		await trace.acknowledged();
		return trace.interaction.choices ?? [];
	}

	/** Writes a message as a member. */
	post(member: Member, text: string, where?: Circumstances, files: readonly GivenFile[] = []): SeenMessage {
		const uploads = files.map((file, index) => ({ ...file, index: String(index), truncated: false }));
		return seeMessage(this.#parts.messages, this.#parts.actions.post(member, text, where, uploads));
	}

	/** Uploads a file, as for an option of a command. @returns the value for that option */
	upload(filename: string, bytes: Uint8Array): string {
		const { messages, world } = this.#parts;
		const file = { index: "0", filename, contentType: undefined, bytes, truncated: false };
		return messages.upload(world.text.id, file).id;
	}

	/** Every message that a member sees, oldest first. */
	messagesFor(member: Member): readonly SeenMessage[] {
		const { messages, actions } = this.#parts;
		return messages
			.all()
			.filter((stored) => actions.sees(member, stored))
			.map((stored) => seeMessage(messages, stored));
	}

	/** Sets what a member, or everyone, may do in a channel, in place of what was set for them there before. */
	setPermissions(who: Member | "everyone", change: PermissionChange, where?: Channel): void {
		const { world, gateway, feed } = this.#parts;
		const channel = where ?? world.text;
		const id = who === "everyone" ? world.guildId : who.user.id;
		const at = channel.permission_overwrites.findIndex((overwrite) => overwrite.id === id);
		if (at >= 0) channel.permission_overwrites.splice(at, 1);
		const allow = permissionBits(change.allow ?? []);
		const deny = permissionBits(change.deny ?? []);
		if (allow | deny)
			channel.permission_overwrites.push({
				id,
				type: who === "everyone" ? 0 : 1,
				allow: String(allow),
				deny: String(deny),
			});
		gateway.dispatch("CHANNEL_UPDATE", channelFields(world, channel));
		feed.emit("guild");
	}

	/** Makes a channel and tells the application. */
	createChannel({ type, name, user_limit = 0 }: NewChannel): Channel {
		const { world, gateway, feed, newId } = this.#parts;
		const channel = { ...makeChannel(newId(), type, name, world.channels.size), user_limit };
		world.channels.set(channel.id, channel);
		gateway.dispatch("CHANNEL_CREATE", channelFields(world, channel));
		feed.emit("guild");
		return channel;
	}

	/** Sets how many may be in a voice channel; 0 for no limit. Who is inside stays. */
	setUserLimit(channel: Channel, limit: number): void {
		const { world, gateway, feed } = this.#parts;
		channel.user_limit = limit;
		gateway.dispatch("CHANNEL_UPDATE", channelFields(world, channel));
		feed.emit("guild");
	}

	/** Deletes a message, as a moderator may. */
	deleteMessage({ id }: { readonly id: string }): void {
		this.#parts.messages.delete(id);
	}

	/** Deletes a channel; whoever is in it is disconnected. */
	deleteChannel(channel: Channel): void {
		const { world, gateway, feed, voice } = this.#parts;
		world.channels.delete(channel.id);
		gateway.dispatch("CHANNEL_DELETE", channelFields(world, channel));
		voice.empty(channel);
		feed.emit("guild");
	}

	#trace(interaction: Interaction): InteractionTrace {
		return new InteractionTrace(this.#parts, interaction);
	}
}
