import type { Sex } from "./voice.ts";

/**
 * The thirty names by sex, in the order in which speakers are given to them: the default first, then names that the
 * service's own list describes as differently as can be, so that a model of a few speakers gives them to those.
 */
const namesBySex = {
	f: [
		"Kore",
		"Zephyr",
		"Sulafat",
		"Leda",
		"Aoede",
		"Gacrux",
		"Vindemiatrix",
		"Laomedeia",
		"Despina",
		"Autonoe",
		"Achernar",
		"Erinome",
		"Callirrhoe",
		"Pulcherrima",
	],
	m: [
		"Puck",
		"Charon",
		"Fenrir",
		"Algenib",
		"Orus",
		"Enceladus",
		"Achird",
		"Iapetus",
		"Umbriel",
		"Sadachbia",
		"Algieba",
		"Sadaltager",
		"Alnilam",
		"Schedar",
		"Rasalgethi",
		"Zubenelgenubi",
	],
} as const satisfies Record<Sex, readonly string[]>;

export type PrebuiltVoiceName = (typeof namesBySex)[Sex][number];

/** All thirty, in the order in which speakers get them. */
export const castNames: readonly PrebuiltVoiceName[] = [...namesBySex.f, ...namesBySex.m];

const byLowerCase = new Map(castNames.map((name) => [name.toLowerCase(), name]));

/** @returns one of the thirty names in its canonical spelling, found in any case */
export const findName = (given: string): PrebuiltVoiceName | undefined =>
	byLowerCase.get(given.toLowerCase());

const female: ReadonlySet<string> = new Set(namesBySex.f);

/** @returns the sex that a name promises */
export const sexOf = (name: PrebuiltVoiceName): Sex => (female.has(name) ? "f" : "m");
