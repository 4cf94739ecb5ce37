import {
	type APIActionRowComponent,
	type APIButtonComponentWithCustomId,
	type APIComponentInMessageActionRow,
	ButtonStyle,
	ComponentType,
} from "discord-api-types/v10";
import type { ProblemDetail, RefusedText } from "../shared/problem.ts";
import type { Translate } from "../texts/index.ts";
import { button, declareRoutes, modal, select } from "./declare-routes.ts";

export type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;

export const actionRow = <C extends APIComponentInMessageActionRow>(
	...components: C[]
): APIActionRowComponent<C> => ({ type: ComponentType.ActionRow, components });

export const pressable = (
	custom_id: string,
	label: string,
	more: Partial<APIButtonComponentWithCustomId> = {},
): APIButtonComponentWithCustomId => ({
	type: ComponentType.Button,
	style: ButtonStyle.Secondary,
	custom_id,
	label,
	...more,
});

interface AnsweredText {
	readonly id: string;
	readonly isVoiceMessage: boolean;
	/** Whether Herald may post voice messages in the text's channel. */
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
): readonly ButtonRow[] => {
	const inChannel = pressable(sayRoutes.channel.to({ answer }), t("button.in_channel"));
	const revoice = pressable(sayRoutes.revoice.to({ answer }), t("button.another_voice"));
	const redeliver = isVoiceMessage
		? pressable(sayRoutes.file.to({ answer }), t("button.as_file"))
		: pressable(sayRoutes.voicemessage.to({ answer }), t("button.as_voice_message"));
	const shown = [
		...(mayBeHeard ? [inChannel] : []),
		...(isDialogue ? [] : [revoice]),
		...(isVoiceMessage || mayBeVoiceMessage ? [redeliver] : []),
	];
	return shown.length > 0 ? [actionRow(...shown)] : [];
};

/**
 * @param answer - the id of the remembered text
 * @param item - the text's id in the queue; undefined once it has ended
 * @returns the buttons under a text that is spoken in a channel
 */
export const channelButtons = (answer: string, item: string | undefined, t: Translate): ButtonRow =>
	actionRow(
		...(item === undefined
			? []
			: [
					pressable(sayRoutes.skip.to({ item }), t("button.skip")),
					pressable(sayRoutes.stop.to({ item }), t("button.stop")),
				]),
		pressable(sayRoutes.file.to({ answer }), t("button.as_file")),
	);

/**
 * @param detail - what the Problem is; undefined for a bug
 * @returns the buttons that help to solve a Problem, or that say the refused text again or as a file
 */
export const problemButtons = (detail: ProblemDetail | undefined, t: Translate, text?: RefusedText) => {
	const refused = text && "id" in text ? text : undefined;
	const again = refused?.id;
	const redeem = pressable(redeemRoutes.open.to({ answer: again ?? "" }), t("button.redeem"), {
		style: ButtonStyle.Primary,
	});
	const buttons = [
		...(refused?.asFile ? [pressable(sayRoutes.file.to({ answer: refused.id }), t("button.as_file"))] : []),
		...(detail?.kind === "out_of_credit" ? [redeem] : []),
		...(again === undefined ? [] : [pressable(sayRoutes.again.to({ answer: again }), t("button.again"))]),
	];
	return buttons.length > 0 ? [actionRow(...buttons)] : [];
};

/** Routes of texts. `answer` is the id of a remembered text, `item` a text's id in a queue. */
export const sayRoutes = declareRoutes("say", {
	revoice: button("answer"),
	file: button("answer"),
	voicemessage: button("answer"),
	channel: button("answer"),
	again: button("answer"),
	skip: button("item"),
	stop: button("item"),
	// Discord wants the ids of menus in one message to differ. `menu` tells them apart.
	voice: select("menu", "answer"),
});

export const bookRoutes = declareRoutes("book", {
	all: button("book"),
	fitting: button("book"),
	decline: button("book"),
	cancel: button("book"),
	pause: button("book"),
	resume: button("book"),
	back: button("book"),
	end: button("book"),
});

export const voiceRoutes = declareRoutes("voice", { sample: select("menu"), use: button("answer") });

export const redeemRoutes = declareRoutes("redeem", {
	/** Shows the form for a code. `answer` is the id of a text to say again afterwards, or "". */
	open: button("answer"),
	code: modal("answer"),
	/** Confirms that a code should be redeemed for a connected account. `decline` drops the code. */
	confirm: button("question"),
	decline: button("question"),
});

export const readingRoutes = declareRoutes("reading", {
	pause: button(),
	resume: button(),
	decline: button(),
});
