/**
 * The limits of Discord that the playground enforces. Times are in milliseconds, sizes of files and requests in bytes,
 * lengths of texts and the size of a command in characters.
 */
export const limits = {
	acknowledgeWithin: 3_000,
	tokenLifetime: 15 * 60_000,
	/** The most follow-ups to an interaction that only the member's own install allows. */
	followUps: 5,
	contentLength: 2_000,
	/**
	 * How long a message with an enforced nonce prevents a second one with that nonce: Discord says "the past few
	 * minutes".
	 */
	nonceAge: 5 * 60_000,
	oldMessageAge: 3_600_000,
	files: 10,
	fileSize: 10 * 1024 * 1024,
	requestSize: 25 * 1024 * 1024,
	embedText: 6_000,
	commandSize: 8_000,
	chatInputCommands: 100,
	contextMenuCommands: 15,
	choices: 25,
	actionRows: 5,
	componentsInAll: 40,
	displayText: 4_000,
	modalComponents: 5,
	groupOptions: 10,
	waveformBytes: 256,
	reactions: 20,
	pins: 250,
	roles: 250,
	bulkDelete: 100,
	bulkDeleteAge: 14 * 24 * 3_600_000,
	nameLength: 100,
	pollAnswer: 55,
	forumTags: 5,
	guildsInShard: 2_500,
} as const;

/** The most that the playground keeps in memory. Only `jsonBytes` limits a single request instead. */
export const keep = {
	messages: 50_000,
	messagesInChannel: 500,
	uploads: 100,
	attachmentBytes: 256 * 1024 * 1024,
	edits: 100,
	requests: 1_000,
	/** The longest JSON that a request may have, in bytes. */
	jsonBytes: 2 * 1024 * 1024,
	gatewayEvents: 1_000,
	gatewayCharacters: 4_000_000,
} as const;

export interface Rate {
	readonly requests: number;
	readonly perMs: number;
}

/** Requests that share a bucket in each channel, guild or interaction. */
interface BucketRate extends Rate {
	readonly methods: readonly string[];
	/** Matches routes below `/api/v10`, written with their parameters as `:name`. */
	readonly route: RegExp;
}

/** The limit of a bot's requests on all routes together, which Discord documents. */
export const globalRate: Rate = { requests: 50, perMs: 1_000 };

/** The limit of routes without one of their own: as high as the global limit, so that only floods meet it. */
export const ordinaryRate: Rate = { requests: 50, perMs: 1_000 };

/**
 * How often messages older than `limits.oldMessageAge` may be edited in one channel. Edits beyond that are refused with
 * error 30046.
 */
export const oldEditRate: Rate = { requests: 3, perMs: 6_000 };

/** Sizes of Discord's buckets, from the headers of its answers. Discord documents none, and may change them. */
export const bucketRates: readonly BucketRate[] = [
	// The limit that a bot in a busy channel meets first.
	{ methods: ["POST"], route: /^\/channels\/:\w+\/messages$/, requests: 5, perMs: 5_000 },
	// The limit that a bot meets if it shows progress by edits.
	{ methods: ["PATCH"], route: /^\/channels\/:\w+\/messages\/:\w+$/, requests: 5, perMs: 5_000 },
	// Adding and removing reactions share one bucket, so a row of reactions appears slowly.
	{ methods: ["PUT", "DELETE"], route: /\/reactions(\/|$)/, requests: 1, perMs: 250 },
];
