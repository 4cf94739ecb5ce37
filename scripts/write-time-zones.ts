/** `npm run time-zones -- FOLDER`: writes the names of time zones' cities in Herald's languages. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { offerHelp } from "@herald/common/process/command-line.ts";
import { type ZoneNames, zoneNamesFile } from "../src/settings/time-zones.ts";
import { textLanguages } from "../src/texts/index.ts";

const usage = `Write what the cities of time zones are called, and which ids are new, from CLDR's data.

  npm run time-zones -- FOLDER
      FOLDER is "node_modules" with the npm packages cldr-dates-full and cldr-bcp47 in it.
`;

const refuse = (sentence: string): never => {
	process.stderr.write(sentence);
	process.exit(2);
};

offerHelp(usage);
const folder = process.argv[2] ?? refuse(`Name the folder that holds CLDR's packages.\n\n${usage}`);
const aliases = join(folder, "cldr-bcp47/bcp47/timezone.json");
if (!existsSync(aliases)) refuse(`${folder} doesn't hold CLDR's packages: there is no ${aliases}.\n`);
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

const listed = new Set(Intl.supportedValuesOf("timeZone"));
const kinds: readonly { readonly _alias?: string; readonly _iana?: string }[] = Object.values(
	readJson(aliases).keyword.u.tz,
);
const renamed = kinds.flatMap(({ _alias: alias = "", _iana: today }) => {
	const older = alias.split(" ").find((id) => listed.has(id));
	return older === undefined || today === undefined || older === today ? [] : [[older, today] as const];
});
const today = new Map(renamed);

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Pairs of a zone and a country, for all codes of countries. `Intl.Locale` replaces outdated codes. */
const regions = letters
	.flatMap((first) => letters.map((second) => new Intl.Locale(`und-${first}${second}`)))
	.flatMap((locale) =>
		(locale.getTimeZones() ?? []).map((id) => [today.get(id) ?? id, locale.region] as const),
	);
const byZone = Map.groupBy(regions, ([id]) => id);

/** CLDR nests zones by the parts of their ids. */
const readCities = (zones: Readonly<Record<string, unknown>>, path: string): (readonly [string, string])[] =>
	Object.entries(zones).flatMap(([part, zone]) => {
		const id = path === "" ? part : `${path}/${part}`;
		const { exemplarCity: city } = zone as { readonly exemplarCity?: string };
		if (city !== undefined) return [[today.get(id) ?? id, city] as const];
		return typeof zone === "object" && zone !== null ? readCities(zone as Record<string, unknown>, id) : [];
	});

const citiesOf = (language: string): Readonly<Record<string, string>> => {
	const file = readJson(join(folder, "cldr-dates-full/main", language, "timeZoneNames.json"));
	const cities = readCities(file.main[language].dates.timeZoneNames.zone, "");
	const differ = cities.filter(([id, city]) => city !== id.split("/").at(-1)?.replaceAll("_", " "));
	return Object.fromEntries(differ.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

const languages = textLanguages.map((locale) => locale.split("-", 1)[0] ?? "").toSorted();
const names: ZoneNames = {
	renamed: Object.fromEntries(renamed.toSorted(([a], [b]) => (a < b ? -1 : 1))),
	regions: Object.fromEntries(
		[...byZone].map(([id, found]) => [id, [...new Set(found.map(([, region]) => region))].join(" ")]),
	),
	cities: Object.fromEntries(languages.map((language) => [language, citiesOf(language)])),
};
writeFileSync(zoneNamesFile, `${JSON.stringify(names)}\n`);
