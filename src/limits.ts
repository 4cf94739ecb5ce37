/** Every limit that is not an operator's to set, with its reason. Times are in ms, sizes in bytes or characters. */

// Speech service (wire facts of how such services behave).
/** A request's body and the JSON around it are small; an answer of 45 s is 3 MB of base64, one of 11 minutes 42 MB. */
export const answerMaxBytes = 64 * 1024 * 1024;
/** An error says what it has to say in far less; a proxy's page may be larger and tells nothing more. */
export const errorBodyMaxBytes = 64 * 1024;
export const connectTimeoutMs = 5_000;
export const keepAliveTimeoutMs = 20_000;
/** Between two pieces of a body: a unary answer comes whole, so silence inside it is a dead connection. */
export const bodyTimeoutMs = 30_000;
/** One attempt at a Line of at most 45 s: services take about half the sound's length, slow ones twice. */
export const attemptTimeoutMs = 90_000;
/** All attempts at one Line together with the waits between them. */
export const lineDeadlineMs = 240_000;
export const attemptsPerModel = 3;
/** Attempts at one Line that may be charged, over all models. */
export const billedAttemptsPerLine = 4;
export const backoffBaseMs = 500;
export const backoffMaxMs = 8_000;
/** What an account-level refusal closes: asking again at once changes nothing and annoys the service. */
export const breakerMs = 60_000;
export const requestsInFlight = 8;
export const requestsInFlightPerGuild = 2;
/** Lines of one text asked for ahead of the one that is waited for. */
export const linesAhead = 3;

// Clips.
/** A Clip that nobody asked for in a month is not worth its bytes. */
export const clipMaxAgeMs = 30 * 24 * 60 * 60 * 1_000;

// Lines: quality drifts after a minute, so a call speaks at most about 45 s.
export const lineMaxCharacters = 600;
/** In a voice channel the first Line sets the time to the first word. */
export const firstLineMaxCharacters = 120;

// Voice channels.
/** Texts that wait or play in a guild: beyond that nobody remembers what they asked for. */
export const queueMaxTexts = 50;
/** What waits and plays together, by estimate. */
export const queueMaxMs = 10 * 60_000;
export const queueMaxTextsPerMember = 5;
/** A text in a channel keeps everybody else waiting; guilds may set another length. */
export const channelTextMaxMs = 180_000;
/** Lines made ahead of the one that plays or is waited for, across the ends of texts. */
export const channelLinesAhead = 2;
/** Opus frames of silence before a first word: a client's jitter buffer swallows what comes before it has settled. */
export const leadInFrames = 5;
/** From asking for a channel to being connected there. */
export const voiceReadyMs = 15_000;
/** From being connected to being able to encrypt; then Herald speaks anyway. */
export const daveReadyMs = 3_000;
/** From making itself a speaker of a stage to the voice state that says so. */
export const stageTakenMs = 3_000;
/** After close code 4014: the voice state that says where Herald is now comes within this. */
export const voiceStateMs = 5_000;
/** After a voice server was taken away, or while the gateway is away. */
export const voiceServerMs = 30_000;
/** Connections opened anew within {@link reopenWindowMs}: more are a door that doesn't stay open. */
export const reopenMax = 5;
export const reopenWindowMs = 120_000;
export const reopenBackoffBaseMs = 250;
export const reopenBackoffMaxMs = 8_000;
/** Discord says within this that Herald has left; a next join waits for it. */
export const leaveMs = 2_000;
/** With nobody but bots in the channel. Guilds may set another time. */
export const aloneMs = 60_000;
/** With nothing said. Guilds may set another time. */
export const idleMs = 10 * 60_000;
/** A start this soon after a stop goes back to where Herald was. */
export const restoreMaxAgeMs = 5 * 60_000;

// Discord.
/** Discord's own limit of a string option. */
export const textMaxCharacters = 6_000;
/** The interaction's token lives 15 minutes; the rest is for the upload and the answer. */
export const sayDeadlineMs = 12 * 60_000;
/** Edits of one message are limited to 5 in 5 s: progress is shown at most this often. */
export const progressEveryMs = 2_000;
/** Herald is no way around moderation of text: of what was spoken, this much is shown. */
export const shownTextMaxCharacters = 100;

// Abuse.
export const textsPerMinutePerMember = 10;

// Credit.
/** Longer than any code of any service of the family: what is longer is no code. */
export const codeMaxCharacters = 200;
/** A topup is one transaction on the other side; after this long its answer counts as lost. */
export const topupTimeoutMs = 30_000;
/** Connections tried for one topup: only one that failed before anything was sent is followed by another. */
export const topupConnections = 3;
export const topupBackoffMs = 500;
/** A balance is only shown: nobody waits long for it. */
export const balanceTimeoutMs = 8_000;
export const balanceMaxAgeMs = 60_000;
/** Services of the family allow 20 requests in 20 minutes an address on these routes; the rest is for a person at the same address. */
export const limitedRequests = 18;
export const limitedWindowMs = 20 * 60_000;
/** One guild must not use up what all guilds share; nor may showing balances. */
export const limitedRequestsPerGuild = 6;
/** A wait that a service asks for is believed up to this. */
export const limitedWaitMaxMs = 24 * 60 * 60_000;
export const redemptionsPerMember = 5;
export const redemptionWindowMs = 10 * 60_000;
/** Three codes in a row that are none: that is guessing. */
export const refusalsInRow = 3;
export const refusalWaitMs = 60 * 60_000;
/** How long the journal knows a member again for pacing, also after it forgot who that was. */
export const memberTraceMs = 24 * 60 * 60_000;
