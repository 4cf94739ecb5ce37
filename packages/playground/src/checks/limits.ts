/** Discord's own limits, as far as the playground enforces them. Times in milliseconds, sizes in bytes. */
export const limits = {
	acknowledgeWithin: 3_000,
	tokenLifetime: 15 * 60_000,
	contentLength: 2_000,
	files: 10,
	fileSize: 10 * 1024 * 1024,
	requestSize: 25 * 1024 * 1024,
	embeds: 10,
	embedText: 6_000,
	commandSize: 8_000,
	chatInputCommands: 100,
	contextMenuCommands: 15,
	options: 25,
	choices: 25,
	stringOption: 6_000,
	actionRows: 5,
	rowComponents: 5,
	componentsInAll: 40,
	displayText: 4_000,
	modalComponents: 5,
	waveformBytes: 256,
} as const;

/** What the playground keeps so that a long life does not fill the memory. */
export const keep = {
	messages: 50_000,
	messagesInChannel: 500,
	uploads: 100,
	attachmentBytes: 256 * 1024 * 1024,
	edits: 100,
	requests: 1_000,
	gatewayEvents: 1_000,
} as const;
