import { type APIMessage, MessageFlags } from "discord-api-types/v10";
import type { Json } from "../checks/json.ts";
import { hasFlag } from "../checks/message-body.ts";
import { displayedTexts, interactiveComponents } from "../checks/walk-components.ts";
import type { StoredMessage } from "../world/message.ts";
import type { Messages } from "../world/messages.ts";

/** A file as a member sees it. */
interface SeenAttachment {
	readonly filename: string;
	readonly contentType: string | undefined;
	readonly bytes: Uint8Array;
	readonly url: string;
	readonly description: string | undefined;
	/** Of a voice message: its length in seconds, and its waveform in base64. */
	readonly durationSecs: number | undefined;
	readonly waveform: string | undefined;
}

/** A message as a member sees it at one moment. */
export interface SeenMessage {
	readonly id: string;
	readonly content: string;
	/** Only this member sees it. */
	readonly ephemeral: boolean;
	/** "… is thinking". */
	readonly thinking: boolean;
	readonly voiceMessage: boolean;
	readonly attachments: readonly SeenAttachment[];
	readonly embeds: APIMessage["embeds"];
	/** What its text displays say, in order. */
	readonly texts: readonly string[];
	/** Buttons, selects and other components with a custom id, however deep. */
	readonly components: readonly Json[];
	/** Its content before each edit, oldest first. */
	readonly earlier: readonly string[];
	readonly raw: APIMessage;
}

/** A stored message as a member sees it now. */
export const seeMessage = (
	messages: Messages,
	{ message, visibleTo, earlier }: StoredMessage,
): SeenMessage => ({
	id: message.id,
	content: message.content,
	ephemeral: visibleTo !== undefined,
	thinking: hasFlag(message.flags, MessageFlags.Loading),
	voiceMessage: hasFlag(message.flags, MessageFlags.IsVoiceMessage),
	attachments: message.attachments.map((attachment) => ({
		filename: attachment.filename,
		contentType: attachment.content_type,
		bytes: messages.files.find(attachment.id)?.bytes ?? new Uint8Array(),
		url: attachment.url,
		description: attachment.description,
		durationSecs: attachment.duration_secs,
		waveform: attachment.waveform,
	})),
	embeds: message.embeds,
	texts: displayedTexts(message.components),
	components: interactiveComponents(message.components),
	earlier: earlier.map(({ content }) => content),
	raw: message,
});
