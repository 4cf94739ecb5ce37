import { randomBytes } from "node:crypto";
import { orThrow, refuse } from "../checks/form.ts";
import { limits } from "../checks/limits.ts";
import type { Interaction, InteractionRequest } from "./interaction.ts";
import type { World } from "./world.ts";

/** The interactions whose tokens are still valid. */
export class Interactions {
	/** Whether interactions resolve the mentions in texts. Discord doesn't promise to. */
	resolvesMentions = true;
	readonly #world: World;
	readonly #acknowledgeWithinMs: number;
	readonly #open = new Map<string, Interaction>();
	readonly #byToken = new Map<string, Interaction>();

	constructor(world: World, acknowledgeWithinMs: number = limits.acknowledgeWithin) {
		this.#world = world;
		this.#acknowledgeWithinMs = acknowledgeWithinMs;
	}

	/** Creates an interaction and sends it to the application; the feed reports its answers. */
	open(request: InteractionRequest): Interaction {
		const { clock, feed } = this.#world;
		const interaction: Interaction = {
			id: this.#world.newId(),
			token: randomBytes(96).toString("base64url"),
			type: request.type,
			name: request.name,
			member: request.member,
			channelId: request.channel.id,
			owners: request.owners,
			openedAt: clock.now(),
			sourceMessageId: request.message?.id,
			trigger: request.trigger,
			state: "waiting",
			acknowledgedBy: undefined,
			originalId: undefined,
			deferred: false,
			followUps: 0,
			choices: undefined,
		};
		this.#open.set(interaction.id, interaction);
		this.#byToken.set(interaction.token, interaction);
		clock.after(this.#acknowledgeWithinMs, () => {
			if (interaction.state === "waiting") this.update(interaction, { state: "failed" });
		});
		clock.after(limits.tokenLifetime, () => {
			this.#open.delete(interaction.id);
			this.#byToken.delete(interaction.token);
			if (interaction.deferred) this.update(interaction, { state: "failed" });
		});
		feed.emit("interaction", interaction);
		feed.emit("asked", interaction, request);
		return interaction;
	}

	update(interaction: Interaction, change: Partial<Interaction>): void {
		Object.assign(interaction, change);
		this.#world.feed.emit("interaction", interaction);
	}

	find(id: string): Interaction | undefined {
		return this.#open.get(id);
	}

	/**
	 * The interaction that a callback names.
	 *
	 * @throws ApiError 10062 if it is unknown or wasn't acknowledged in time, 40060 if it was already acknowledged
	 */
	forCallback(id: string, token: string): Interaction {
		const interaction = this.#open.get(id);
		if (!interaction || interaction.token !== token) throw refuse.unknownInteraction();
		if (interaction.acknowledgedBy !== undefined) throw refuse.alreadyAcknowledged();
		const age = this.#world.clock.now() - interaction.openedAt;
		if (interaction.state === "failed" || age > this.#acknowledgeWithinMs) throw refuse.unknownInteraction();
		return interaction;
	}

	/**
	 * The acknowledged interaction that a webhook's token names.
	 *
	 * @throws ApiError 50027 for a token that is unknown or older than 15 minutes; 10015 for another application, or
	 *   before the interaction is acknowledged
	 */
	forWebhook(applicationId: string, token: string): Interaction {
		const interaction = orThrow(this.#byToken.get(token), refuse.invalidWebhookToken);
		if (applicationId !== this.#world.applicationId || interaction.acknowledgedBy === undefined)
			throw refuse.unknownWebhook();
		return interaction;
	}
}
