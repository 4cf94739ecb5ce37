import { type TextKey, type Texts, type Value, writeAll } from "../texts/write.js";
import { isJson, type Json } from "./json.ts";

/** @returns a value as an error quotes it: an object as JSON, because `String` throws if it has a field `toString` */
const repeated = (value: unknown): string =>
	typeof value === "object" ? JSON.stringify(value) : String(value);

interface RefusedField {
	readonly path: readonly string[];
	readonly code: string;
	readonly message: string;
}

const refusalsMax = 1_000;

/**
 * One place in a request body that is being checked. Refusals of the whole body are collected; `finish` throws them
 * together as error 50035, in Discord's nested form.
 */
export class Form {
	readonly #path: readonly string[];
	readonly #refused: RefusedField[];

	constructor(path: readonly string[] = [], refused: RefusedField[] = []) {
		this.#path = path;
		this.#refused = refused;
	}

	/** @returns the place one or more levels deeper */
	in(...keys: (string | number)[]): Form {
		return new Form([...this.#path, ...keys.map(String)], this.#refused);
	}

	refuse(code: keyof typeof refusals): void;
	refuse(code: string, message: string): void;
	refuse(code: string, message: string = refusals[code as keyof typeof refusals]): void {
		this.#note({ path: this.#path, code, message });
	}

	#note(refused: RefusedField): void {
		if (this.#refused.length < refusalsMax) this.#refused.push(refused);
	}

	/**
	 * Refuses anything but a string of `min` to `max` characters. If `min` is 0, the string may be missing.
	 *
	 * @returns whether the string is there and has that length
	 */
	text(value: unknown, min: number, max: number): value is string {
		if (value === undefined || value === null) {
			if (min > 0) this.refuse("BASE_TYPE_REQUIRED");
			return false;
		}
		if (typeof value !== "string") {
			this.refuse("STRING_TYPE_CONVERT", `Could not interpret "${repeated(value)}" as string.`);
			return false;
		}
		const length = [...value].length;
		if (min > 0 && length === 0) this.refuse("BASE_TYPE_REQUIRED");
		else if (length > max && min === 0)
			this.refuse("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
		else if (length < min || length > max)
			this.refuse("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`);
		else return true;
		return false;
	}

	/**
	 * Refuses anything but a list of `min` to `max` items. If `min` is 0, the list may be missing.
	 *
	 * @returns the first `max` items, even of a list that is refused for its length; empty for other values
	 */
	list(value: unknown, max: number, min = 0): readonly unknown[] {
		if (value === undefined || value === null) {
			if (min > 0) this.refuse("BASE_TYPE_REQUIRED");
			return [];
		}
		if (!Array.isArray(value)) {
			this.refuse("LIST_TYPE_CONVERT");
			return [];
		}
		if (value.length > max || value.length < min)
			this.refuse(
				"BASE_TYPE_BAD_LENGTH",
				min > 0 ? `Must be between ${min} and ${max} in length.` : `Must be ${max} or fewer in length.`,
			);
		return value.slice(0, max);
	}

	/** @returns an object's fields; undefined for any other value, which is refused */
	object(value: unknown): Json | undefined {
		if (isJson(value)) return value;
		this.refuse("DICT_TYPE_CONVERT");
		return undefined;
	}

	oneOf(value: unknown, allowed: readonly unknown[]): void {
		if (!allowed.includes(value))
			this.refuse("BASE_TYPE_CHOICES", `Value must be one of {${allowed.join(", ")}}.`);
	}

	/** Refuses a URL whose scheme isn't among `schemes`; ignores values that aren't URLs. */
	scheme(value: unknown, schemes: readonly string[]): void {
		const scheme = typeof value === "string" ? URL.parse(value)?.protocol.slice(0, -1) : undefined;
		if (scheme !== undefined && !schemes.includes(scheme))
			this.refuse(
				"URL_TYPE_INVALID_SCHEME",
				`Scheme "${scheme}" is not supported. Scheme must be one of (${schemes.map((each) => `'${each}'`).join(", ")}).`,
			);
	}

	/** Refuses anything but a number within bounds. */
	number(value: unknown, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, isWhole = false) {
		const kind = isWhole ? "int" : "float";
		if (typeof value !== "number" || (isWhole && !Number.isInteger(value)))
			this.refuse("NUMBER_TYPE_COERCE", `Value "${repeated(value)}" is not ${kind}.`);
		else if (value < min)
			this.refuse("NUMBER_TYPE_MIN", `${kind} value should be greater than or equal to ${min}.`);
		else if (value > max)
			this.refuse("NUMBER_TYPE_MAX", `${kind} value should be less than or equal to ${max}.`);
	}

	/** The number of refusals in the whole body. */
	get refusals(): number {
		return this.#refused.length;
	}

	/** @returns a form for the same place, whose refusals don't count until `take` adds them to the body's */
	apart(): Form {
		return new Form(this.#path);
	}

	/** Adds the refusals of a form made by `apart`. */
	take(other: Form): void {
		for (const refused of other.#refused) this.#note(refused);
	}

	/** @throws ApiError 50035 if anything in the body was refused */
	finish(): void {
		if (this.#refused.length === 0) return;
		const errors: ErrorTree = {};
		for (const { path, code, message } of this.#refused) {
			let node = errors;
			for (const key of path) {
				node[key] ??= {};
				node = node[key] as ErrorTree;
			}
			node._errors ??= [];
			node._errors.push({ code, message });
		}
		throw new ApiError(400, 50_035, "Invalid Form Body", errors);
	}
}

/** @returns a value that exists @throws what `refusal` makes if the value is undefined */
export const orThrow = <T>(value: T | undefined, refusal: () => Error): T => {
	if (value === undefined) throw refusal();
	return value;
};

/** Checks a single field. @throws ApiError 50035 when it is refused */
export const checkField = (name: string, check: (field: Form) => void): void => {
	const form = new Form();
	check(form.in(name));
	form.finish();
};

/** Discord's nested form of errors by field. */
interface ErrorTree {
	_errors?: { code: string; message: string }[];
	[key: string]: ErrorTree | { code: string; message: string }[] | undefined;
}

/** An error of the REST API: HTTP status, Discord's code and message, and the refusals by field. */
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

/** What Discord says of refused fields, by its codes; other codes have messages that depend on the field. */
const refusals = {
	APPLICATION_COMMANDS_DUPLICATE_NAME: "Application command names must be unique",
	APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION: "Context menu commands have no description",
	APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS: "Context menu commands have no options",
	APPLICATION_COMMAND_INVALID_NAME: "Command name is invalid",
	APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES: "Autocomplete and choices exclude each other",
	APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS: "Option name already exists",
	APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID: "Required options must be placed before non-required options",
	APPLICATION_COMMAND_OPTIONS_TYPE_INVALID: "Sub-commands cannot stand beside other options",
	APPLICATION_COMMAND_OPTION_CHOICE_NAME_DUPLICATE: "Choice names must be unique",
	APPLICATION_INSTALL_PARAMS_INVALID_SCOPE: "The bot scope is for servers alone.",
	APPLICATION_INTENTS_VERIFIED: "A verified application's intents are granted by Discord.",
	ATTACHMENT_NOT_FOUND: "Attachment data not found",
	BASE_TYPE_REQUIRED: "This field is required",
	BASE_TYPE_UNKNOWN_FIELD: "This field is unknown",
	BOOLEAN_TYPE_CONVERT: "Must be either true or false.",
	BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE: "A custom id and url cannot both be specified",
	BUTTON_COMPONENT_INVALID_EMOJI: "Invalid emoji",
	BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED: "A button must have a label or an emoji",
	BUTTON_COMPONENT_PREMIUM_FIELD: "Premium buttons cannot have this field",
	BUTTON_COMPONENT_SKU_ID: "Only premium buttons can have a sku_id",
	CHANNEL_INVALID: "Invalid channel",
	COMPONENT_CUSTOM_ID_DUPLICATED: "Component custom id cannot be duplicated",
	COMPONENT_DISABLED_IN_MODAL: "Components in modals cannot be disabled",
	COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED: "The displayable text is too long",
	COMPONENT_ID_DUPLICATED: "Component id cannot be duplicated",
	COMPONENT_LABEL_IN_LABEL: "The label belongs to the Label component",
	COMPONENT_LAYOUT_WIDTH_EXCEEDED: "The specified component exceeds the maximum width",
	COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED: "The maximum number of components was exceeded",
	COMPONENT_REQUIRED_MIN_VALUES: "min_values must be at least 1 when required is true",
	DICT_TYPE_CONVERT: "Only dictionaries may be used in a DictType",
	IMAGE_INVALID: "Invalid image data.",
	LIST_TYPE_CONVERT: "Only iterables may be used in a ListType",
	REPLIES_UNKNOWN_MESSAGE: "Unknown message",
	SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED: "Default values must be unique",
	SELECT_COMPONENT_OPTION_VALUE_DUPLICATED: "The specified option value is already used",
	SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES: "Too many options are selected by default",
	UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND: "The referenced attachment could not be found",
	URL_TYPE_INVALID_URL: "Not a well formed URL.",
} as const;

/** A member's act that Discord's client would not send. The message is a sentence for the member. */
export class InputError extends Error {
	override readonly name = "InputError";
	/** The sentence in the page's languages. `message` has it in English. */
	readonly texts: Texts;

	/** @param said - the sentence in the page's languages */
	constructor(said: Texts);
	/** @param said - one of the page's own texts; @param values - for the text's placeholders */
	constructor(said: TextKey, values?: Readonly<Record<string, Value>>);
	constructor(said: TextKey | Texts, values: Readonly<Record<string, Value>> = {}) {
		const texts = typeof said === "string" ? writeAll(said, values) : said;
		super(texts.en);
		this.texts = texts;
	}
}
