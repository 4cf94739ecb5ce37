import { type ButtonInteraction, ButtonStyle, MessageFlags, type RepliableInteraction } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { codeMaxCharacters, type EarlierRedemption } from "../src/credit/credit.ts";
import { describeRedemption } from "../src/credit/describe-redemption.ts";
import type { Redemption } from "../src/credit/redemption.ts";
import { actionRow, pressable, redeemRoutes, sayRoutes } from "../src/discord/buttons.ts";
import type { ShownMessage } from "../src/discord/paced-edits.ts";
import { textsOf, whoOf } from "../src/discord/place.ts";
import { AnswerFailure } from "../src/discord/respond.ts";
import { acknowledge } from "../src/say/answers/pending-answers.ts";
import { partyKey, partyOf, whoseIs } from "../src/shared/party.ts";
import type { Redeemer } from "../src/store/redemptions.ts";
import type { Translate } from "../src/texts/index.ts";
import { describeConnector } from "./account.ts";
import { labelled, modalWith, textInput } from "./panel/components.ts";
import { type CodeToConfirm, handleEverywhere, type Services, slashCommand } from "./services.ts";

/** @returns the member and the party whose tries count. Outside of guilds, each member is a party of their own */
const redeemerOf = (interaction: RepliableInteraction): Redeemer => {
	const who = whoOf(interaction);
	return { party: partyOf(who), userId: who.userId };
};

/** @returns the key by which {@link Services.codesToConfirm} finds the code that a member is asked about */
const questionKeyOf = (interaction: RepliableInteraction): string => {
	const { party, userId } = redeemerOf(interaction);
	return `${partyKey(party)} ${userId}`;
};

const againButton = (again: string, t: Translate) =>
	pressable(sayRoutes.again.to({ answer: again }), t("redeem.again"), { style: ButtonStyle.Primary });

/** @returns the outcomes of earlier codes that couldn't be shown when they arrived */
const describeEarlier = (earlier: readonly EarlierRedemption[], t: Translate, locale: string): string[] =>
	earlier.map(({ redemption }) =>
		t("redeem.earlier", { outcome: describeRedemption(redemption, undefined, t, locale) }),
	);

/** Shows an outcome as an edit or, if that fails, as a follow-up. */
const showOutcome = async (interaction: RepliableInteraction, answer: ShownMessage): Promise<void> => {
	try {
		await interaction.editReply(answer);
	} catch {
		try {
			await interaction.followUp({ ...answer, flags: MessageFlags.Ephemeral });
		} catch (cause) {
			throw new AnswerFailure("the outcome of a redemption is told later", { cause });
		}
	}
};

/** Outcomes for which no request was sent. They don't tell what became of an earlier request with the same code. */
const madeNoRequest: ReadonlySet<Redemption["kind"]> = new Set(["mistyped", "in_progress", "too_fast"]);

/** Asks whether to redeem a code for the connected account, and says who connected it. */
const askWhose = async (interaction: RepliableInteraction, asked: CodeToConfirm, services: Services) => {
	const t = textsOf(interaction);
	const question = services.codesToConfirm.ask(questionKeyOf(interaction), asked);
	const { party } = redeemerOf(interaction);
	const connector = describeConnector(await services.accounts?.describe(party), t);
	await interaction.editReply({
		content: [t(`redeem.ask.${whoseIs(party)}`), ...(connector ? [connector] : [])].join(" "),
		components: [
			actionRow(
				pressable(redeemRoutes.confirm.to({ question }), t("redeem.ask.yes"), { style: ButtonStyle.Primary }),
				pressable(redeemRoutes.decline.to({ question }), t("redeem.ask.no")),
			),
		],
	});
	services.buttons.add(interaction);
};

/**
 * Redeems a code and answers privately.
 *
 * @param again - the id of the text that failed for lack of credit, or ""
 * @param confirmed - the id of the connected account that the member agreed to
 */
