import type { checkVoices } from "../voices/cast.ts";
import type { ReassignedName } from "../voices/change-voices.ts";
import { castNames, type Speaker, sexOf, type VoiceRecord, type VoicesFile } from "../voices/voice.ts";

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });
const listOf = new Intl.ListFormat("en", { type: "conjunction" });
const megabyte = 1024 * 1024;

/** @returns the languages' names, each with its tag if that has a region: "English (en-US) and German" */
export const describeLanguages = (tags: readonly string[]): string =>
	listOf.format(
		tags.map((tag) => {
			const [base = tag] = tag.split(/[-_]/);
			const name = languageNames.of(base);
			return name === base || tag === base ? (name ?? tag) : `${name} (${tag.replace("_", "-")})`;
		}),
	);

/** @returns one speaker's sex and pitch ("a man's voice (121 Hz)"), or counts ("2 women's and 9 men's voices") */
export const describeSpeakers = (speakers: readonly Speaker[]): string => {
	const [only, ...others] = speakers;
	if (only && others.length === 0) {
		const pitch = only.pitchHz > 0 ? ` (${only.pitchHz} Hz)` : "";
		return `a ${only.sex === "f" ? "woman's" : "man's"} voice${pitch}`;
	}
	const women = speakers.filter(({ sex }) => sex === "f").length;
	const men = speakers.length - women;
	const parts = [women > 0 && `${women} women's`, men > 0 && `${men} men's`].filter(Boolean);
	return `${parts.join(" and ")} voices`;
};

const countSexes = ({ speakers }: VoiceRecord): string => {
	const [only, ...others] = speakers;
	if (only && others.length === 0) return only.pitchHz > 0 ? `${only.sex}, ${only.pitchHz} Hz` : only.sex;
	const women = speakers.filter(({ sex }) => sex === "f").length;
	return `${women} f, ${speakers.length - women} m`;
};

export const listVoices = (
	{ voices, cast }: VoicesFile,
	{ damaged }: Pick<Awaited<ReturnType<typeof checkVoices>>, "damaged">,
) => ({
	columns: ["voice", "kind", "languages", "speakers", "names", "megabytes", "state"],
	rows: voices.map((voice) => ({
		voice: voice.name,
		kind: voice.kind,
		languages: voice.languages.join(" "),
		speakers: countSexes(voice),
		names: Object.entries(cast)
			.flatMap(([language, roles]) => {
				const { length } = Object.values(roles).filter((role) => role.voice === voice.name);
				return length > 0 ? `${language} ${length}` : [];
			})
			.join(", "),
		megabytes: Math.ceil(voice.bytes / megabyte),
		state: damaged.find(({ name }) => name === voice.name)?.why ?? "good",
	})),
});

export const listNames = ({ cast }: VoicesFile) => ({
	columns: ["language", "name", "sex", "voice", "speaker", "pitch", "pace"],
	rows: Object.entries(cast).flatMap(([language, roles]) =>
		castNames.flatMap((name) => {
			const role = roles[name];
			return role ? [{ language, name, sex: sexOf(name), ...role }] : [];
		}),
	),
});

/** @returns a sentence for each language in which names have new speakers, or none any more */
export const describeMoved = (moved: readonly ReassignedName[]): string[] =>
	[...Map.groupBy(moved, ({ language }) => language)].map(([language, names]) => {
		const where = describeLanguages([language]);
		const others = [...new Set(names.flatMap(({ voice }) => voice ?? []))];
		const whose = names.length === 30 ? "all thirty names" : listOf.format(names.map(({ name }) => name));
		return others.length > 0
			? `In ${where}, ${listOf.format(others)} now ${others.length > 1 ? "speak" : "speaks"} for ${whose}.`
			: `No natural voice speaks ${where} any more.`;
	});
