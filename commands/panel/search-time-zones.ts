import { timeZones } from "../../src/settings/setting.ts";

const fold = (text: string): string =>
	text
		.normalize("NFKD")
		.replace(/[\p{M}\s_]+/gu, "")
		.toLowerCase();

/** @returns the time zones that a query may mean, those of a city that it begins first */
export const searchTimeZones = (query: string): string[] => {
	const typed = fold(query);
	const cityOf = (zone: string) => fold(zone.split("/").at(-1) ?? "");
	const found = [...timeZones].filter((zone) => fold(zone).includes(typed));
	const [first, others] = [true, false].map((begins) =>
		found.filter((zone) => cityOf(zone).startsWith(typed) === begins),
	);
	return [...(first ?? []), ...(others ?? [])];
};
