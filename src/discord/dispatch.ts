import type { Logger } from "@herald/common/log.ts";
import {
	ApplicationIntegrationType,
	type Client,
	DiscordjsTypeError,
	Events,
	type Interaction,
	PermissionFlagsBits,
	type RepliableInteraction,
} from "discord.js";
import type { Clock } from "../shared/clock.ts";
import { correlate, correlationId } from "../shared/correlation.ts";
import { cutMarks } from "../shared/cut-marks.ts";
import { type InteractionOutcome, measure } from "../shared/measures.ts";
import { Problem } from "../shared/problem.ts";
import { UnderWay } from "../shared/under-way.ts";
import type { Translate } from "../texts/index.ts";
import { isRefusal } from "./api-error.ts";
import { inviteAddress } from "./bot-token.ts";
import { problemButtons } from "./buttons.ts";
import { type Command, readArguments } from "./command.ts";
import { type HandledRoute, readValues, splitCustomId } from "./declare-routes.ts";
import { describeProblem } from "./describe-problem.ts";
import { choiceMax, choicesMax } from "./limits.ts";
import { noteArrival } from "./paced-edits.ts";
import { textsOf } from "./place.ts";
import { AnswerFailure, isGone, respondPrivately } from "./respond.ts";
import { cutText } from "./show-text.ts";

/** The services that dispatch uses itself; commands use more. */
interface DispatchServices {
	readonly clock: Clock;
	/** Has an answer's buttons removed before they stop working. `messageId` is a message's id, or `@original`. */
	readonly buttons: { add(interaction: RepliableInteraction, messageId: string): void };
	readonly pendingAnswers: { end(interactionId: string): void };
}

interface DispatcherOptions<S extends DispatchServices> {
	readonly commands: readonly Command<S>[];
	readonly services: S;
	readonly logger: Logger;
	/** The ids of the guilds that Herald serves; empty for all. */
	readonly allowedGuilds: readonly string[];
	/** Whether members may use Herald outside of its guilds. */
	readonly isForMembers: boolean;
	/** Aborts when Herald begins to stop. Later interactions are refused. */
	readonly closing: AbortSignal;
}

export const isServed = (allowedGuilds: readonly string[], guildId: string): boolean =>
	allowedGuilds.length === 0 || allowedGuilds.includes(guildId);

interface Ending {
	readonly outcome: InteractionOutcome;
	readonly [field: string]: unknown;
}

const nameOf = (interaction: Interaction): string => {
	if (interaction.isCommand() || interaction.isAutocomplete()) return interaction.commandName;
	return "customId" in interaction ? splitCustomId(interaction.customId).path : "unknown";
};

/**
 * Whether an error means that a submitted modal lacks fields that its handler reads: another version of Herald has
 * shown the modal, or it is forged.
 */
const isOfOtherForm = (error: unknown): boolean =>
	error instanceof DiscordjsTypeError && String(error.code).startsWith("ModalSubmitInteraction");

/**
 * Whether a command is for managers, and the member isn't one. Discord hides such commands from other members by
 * default, but a server can show them to all, so Herald checks, too.
 */
const mayNotUse = (
	{ forManagers }: { readonly forManagers: boolean },
	{ memberPermissions }: RepliableInteraction,
): boolean => forManagers && !memberPermissions?.has(PermissionFlagsBits.ManageGuild);

const refuse = (interaction: RepliableInteraction): Promise<string> =>
	respondPrivately(interaction, textsOf(interaction)("server.not_manager"));

/** @throws {@link Problem} if the interaction isn't in a guild that Herald is in */
const requireGuild = (interaction: Interaction): void => {
	if (!interaction.inCachedGuild()) throw new Problem({ kind: "server_only" });
};

/** Routes every interaction to its command, which has to acknowledge it. */
export class Dispatcher<S extends DispatchServices> {
	readonly #options: DispatcherOptions<S>;
	readonly #byName: ReadonlyMap<string, Command<S>>;
	readonly #byPath: ReadonlyMap<string, { readonly route: HandledRoute<S>; readonly command: Command<S> }>;
	readonly #underWay = new UnderWay();

