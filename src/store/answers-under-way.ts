/** An answer that a member waits for. */
export interface AnswerRow {
	readonly interactionId: string;
	readonly guildId: string;
	readonly userId: string;
	/** When its interaction's token ends, in ms since the epoch. */
	readonly until: number;
	/** Encrypted: only this bot can read it. */
	readonly sealed: Uint8Array;
}

/** The answers that members wait for, so that they can be told after a crash. */
export interface AnswersUnderWay {
	begin(row: AnswerRow): Promise<void>;
	end(interactionId: string): Promise<void>;
	list(): Promise<AnswerRow[]>;
}
