import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import type { ProblemDetail, RefusedText } from "../shared/problem.ts";
import type { Translate } from "../texts/index.ts";
import { redeemRoutes, sayRoutes } from "./routes.ts";

interface ButtonShape {
	readonly customId: string;
	readonly label: string;
	/** Defaults to grey. */
	readonly style?: ButtonStyle;
}

export const buttonRow = (...buttons: readonly ButtonShape[]): ActionRowBuilder<ButtonBuilder> =>
	new ActionRowBuilder<ButtonBuilder>().addComponents(
		buttons.map(({ customId, label, style = ButtonStyle.Secondary }) =>
			new ButtonBuilder().setCustomId(customId).setLabel(label).setStyle(style),
		),
	);

export interface AnsweredText {
	readonly id: string;
	readonly isVoiceMessage: boolean;
	/** Whether Herald may post voice messages there. */
	readonly mayBeVoiceMessage: boolean;
	/** Whether the text may also be said in the member's voice channel. */
	readonly mayBeHeard: boolean;
	/** Whether the text names its speakers. */
	readonly isDialogue: boolean;
}

/** @returns the rows of buttons under a text that was spoken into a file */
export const answerButtons = (
	{ id: answer, isVoiceMessage, mayBeVoiceMessage, mayBeHeard, isDialogue }: AnsweredText,
	t: Translate,
): readonly ActionRowBuilder<ButtonBuilder>[] => {
	const inChannel = { customId: sayRoutes.channel.to({ answer }), label: t("button.in_channel") };
	const revoice = { customId: sayRoutes.revoice.to({ answer }), label: t("button.another_voice") };
	const redeliver = isVoiceMessage
		? { customId: sayRoutes.file.to({ answer }), label: t("button.as_file") }
		: { customId: sayRoutes.voicemessage.to({ answer }), label: t("button.as_voice_message") };
	const shown = [
		...(mayBeHeard ? [inChannel] : []),
		...(isDialogue ? [] : [revoice]),
		...(isVoiceMessage || mayBeVoiceMessage ? [redeliver] : []),
	];
	return shown.length > 0 ? [buttonRow(...shown)] : [];
};

/**
 * @param answer - the id of the remembered text
 * @param item - the text's id in the queue; undefined once it has ended
 * @returns the buttons under a text that is spoken in a channel
 */
export const channelButtons = (
	answer: string,
	item: string | undefined,
	t: Translate,
): ActionRowBuilder<ButtonBuilder> =>
	buttonRow(
		...(item === undefined
			? []
			: [
					{ customId: sayRoutes.skip.to({ item }), label: t("button.skip") },
					{ customId: sayRoutes.stop.to({ item }), label: t("button.stop") },
				]),
		{ customId: sayRoutes.file.to({ answer }), label: t("button.as_file") },
	);

/** @param detail - undefined for a bug @returns the buttons that help to solve a Problem or to say the text again */
export const problemButtons = (
	detail: ProblemDetail | undefined,
	t: Translate,
	text?: RefusedText,
): ActionRowBuilder<ButtonBuilder>[] => {
	const refused = text && "id" in text ? text : undefined;
	const again = refused?.id;
	const redeem = { customId: redeemRoutes.open.to({ answer: again ?? "" }), label: t("button.redeem") };
	const buttons = [
		...(refused?.asFile
			? [{ customId: sayRoutes.file.to({ answer: refused.id }), label: t("button.as_file") }]
			: []),
		...(detail?.kind === "out_of_credit" ? [{ ...redeem, style: ButtonStyle.Primary }] : []),
		...(again === undefined
			? []
			: [{ customId: sayRoutes.again.to({ answer: again }), label: t("button.again") }]),
	];
	return buttons.length > 0 ? [buttonRow(...buttons)] : [];
};
