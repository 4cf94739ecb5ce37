import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a run left behind, and the secrets that must not be in it. */
export interface Traces {
	/** The keys and tokens that were used. Those of fewer than eight characters are ignored. */
	readonly secrets: readonly string[];
	readonly logs: unknown;
	/** The folder whose databases are searched. */
	readonly dataDir: string;
	/** The answers that everybody can read. */
	readonly publicAnswers: unknown;
}

const shortest = 8;
/** A redemption code of Herald's own service, in upper or lower case. */
const codeShape = /HRLD(?:-[0-9A-Z*~$=]{1,4}){8}/gi;

/** @returns for each secret or redemption code that was found, the place and the first eight characters */
export const findSecrets = ({ secrets, logs, dataDir, publicAnswers }: Traces): string[] => {
	const databases = readdirSync(dataDir)
		.filter((file) => /\.db(-wal)?$/.test(file))
		.map((file) => [file, readFileSync(join(dataDir, file), "latin1")] as const);
	const places = [
		["the log", JSON.stringify(logs)],
		["public answers", JSON.stringify(publicAnswers)],
		...databases,
	] as const;
	// Each secret once: an interaction's token is in the list once for each of its requests.
	const searched = [...new Set(secrets)].filter((secret) => secret.length >= shortest);
	return places.flatMap(([place, text]) =>
		[...searched.filter((secret) => text.includes(secret)), ...(text.match(codeShape) ?? [])].map(
			(secret) => `${place}: ${secret.slice(0, shortest)}…`,
		),
	);
};