	constructor(options: DispatcherOptions<S>) {
		this.#options = options;
		this.#byName = new Map(options.commands.map((command) => [command.data.name, command]));
		this.#byPath = new Map(
			options.commands.flatMap((command) =>
				(command.routes ?? []).map((route) => [route.path, { route, command }] as const),
			),
		);
	}

	/** Handles the client's interactions. An error is reported to the member and logged. */
	follow(client: Client): void {
		client.on(Events.InteractionCreate, (interaction) => this.#dispatch(interaction));
	}

	/** Resolves once all interactions that are in progress now have been answered. */
	settle(): Promise<void> {
		return this.#underWay.settleCurrent();
	}

	#dispatch(interaction: Interaction): void {
		const { clock, pendingAnswers } = this.#options.services;
		noteArrival(interaction, clock);
		const handled = correlate(() => this.#handle(interaction));
		void this.#underWay.follow(handled.finally(() => pendingAnswers.end(interaction.id)));
	}

	/** Never rejects. */
	async #handle(interaction: Interaction): Promise<void> {
		const startedAt = performance.now();
		measure("interactionReceived", { id: interaction.id });
		let ending: Ending;
		try {
			ending = await this.#route(interaction);
		} catch (error) {
			ending = await this.#answerError(interaction, error);
		}
		const command = nameOf(interaction);
		const isKnown = this.#byName.has(command) || this.#byPath.has(command);
		measure("interactionEnded", {
			id: interaction.id,
			command: isKnown ? command : "unknown",
			outcome: ending.outcome,
		});
		const level = "err" in ending ? "error" : "info";
		this.#options.logger[level](
			{
				event: "interaction",
				correlation: correlationId(),
				interaction: interaction.id,
				command,
				guild: interaction.guildId,
				member: interaction.user.id,
				ms: Math.round(performance.now() - startedAt),
				...ending,
			},
			"interaction",
		);
	}

	async #route(interaction: Interaction): Promise<Ending> {
		if (interaction.isAutocomplete()) return this.#complete(interaction);
		this.#admit(interaction);
		if (interaction.isCommand()) await this.#run(interaction);
		else if (interaction.isMessageComponent() || interaction.isModalSubmit()) await this.#press(interaction);
		return { outcome: "done" };
	}

	/**
	 * @throws {@link Problem} if the interaction isn't served. `guild_not_allowed`: the guild isn't allowed, or the
	 * interaction is outside of guilds and `isForMembers` is false. `shutting_down`: Herald stops, or the guild's data
	 * hasn't arrived. `bot_missing`: Herald isn't in the guild, and the guild has Herald's commands or `isForMembers` is
	 * false
	 */
	#admit(interaction: Interaction): void {
		const { guildId, applicationId, authorizingIntegrationOwners: owners } = interaction;
		const { allowedGuilds, isForMembers, closing } = this.#options;
		if (guildId !== null && !isServed(allowedGuilds, guildId))
			throw new Problem({ kind: "guild_not_allowed" });
		if (closing.aborted) throw new Problem({ kind: "shutting_down" });
		// An unavailable guild's roles, channels and voice states haven't arrived yet.
		if (interaction.guild?.available === false) throw new Problem({ kind: "shutting_down" });
		if (interaction.inCachedGuild()) return;
		const isOfGuild =
			guildId !== null && (!isForMembers || owners[ApplicationIntegrationType.GuildInstall] === guildId);
		if (isOfGuild) throw new Problem({ kind: "bot_missing", invite: inviteAddress(applicationId, guildId) });
		if (!isForMembers) throw new Problem({ kind: "guild_not_allowed" });
	}

	async #run(interaction: Extract<RepliableInteraction, { commandId: string }>): Promise<void> {
		const { services } = this.#options;
		const t = textsOf(interaction);
		const command = this.#byName.get(interaction.commandName);
		if (command && !command.everywhere) requireGuild(interaction);
		if (command && mayNotUse(command, interaction)) await refuse(interaction);
		else if (command?.kind === "slash" && interaction.isChatInputCommand()) {
			const { subcommand, args } = readArguments(interaction.options.data);
			const execute = command.find(subcommand);
			if (execute) await execute(interaction, args, services, t);
			else await this.#answerStale(interaction, command.data.name);
		} else if (command?.kind === "message" && interaction.isMessageContextMenuCommand())
			await command.execute(interaction, services, t);
		else await this.#answerStale(interaction);
	}

	async #press(interaction: Extract<Interaction, { customId: string }>): Promise<void> {
		const { path, rest } = splitCustomId(interaction.customId);
		const { route, command } = this.#byPath.get(path) ?? {};
		const { services } = this.#options;
		if (route && !route.everywhere) requireGuild(interaction);
		if (command && mayNotUse(command, interaction)) await refuse(interaction);
		else if (
			route &&
			((route.kind === "button" && interaction.isButton()) ||
				(route.kind === "select" && interaction.isAnySelectMenu()) ||
				(route.kind === "modal" && interaction.isModalSubmit()))
		)
			try {
				await route.handle(interaction, readValues(route.parameters, rest), services, textsOf(interaction));
			} catch (error) {
				if (!isOfOtherForm(error)) throw error;
				await this.#answerStale(interaction, command?.data.name);
			}
		else await this.#answerStale(interaction, path.split(":")[0]);
	}

	/**
	 * Tells the member that a command, component or modal is of an earlier version.
	 *
	 * @param name - the name of the command: the one called, or the one to which the component or modal belongs
	 * @throws {@link Problem} `stale` if Herald still has the command, so that the answer names the command
	 */
	async #answerStale(interaction: RepliableInteraction, name = ""): Promise<void> {
		if (this.#byName.has(name)) throw new Problem({ kind: "stale", command: name });
		await respondPrivately(interaction, textsOf(interaction)("stale"));
	}

	async #complete(interaction: Extract<Interaction, { responded: boolean }>): Promise<Ending> {
		const { name, value } = interaction.options.getFocused(true);
		const complete = this.#byName.get(interaction.commandName)?.autocomplete;
		const choices =
			(await complete?.({ name, value: cutMarks(String(value)) }, this.#options.services, interaction)) ?? [];
		await interaction.respond(
			choices.slice(0, choicesMax).map((choice) => ({ ...choice, name: cutText(choice.name, choiceMax) })),
		);
		return { outcome: "completed" };
	}

	/**
	 * Tells the member about an error after another answer failed, because that failure may have been temporary.
	 * `respondPrivately` has already deleted a public "thinking…".
	 */
	async #followUp(interaction: RepliableInteraction, content: string): Promise<void> {
		if (!interaction.deferred && !interaction.replied) return;
		// If this fails, too, nothing else reaches the member.
		await interaction.followUp({ content, flags: "Ephemeral" }).catch(() => {});
	}

	async #answerProblem(interaction: RepliableInteraction, { detail, text }: Problem, t: Translate) {
		const buttons = problemButtons(detail, t, text);
		const files = text && "typed" in text ? [{ name: "text.txt", attachment: Buffer.from(text.typed) }] : [];
		const messageId = await respondPrivately(interaction, describeProblem(detail, t), buttons, files);
		if (buttons.length > 0) this.#options.services.buttons.add(interaction, messageId);
	}

	async #answerError(interaction: Interaction, error: unknown): Promise<Ending> {
		// The interaction has expired, so it can't be answered.
		if (isRefusal(error, "UnknownInteraction")) return { outcome: "too late" };
		if (error instanceof AnswerFailure) return { outcome: "unanswered", err: error.cause };
		// A moderator has deleted the answer, so it isn't sent again.
		if (isGone(error)) return { outcome: "answer removed" };
		const t = textsOf(interaction);
		const isProblem = error instanceof Problem;
		const id = correlationId()?.slice(0, 8) ?? "";
		if (interaction.isRepliable())
			try {
				if (isProblem) await this.#answerProblem(interaction, error, t);
				else await respondPrivately(interaction, t("bug", { id }));
			} catch (unanswered) {
				await this.#followUp(interaction, t("bug", { id }));
				return { outcome: "unanswered", bug: id, err: isProblem ? unanswered : error };
			}
		return isProblem
			? { outcome: "problem", problem: error.kind, why: error.message }
			: { outcome: "bug", bug: id, err: error };
	}
}
