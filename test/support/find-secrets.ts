import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a run left behind, and what must not be in it. */
export interface Traces {
	/** The keys and tokens used; too short ones are left out. */
	readonly secrets: readonly string[];
	readonly logs: unknown;
	/** Its databases are searched. */
	readonly dataDir: string;
	/** What everybody can read. */
	readonly publicAnswers: unknown;
}

const shortest = 8;
/** A redemption code of Herald's own service, in any case. */
const codeShape = /HRLD(?:-[0-9A-Z*~$=]{1,4}){8}/gi;

/** @returns where a secret was found, with its first characters; empty if all is well */
export const findSecrets = ({ secrets, logs, dataDir, publicAnswers }: Traces): string[] => {
	const databases = readdirSync(dataDir)
		.filter((file) => /\.db(-wal)?$/.test(file))
		.map((file) => [file, readFileSync(join(dataDir, file), "latin1")] as const);
	const places = [
		["the log", JSON.stringify(logs)],
		["public answers", JSON.stringify(publicAnswers)],
		...databases,
	] as const;
	// An interaction's token is given once for each of its requests.
	const searched = [...new Set(secrets)].filter((secret) => secret.length >= shortest);
	return places.flatMap(([place, text]) =>
		[...searched.filter((secret) => text.includes(secret)), ...(text.match(codeShape) ?? [])].map(
			(secret) => `${place}: ${secret.slice(0, shortest)}…`,
		),
	);
};
