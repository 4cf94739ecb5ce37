import { readFileSync } from "node:fs";
import { Recent } from "@herald/common/recent.ts";
import { foldSearched } from "../shared/fold-searched.ts";

/** What CLDR knows about time zones and Node doesn't, written by `scripts/write-time-zones.ts`. */
export interface ZoneNames {
	/** The current ids, by the older ids that Node lists. */
	readonly renamed: Readonly<Record<string, string>>;
	/** The region codes of a zone, separated by spaces, by the zone's current id. */
	readonly regions: Readonly<Record<string, string>>;
	/** The names of zones' cities by language and current id, if a name isn't part of the id. */
	readonly cities: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const zoneNamesFile = new URL("time-zones.json", import.meta.url);

let zoneNames: ZoneNames | undefined;

const listed: readonly string[] = Intl.supportedValuesOf("timeZone");
interface Zone {
	/** The current IANA id. */
	readonly id: string;
	/** The city and countries in the member's language. */
	readonly city: string;
	readonly countries: readonly string[];
	/** The names of the city (`cities`), and all names by which the zone is found (`names`), folded by {@link foldSearched}. */
	readonly cities: readonly string[];
	readonly names: readonly string[];
}

const listZones = (language: string): readonly Zone[] => {
	zoneNames ??= JSON.parse(readFileSync(zoneNamesFile, "utf8")) as ZoneNames;
	const { renamed, regions, cities } = zoneNames;
	const [here, english] = [language, "en"].map(
		(each) => new Intl.DisplayNames([each], { type: "region", fallback: "none" }),
	);
	return ["UTC", ...listed].map((older) => {
		const id = renamed[older] ?? older;
		const own = (id.split("/").at(-1) ?? id).replaceAll("_", " ");
		const city = cities[language]?.[id] ?? own;
		const codes = regions[id]?.split(" ") ?? [];
		const countries = codes.flatMap((code) => here?.of(code) ?? []);
		const folded = [city, cities.en?.[id] ?? own, own].map(foldSearched);
		const others = [id, older, ...countries, ...codes.flatMap((code) => english?.of(code) ?? [])];
		return { id, city, countries, cities: folded, names: [...folded, ...others.map(foldSearched)] };
	});
};

/** The zones, by language. They are cached, since listing them takes a few ms. */
const zones = new Recent<readonly Zone[]>(10);

/**
 * Ranks zones whose city begins with the typed text first, then zones with another name that begins so, then the rest.
 */
const rank = (zone: Zone, typed: string): number =>
	[zone.cities, zone.names, []].findIndex(
		(names, at) => at === 2 || names.some((name) => name.startsWith(typed)),
	);

/**
 * @param typed - part of a city's or country's name, in the locale's language or in English, or of an id
 * @returns the matching zones, the likeliest first, each with its current IANA id and its city and country
 */
export const searchTimeZones = (
	typed: string,
	locale: string,
): { readonly id: string; readonly name: string }[] => {
	const language = locale.split("-", 1)[0] ?? "en";
	const folded = foldSearched(typed);
	return zones
		.get(language, () => listZones(language))
		.filter(({ names }) => names.some((name) => name.includes(folded)))
		.toSorted((a, b) => rank(a, folded) - rank(b, folded))
		.map(({ id, city, countries: [country] }) => ({
			id,
			name: country === undefined || country === city ? city : `${city}, ${country}`,
		}));
};
