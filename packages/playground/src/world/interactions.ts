import { randomBytes } from "node:crypto";
import { InteractionType } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import type { Json } from "../checks/form.ts";
import { limits } from "../checks/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Clock } from "./clock.ts";
import type { Feed } from "./feed.ts";
import { computePermissions } from "./permissions.ts";
import { type Channel, channelFields, type Member, memberFields, type World } from "./world.ts";

export interface AutocompleteChoice {
	readonly name: string;
	readonly value: string | number;
}

/** Something a member asked of the application, and how far the answer has come. */
export interface Interaction {
	readonly id: string;
	readonly token: string;
	readonly type: InteractionType;
	/** What was used, as members call it: `say`, `server voice-channel`, or a custom id. */
	readonly name: string;
	readonly member: Member;
	readonly channelId: string;
	readonly openedAt: number;
	/** The message whose component was used. */
	readonly sourceMessageId: string | undefined;
	/** `failed`: the member reads that the application did not respond. */
	state: "waiting" | "answered" | "failed";
	/** The callback type that acknowledged it. */
	acknowledgedBy: number | undefined;
	/** The message that `@original` names. */
	originalId: string | undefined;
	/** True after a deferred reply until its first edit: the first follow-up is then that edit. */
	deferred: boolean;
	choices: readonly AutocompleteChoice[] | undefined;
}

export interface InteractionRequest {
	readonly type: InteractionType;
	readonly name: string;
	readonly member: Member;
	readonly channel: Channel;
	readonly locale: string;
	readonly data: Json;
	/** The message of a component, or of the component that showed a modal. */
	readonly message?: Json & { readonly id: string };
}

interface Parts {
	readonly world: World;
	readonly clock: Clock;
	readonly feed: Feed;
	readonly gateway: Gateway;
	readonly newId: () => string;
}

/** The interactions whose tokens still live. */
export class Interactions {
	readonly #parts: Parts;
	readonly #open = new Map<string, Interaction>();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/** Makes an interaction and sends it to the application; what comes of it is told by the feed. */
	open(request: InteractionRequest): Interaction {
		const { clock, newId, world, gateway } = this.#parts;
		const interaction: Interaction = {
			id: newId(),
			token: randomBytes(96).toString("base64url"),
			type: request.type,
			name: request.name,
			member: request.member,
			channelId: request.channel.id,
			openedAt: clock.now(),
			sourceMessageId: request.message?.id,
			state: "waiting",
			acknowledgedBy: undefined,
			originalId: undefined,
			deferred: false,
			choices: undefined,
		};
		this.#open.set(interaction.id, interaction);
		clock.after(limits.acknowledgeWithin, () => {
			if (interaction.state === "waiting") this.update(interaction, { state: "failed" });
		});
		clock.after(limits.tokenLifetime, () => {
			this.#open.delete(interaction.id);
			if (interaction.deferred) this.update(interaction, { state: "failed" });
		});
		this.#parts.feed.emit("interaction", interaction);
		gateway.dispatch("INTERACTION_CREATE", interactionFields(world, interaction, request));
		return interaction;
	}

	update(interaction: Interaction, change: Partial<Interaction>): void {
		Object.assign(interaction, change);
		this.#parts.feed.emit("interaction", interaction);
	}

	find(id: string): Interaction | undefined {
		return this.#open.get(id);
	}

	/** The interaction that a callback names. @throws ApiError 10062 when unknown or too late, 40060 when done */
	forCallback(id: string, token: string): Interaction {
		const interaction = this.#open.get(id);
		if (!interaction || interaction.token !== token) throw refuse.unknownInteraction();
		if (interaction.acknowledgedBy !== undefined) throw refuse.alreadyAcknowledged();
		const age = this.#parts.clock.now() - interaction.openedAt;
		if (interaction.state === "failed" || age > limits.acknowledgeWithin) throw refuse.unknownInteraction();
		return interaction;
	}

	/** The acknowledged interaction that a webhook's token names. @throws ApiError 50027 after 15 minutes, 10015 before */
	forWebhook(applicationId: string, token: string): Interaction {
		const interaction = [...this.#open.values()].find((each) => each.token === token);
		if (!interaction) throw refuse.invalidWebhookToken();
		if (applicationId !== this.#parts.world.applicationId || interaction.acknowledgedBy === undefined)
			throw refuse.unknownWebhook();
		return interaction;
	}
}

const interactionFields = (world: World, interaction: Interaction, request: InteractionRequest) => {
	const { member, channel } = request;
	return {
		id: interaction.id,
		application_id: world.applicationId,
		type: interaction.type,
		token: interaction.token,
		version: 1,
		guild_id: world.guildId,
		guild: { id: world.guildId, locale: "en-US", features: [] },
		channel_id: channel.id,
		channel: {
			...channelFields(world, channel),
			permissions: String(computePermissions(world, member, channel.id)),
		},
		member: {
			...memberFields(member),
			user: member.user,
			permissions: String(computePermissions(world, member, channel.id)),
		},
		locale: request.locale,
		guild_locale: "en-US",
		app_permissions: String(computePermissions(world, world.bot, channel.id)),
		entitlements: [],
		authorizing_integration_owners: { "0": world.guildId },
		context: 0,
		attachment_size_limit: limits.fileSize,
		data: request.data,
		...(request.message && { message: request.message }),
	};
};

/** True for interactions that a message's component, or a modal shown by one, began. */
export const hasSourceMessage = (interaction: Interaction): boolean =>
	interaction.sourceMessageId !== undefined &&
	(interaction.type === InteractionType.MessageComponent || interaction.type === InteractionType.ModalSubmit);
