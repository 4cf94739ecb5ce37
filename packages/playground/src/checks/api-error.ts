/** The nested form in which Discord names the fields it refuses. */
export interface ErrorTree {
	_errors?: { code: string; message: string }[];
	[key: string]: ErrorTree | { code: string; message: string }[] | undefined;
}

/** An error of the REST API: HTTP status, Discord's code and message, and details. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: number;
	readonly errors: ErrorTree | undefined;

	constructor(status: number, code: number, message: string, errors?: ErrorTree) {
		super(message);
		this.name = "ApiError";
		this.status = status;
		this.code = code;
		this.errors = errors;
	}

	toBody(): object {
		return { message: this.message, code: this.code, ...(this.errors && { errors: this.errors }) };
	}
}

const make = (status: number, code: number, message: string) => () => new ApiError(status, code, message);

/** Discord's refusals by name. */
export const refuse = {
	notFound: make(404, 0, "404: Not Found"),
	unauthorized: make(401, 0, "401: Unauthorized"),
	unknownChannel: make(404, 10_003, "Unknown Channel"),
	unknownGuild: make(404, 10_004, "Unknown Guild"),
	unknownMember: make(404, 10_007, "Unknown Member"),
	unknownMessage: make(404, 10_008, "Unknown Message"),
	unknownRole: make(404, 10_011, "Unknown Role"),
	unknownUser: make(404, 10_013, "Unknown User"),
	unknownEmoji: make(400, 10_014, "Unknown Emoji"),
	unknownWebhook: make(404, 10_015, "Unknown Webhook"),
	unknownInteraction: make(404, 10_062, "Unknown interaction"),
	unknownBan: make(404, 10_026, "Unknown Ban"),
	unknownVoiceState: make(404, 10_065, "Unknown Voice State"),
	tooManyPins: make(400, 30_003, "Maximum number of pins reached for this channel (250)"),
	tooManyRoles: make(400, 30_005, "Maximum number of guild roles reached (250)"),
	tooManyReactions: make(400, 30_010, "Maximum number of reactions reached (20)"),
	tooManyCommands: make(400, 30_032, "Maximum number of application commands reached (100)."),
	tooLarge: make(413, 40_005, "Request entity too large"),
	notInVoice: make(400, 40_032, "Target user is not connected to voice."),
	alreadyAcknowledged: make(400, 40_060, "Interaction has already been acknowledged."),
	alreadyPublished: make(400, 40_033, "This message has already been crossposted."),
	tooManyFollowUps: make(400, 40_094, "This interaction has hit the maximum number of follow up messages"),
	missingAccess: make(403, 50_001, "Missing Access"),
	notYours: make(403, 50_005, "Cannot edit a message authored by another user"),
	emptyMessage: make(400, 50_006, "Cannot send an empty message"),
	cannotMessageUser: make(403, 50_007, "Cannot send messages to this user"),
	missingPermissions: make(403, 50_013, "Missing Permissions"),
	bulkDeleteCount: make(
		400,
		50_016,
		"Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete",
	),
	systemMessage: make(400, 50_021, "Cannot execute action on a system message"),
	wrongChannelType: make(400, 50_024, "Cannot execute action on this channel type"),
	invalidWebhookToken: make(401, 50_027, "Invalid Webhook Token"),
	invalidRole: make(400, 50_028, "Invalid Role"),
	invalidRecipient: make(400, 50_033, "Invalid Recipient(s)"),
	tooOldToBulkDelete: make(400, 50_034, "You can only bulk delete messages that are under 14 days old."),
	invalidSticker: make(400, 50_081, "Invalid sticker sent"),
	threadArchived: make(400, 50_083, "Thread is archived"),
	invalidJson: make(400, 50_109, "The request body contains invalid JSON."),
	invalidForm: make(400, 50_035, "Invalid Form Body"),
	voiceExtraContent: make(400, 50_159, "Voice messages do not support additional content."),
	voiceOneAudio: make(400, 50_160, "Voice messages must have a single audio attachment."),
	voiceMetadata: make(400, 50_161, "Voice messages must have supporting metadata."),
	voiceEdit: make(400, 50_162, "Voice messages cannot be edited."),
	voiceNotAllowed: make(403, 50_173, "You cannot send voice messages in this channel."),
	noHistoryToReply: make(403, 160_002, "Cannot reply without permission to read message history"),
	threadExists: make(400, 160_004, "A thread has already been created for this message"),
	threadLocked: make(400, 160_005, "Thread is locked"),
	noHistoryToForward: make(
		403,
		160_009,
		"Cannot reference a message without permission to read message history",
	),
	ageRestrictedForward: make(400, 160_010, "NSFW channel message reference not allowed"),
	forwardWithMore: make(400, 160_011, "You cannot add content to a forwarded message"),
	unreadableForward: make(403, 160_014, "Cannot forward a message whose content is unreadable"),
	pollVotingBlocked: make(403, 520_000, "Poll voting blocked"),
	pollExpired: make(400, 520_001, "Poll expired"),
	pollEdit: make(400, 520_003, "Cannot edit a poll message"),
	notAPoll: make(400, 520_006, "Cannot expire a non-poll message"),
} as const;
