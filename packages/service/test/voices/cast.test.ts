import { prebuiltVoices } from "@herald/common/wire/voices.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cast, completeCast, giveName, makeRoom } from "../../src/voices/cast.ts";
import {
	castNames,
	findName,
	type InstalledVoice,
	type PrebuiltVoiceName,
	type Sex,
	sexOf,
} from "../../src/voices/voice.ts";

const makeVoice = (name: string, sexes: readonly Sex[], languages = ["en-US"]): InstalledVoice => ({
	name,
	folder: `/voices/${name}`,
	kind: "vits",
	files: {},
	languages,
	sampleRate: 22_050,
	speakers: sexes.map((sex, id) => ({ id, sex, pitchHz: sex === "f" ? 200 : 110 })),
	bytes: 1,
	fingerprint: name,
});

const sexes = fc.array(fc.constantFrom<Sex>("f", "m"), { minLength: 1, maxLength: 60 });
const someVoices = fc
	.array(sexes, { minLength: 1, maxLength: 6 })
	.map((list) => list.map((speakers, i) => makeVoice(`voice-${i}`, speakers)));
/** @returns the speakers of this sex, as "voice:id" */
const speakersOf = (voices: readonly InstalledVoice[], sex: Sex) =>
	voices.flatMap(({ name, speakers }) =>
		speakers.filter((speaker) => speaker.sex === sex).map(({ id }) => `${name}:${id}`),
	);
const namesOf = (sex: Sex) => castNames.filter((name) => sexOf(name) === sex);
const speakerOf = (cast: Cast, name: PrebuiltVoiceName) => `${cast[name]?.voice}:${cast[name]?.speaker}`;
const countEach = (speakers: readonly string[], given: readonly string[]) =>
	speakers.map((speaker) => given.filter((one) => one === speaker).length);
const sounds = (cast: Cast) => Object.values(cast).map((role) => JSON.stringify(role));

test("there are exactly the thirty names that members read in the list, of the same sexes", () => {
	const listed = prebuiltVoices.map(({ name, sex }) => `${name} ${sex?.[0]}`);
	expect(castNames.map((name) => `${name} ${sexOf(name)}`).sort()).toEqual(listed.sort());
	expect([findName("kORE"), findName("constructor")]).toEqual(["Kore", undefined]);
});

test("thirty names sound in thirty ways, each spoken by its sex wherever the language has one, and by all of them alike", () => {
	fc.assert(
		fc.property(someVoices, (voices) => {
			const cast = completeCast(voices, "en", {});
			expect(Object.keys(cast).sort()).toEqual([...castNames].sort());
			expect(new Set(sounds(cast)).size).toBe(30);
			for (const { pitch, pace } of Object.values(cast)) {
				expect(Math.abs(Math.log2(pitch))).toBeLessThan(0.4);
				expect(Math.abs(pace - 1)).toBeLessThan(0.16);
			}
			for (const sex of ["f", "m"] as const) {
				const speakers = speakersOf(voices, sex);
				if (speakers.length === 0) continue;
				const given = namesOf(sex).map((name) => speakerOf(cast, name));
				expect(speakers).toEqual(expect.arrayContaining(given));
				const counts = countEach(speakers, given);
				expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
			}
		}),
	);
});

test("a voice that is added gets its share of its sexes' names, and others keep their first ones", () => {
	fc.assert(
		fc.property(someVoices, sexes, (before, speakers) => {
			const added = makeVoice("added", speakers);
			const voices = [...before, added];
			const first = completeCast(before, "en", {});
			const then = completeCast(voices, "en", makeRoom(voices, "en", first, "added"));
			expect(new Set(sounds(then)).size).toBe(30);
			for (const sex of ["f", "m"] as const) {
				const [names, ofSex] = [namesOf(sex), speakersOf(voices, sex)];
				if (!speakers.includes(sex)) {
					for (const name of names) expect(then[name]).toEqual(first[name]);
					continue;
				}
				const counts = countEach(
					ofSex,
					names.map((name) => speakerOf(then, name)),
				);
				expect(Math.max(...counts)).toBeLessThanOrEqual(Math.ceil(names.length / ofSex.length));
				// A speaker's first name is the one that it keeps.
				const roles = names.map((name) => speakerOf(first, name));
				for (const [n, name] of names.entries())
					if (roles.indexOf(roles[n] as string) === n && ofSex.includes(roles[n] as string))
						expect(then[name]).toEqual(first[name]);
			}
		}),
	);
});

test("voices that are merely there change no name, and removing them again brings the first cast back", () => {
	fc.assert(
		fc.property(someVoices, someVoices, (before, more) => {
			const added = more.map((voice) => ({ ...voice, name: `more-${voice.name}` }));
			const first = completeCast(before, "en", {});
			const then = completeCast([...before, ...added], "en", first);
			expect(then).toEqual(first);
			expect(completeCast(before, "en", then)).toEqual(first);
		}),
	);
});

test("a removed voice's names go to the others, and only those", () => {
	fc.assert(
		fc.property(someVoices, fc.nat(), (voices, pick) => {
			const gone = voices[pick % voices.length]?.name;
			const rest = voices.filter(({ name }) => name !== gone);
			const first = completeCast(voices, "en", {});
			const then = completeCast(rest, "en", first);
			if (rest.length === 0) {
				expect(then).toEqual({});
				return;
			}
			for (const name of castNames) {
				if (first[name]?.voice === gone) expect(then[name]?.voice).not.toBe(gone);
				else expect(then[name]).toEqual(first[name]);
			}
			expect(new Set(sounds(then)).size).toBe(30);
		}),
	);
});

test("a name given by hand sounds as itself, unless its speaker has other names", () => {
	const voices = [makeVoice("anna", ["f"]), makeVoice("many", Array<Sex>(40).fill("f"))];
	const cast = completeCast(voices, "en", {});
	const many = voices[1] as InstalledVoice;
	expect(giveName(cast, "Kore", many, { id: 39, sex: "f", pitchHz: 0 })).toEqual({
		voice: "many",
		speaker: 39,
		pitch: 1,
		pace: 1,
	});
	const shared = giveName(cast, "Kore", many, { id: 0, sex: "f", pitchHz: 0 });
	expect(Object.values(cast)).not.toContainEqual(shared);
});

test("a speaker of one language speaks no other, though the model does", () => {
	const voice = makeVoice("kokoro", ["f", "m", "f"], ["en-US", "es"]);
	const [american, ...others] = voice.speakers;
	const spanish = { id: 3, sex: "f", pitchHz: 200, languages: ["es"] } as const;
	const speakers = [
		{ ...(american as (typeof voice.speakers)[0]), languages: ["en-US"] },
		...others,
		spanish,
	];
	const cast = (language: string) =>
		new Set(
			Object.values(completeCast([{ ...voice, speakers }], language, {})).map(({ speaker }) => speaker),
		);
	expect(cast("en")).toEqual(new Set([0, 1, 2]));
	expect(cast("es")).toEqual(new Set([1, 2, 3]));
	expect(cast("de")).toEqual(new Set());
});