const redeemCode = async (
	interaction: RepliableInteraction,
	code: string,
	again: string,
	services: Services,
	confirmed?: string,
): Promise<void> => {
	const { credit, speech, accounts, buttons, pendingAnswers, shutdown } = services;
	const { locale } = interaction;
	const t = textsOf(interaction);
	const redeemer = redeemerOf(interaction);
	const { party } = redeemer;
	const mark = credit.mark(code);
	await acknowledge(interaction, services, { isPrivate: true, code: mark });
	const account = await accounts?.of(party);
	const ownId = account?.ownId;
	const unanswered = await credit.listUnanswered(redeemer);
	const ofThisCode = unanswered.find((each) => each.redemption.kind === "redeemed" && each.code === mark);
	if (!ofThisCode && mark !== undefined && ownId !== undefined && ownId !== confirmed)
		return askWhose(interaction, { code, answer: again, ownId }, services);
	const redemption =
		ofThisCode?.redemption ?? (await credit.redeem({ ...redeemer, account, code, signal: shutdown }));
	const redeemed = redemption.kind === "redeemed";
	if (redeemed) {
		speech.resume(account);
		if (account) accounts?.noteTrouble(party, account, undefined);
	}
	const balance = redeemed ? await credit.balances.read(shutdown, account).catch(() => undefined) : undefined;
	const earlier = unanswered.filter((each) => each.code !== mark);
	await showOutcome(interaction, {
		content: [
			...describeEarlier(earlier, t, locale),
			describeRedemption(redemption, balance, t, locale),
		].join("\n"),
		components: redeemed && again !== "" ? [actionRow(againButton(again, t))] : [],
	});
	// The pending answer ends before the outcome is marked as shown: after a crash in between, the outcome is shown once
	// more.
	pendingAnswers.end(interaction.id);
	if (redeemed && again !== "") buttons.add(interaction);
	for (const each of earlier) await credit.markAnswered(redeemer, each.code);
	if (mark !== undefined && !madeNoRequest.has(redemption.kind)) await credit.markAnswered(redeemer, mark);
};

/** Shows the outcomes of the last codes before asking for another one. */
const showEarlier = async (
	interaction: ButtonInteraction,
	earlier: readonly EarlierRedemption[],
	answer: string,
	{ buttons, credit }: Services,
): Promise<void> => {
	const t = textsOf(interaction);
	const redeemed = earlier.some(({ redemption }) => redemption.kind === "redeemed");
	const another = pressable(redeemRoutes.open.to({ answer }), t("button.redeem"));
	await interaction.reply({
		content: describeEarlier(earlier, t, interaction.locale).join("\n"),
		components: [actionRow(...(redeemed && answer !== "" ? [againButton(answer, t)] : []), another)],
		flags: MessageFlags.Ephemeral,
	});
	buttons.add(interaction);
	const redeemer = redeemerOf(interaction);
	for (const each of earlier) await credit.markAnswered(redeemer, each.code);
};

const closeQuestion = (interaction: ButtonInteraction, why: "redeem.ask.over" | "redeem.declined") =>
	interaction.update({ content: textsOf(interaction)(why), components: [] });

export const redeem = slashCommand({
	declaration: {
		name: "redeem",
		everywhere: true,
		options: {
			code: { type: ApplicationCommandOptionType.String, required: true, max_length: codeMaxCharacters },
		},
	},

	execute: (interaction, { code }, services) => redeemCode(interaction, code, "", services),

	routes: handleEverywhere(redeemRoutes, {
		open: async (interaction, { answer }, services, t) => {
			const earlier = await services.credit.listUnanswered(redeemerOf(interaction));
			if (earlier.length > 0) return showEarlier(interaction, earlier, answer, services);
			const input = textInput("code", { max_length: codeMaxCharacters, required: true });
			await interaction.showModal(
				modalWith(redeemRoutes.code.to({ answer }), t("button.redeem"), [
					labelled(t("redeem.modal.code", { max: codeMaxCharacters }), input, t("redeem.modal.whose")),
				]),
			);
		},
		code: (interaction, { answer }, services) =>
			redeemCode(interaction, interaction.fields.getTextInputValue("code"), answer, services),
		confirm: async (interaction, { question }, services) => {
			const asked = services.codesToConfirm.take(questionKeyOf(interaction), question);
			if (!asked) return closeQuestion(interaction, "redeem.ask.over");
			await services.pendingAnswers.begin(interaction, services.credit.mark(asked.code));
			await interaction.deferUpdate();
			return redeemCode(interaction, asked.code, asked.answer, services, asked.ownId);
		},
		decline: (interaction, { question }, services) => {
			const asked = services.codesToConfirm.take(questionKeyOf(interaction), question);
			return closeQuestion(interaction, asked ? "redeem.declined" : "redeem.ask.over");
		},
	}),
});
