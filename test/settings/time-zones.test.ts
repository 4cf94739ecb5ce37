import { describe, expect, test } from "vitest";
import { isTimeZone } from "../../src/settings/setting.ts";
import { searchTimeZones } from "../../src/settings/time-zones.ts";

describe("a time zone is found", () => {
	test.each([
		["Kolkata", "en-US", "Asia/Kolkata", "Kolkata, India"],
		["calcutta", "en-US", "Asia/Kolkata", "Kolkata, India"],
		["Kyiv", "en-GB", "Europe/Kyiv", "Kyiv, Ukraine"],
		["kiew", "de", "Europe/Kyiv", "Kiew, Ukraine"],
		["Kathmandu", "en-US", "Asia/Kathmandu", "Kathmandu, Nepal"],
		["ho chi minh", "en-US", "Asia/Ho_Chi_Minh", "Ho Chi Minh City, Vietnam"],
		["Yangon", "en-US", "Asia/Yangon", "Yangon, Myanmar (Burma)"],
		["Kalkutta", "de", "Asia/Kolkata", "Kalkutta, Indien"],
		["Deutschland", "de", "Europe/Berlin", "Berlin, Deutschland"],
		["Inde", "fr", "Asia/Kolkata", "Calcutta, Inde"],
		["londres", "fr", "Europe/London", "Londres, Royaume-Uni"],
		["nueva york", "es-ES", "America/New_York", "Nueva York, Estados Unidos"],
		["mexico", "es-419", "America/Mexico_City", "Ciudad de México, México"],
		["sao paulo", "pt-BR", "America/Sao_Paulo", "São Paulo, Brasil"],
		["toquio", "pt-BR", "Asia/Tokyo", "Tóquio, Japão"],
		["東京", "ja", "Asia/Tokyo", "東京, 日本"],
		["インド", "ja", "Asia/Kolkata", "コルカタ, インド"],
		["India", "ja", "Asia/Kolkata", "コルカタ, インド"],
		["america/new_york", "de", "America/New_York", "New York, Vereinigte Staaten"],
		["utc", "fr", "UTC", "UTC"],
	])("by %s (%s): %s", (typed, locale, id, name) => {
		expect(searchTimeZones(typed, locale)).toContainEqual({ id, name });
		expect(isTimeZone(id)).toBe(true);
	});

	test("by a city that begins with what is typed, before a country", () => {
		expect(searchTimeZones("Inde", "fr").map(({ id }) => id)).toEqual(["Asia/Kolkata", "Australia/Lindeman"]);
		expect(searchTimeZones("pari", "en-US")[0]?.id).toBe("Europe/Paris");
	});

	test("among all that Node lists, each once", () => {
		const ids = searchTimeZones("", "en-US").map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toHaveLength(Intl.supportedValuesOf("timeZone").length + 1);
		expect(ids.filter((id) => !isTimeZone(id))).toEqual([]);
	});
});
