/** A command to try, with values already filled in by option name. */
export interface FirstStep {
	readonly command: string;
	readonly values: Readonly<Record<string, string>>;
	/** True to send it at once, without asking for more. */
	readonly atOnce?: boolean;
}
