const englishNames = new Intl.DisplayNames("en", { type: "language" });
const listed = new Intl.ListFormat("en");

const hundredMore = "with espeak-ng installed on this machine, it speaks a hundred other languages";

/**
 * @param voices - what is spoken: a fingerprint by base language, which begins with the engine's name where the voices
 *   aren't natural
 * @returns what an operator can still add, in a sentence; undefined when nothing is missing
 */
export const describeMissingVoices = (voices: ReadonlyMap<string, string>): string | undefined => {
	const isBy = (engine: string) => (fingerprint: string) => fingerprint.startsWith(`${engine}-`);
	const natural = [...voices].flatMap(([language, fingerprint]) =>
		isBy("flite")(fingerprint) || isBy("espeak-ng")(fingerprint) ? [] : [language],
	);
	const hasEspeak = [...voices.values()].some(isBy("espeak-ng"));
	const languages = listed.format([...voices.keys()].map((tag) => englishNames.of(tag) ?? tag).sort());
	if (natural.length === 0) {
		const add = "npm run voices adds natural ones";
		return hasEspeak
			? `Herald speaks in the voices of a robot: ${add}`
			: `Herald speaks ${languages} in the voices of a robot: ${add}, and ${hundredMore}`;
	}
	return hasEspeak ? undefined : `Herald speaks ${languages}: ${hundredMore}, in the voices of a robot`;
};
