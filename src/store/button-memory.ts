/** What buttons need to work after a restart. */
export interface ButtonRow {
	readonly id: string;
	/** A text that can be said again, or a message whose buttons are to be removed. */
	readonly kind: "text" | "message";
	readonly guildId: string;
	/** Whose buttons they are. */
	readonly userId: string;
	/** In ms since the epoch. */
	readonly until: number;
	/** Encrypted: only this bot can read it. */
	readonly sealed: Uint8Array;
}

/** What buttons need, for as long as they work. */
export interface ButtonMemory {
	keep(row: ButtonRow): Promise<void>;
	erase(id: string): Promise<void>;
	/** @returns what is kept of a kind, oldest first */
	list(kind: ButtonRow["kind"]): Promise<ButtonRow[]>;
}
