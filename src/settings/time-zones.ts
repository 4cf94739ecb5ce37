import { readFileSync } from "node:fs";
import { Recent } from "@herald/common/recent.ts";

/** What CLDR knows of time zones that Node doesn't tell, as `scripts/write-time-zones.ts` writes it. */
export interface ZoneNames {
	/** Ids of today, by the older ones that Node lists. */
	readonly renamed: Readonly<Record<string, string>>;
	/** The codes of the regions that a zone is used in, by its id of today. */
	readonly regions: Readonly<Record<string, string>>;
	/** By language and id of today, what a zone's city is called, where that isn't in its id. */
	readonly cities: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const zoneNamesFile = new URL("time-zones.json", import.meta.url);

let zoneNames: ZoneNames | undefined;
const loadNames = (): ZoneNames => {
	zoneNames ??= JSON.parse(readFileSync(zoneNamesFile, "utf8")) as ZoneNames;
	return zoneNames;
};

const listed: readonly string[] = Intl.supportedValuesOf("timeZone");
interface Zone {
	/** IANA's, of today. */
	readonly id: string;
	/** Its city and its countries in a language. */
	readonly city: string;
	readonly countries: readonly string[];
	/** Its city by all names, and all that it is found by, as {@link fold} has them. */
	readonly cities: readonly string[];
	readonly names: readonly string[];
}

const fold = (text: string): string =>
	text
		.normalize("NFKD")
		.replace(/[\p{M}\p{P}\s]+/gu, "")
		.toLowerCase();

const listZones = (language: string): readonly Zone[] => {
	const { renamed, regions, cities } = loadNames();
	const [here, english] = [language, "en"].map(
		(each) => new Intl.DisplayNames([each], { type: "region", fallback: "none" }),
	);
	return ["UTC", ...listed].map((older) => {
		const id = renamed[older] ?? older;
		const own = (id.split("/").at(-1) ?? id).replaceAll("_", " ");
		const city = cities[language]?.[id] ?? own;
		const codes = regions[id]?.split(" ") ?? [];
		const countries = codes.flatMap((code) => here?.of(code) ?? []);
		const folded = [city, cities.en?.[id] ?? own, own].map(fold);
		const others = [id, older, ...countries, ...codes.flatMap((code) => english?.of(code) ?? [])];
		return { id, city, countries, cities: folded, names: [...folded, ...others.map(fold)] };
	});
};

/** By language: each takes a few ms. */
const zones = new Recent<readonly Zone[]>(10);

/** What is found first: a city that begins as typed, then a country, then all else. */
const rank = (zone: Zone, typed: string): number =>
	[zone.cities, zone.names, []].findIndex(
		(names, at) => at === 2 || names.some((name) => name.startsWith(typed)),
	);

/**
 * @param typed - the beginning or another part of a city's or country's name in a locale or in English, or of an id
 * @returns the zones that may be meant, the likeliest first: IANA's ids of today, and each as its city and country
 */
export const searchTimeZones = (
	typed: string,
	locale: string,
): { readonly id: string; readonly name: string }[] => {
	const language = locale.split("-", 1)[0] ?? "en";
	const folded = fold(typed);
	return zones
		.get(language, () => listZones(language))
		.filter(({ names }) => names.some((name) => name.includes(folded)))
		.toSorted((a, b) => rank(a, folded) - rank(b, folded))
		.map(({ id, city, countries: [country] }) => ({
			id,
			name: country === undefined || country === city ? city : `${city}, ${country}`,
		}));
};
