import { de } from "./de.ts";
import { en } from "./en.ts";

type Key = keyof typeof en;
type Placeholders<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type Params<K extends Key> = Readonly<Record<Placeholders<(typeof en)[K]>, string | number>>;

/** Says a sentence in one language: `t("say.progress", { done: 1, total: 3 })`. */
export type Translate = <K extends Key>(
	key: K,
	...params: Placeholders<(typeof en)[K]> extends never ? [] : [Params<K>]
) => string;

const languages: Readonly<Record<string, Readonly<Record<Key, string>>>> = { en, de };

/** @returns the sentences of a member's locale ("de", "en-GB"), English where there is no such language */
export const textsFor = (locale: string): Translate => {
	const sentences = languages[locale.split("-")[0] ?? ""] ?? en;
	return (key, ...[params]) =>
		sentences[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
			String((params as Readonly<Record<string, string | number>> | undefined)?.[name] ?? whole),
		);
};
