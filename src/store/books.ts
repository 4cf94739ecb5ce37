/** A long text that is being spoken, or that a member is still asked about. */
export interface BookRow {
	readonly id: string;
	readonly guildId: string;
	/** Whose it is. */
	readonly userId: string;
	/** When it is erased at the latest, in ms since the epoch. */
	readonly until: number;
	/** Encrypted: only this bot can read it. */
	readonly sealed: Uint8Array;
	/** JSON, without words. */
	readonly progress: string;
}

/** The long texts that are taken up again after a restart. */
export interface KeptBooks {
	keep(row: BookRow): Promise<void>;
	/** @returns false, and changes nothing, where it was erased in the meantime */
	note(id: string, change: Pick<BookRow, "progress"> & Partial<Pick<BookRow, "until">>): Promise<boolean>;
	find(id: string): Promise<BookRow | undefined>;
	erase(id: string): Promise<void>;
	/** @returns all of this process's guilds */
	list(): Promise<BookRow[]>;
	/** Erases those that were to be erased before a time. @returns how many there were */
	eraseBefore(time: number): Promise<number>;
}
