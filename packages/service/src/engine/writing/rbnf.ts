/** CLDR's rules for spelling numbers (UTS #35, part 3: rule-based number formatting), as far as they are used here. */

/**
 * Rule sets as in the package `cldr-rbnf`: each set is a list of pairs of a base and a body, in the order of their
 * bases.
 */
export type RuleSets = Readonly<Record<string, unknown>>;

type SpellNumber = (value: number) => string;

/** Spells a whole number of at least 0, below {@link spelledMax}, by a set of rules. */
export type Spell = (set: string, value: number) => string;

/** The words of numbers below this one are cached, because those numbers are the commonest. */
const smallMax = 100;
/** The first number that stays in digits, as in CLDR. */
export const spelledMax = 1e15;

/** @param forms - a word's forms by plural category: "one{milhão}other{milhões}" */
const readForms = (forms: string): ReadonlyMap<string, string> =>
	new Map([...forms.matchAll(/(\w+)\{([^}]*)\}/g)].map(([, name = "", form = ""]) => [name, form]));

/**
 * Matches a part of a rule's body: a part in brackets, which is left out if the remainder is 0; a word whose form depends
 * on the number before it; or a number that is spelled by a set of rules.
 */
const part = /(\[[^\]]*\]|\$\(cardinal,[^)]*\)\$|[←→=](?:%[\w%-]+)?[←→=])/;

/** @returns a function that spells numbers by a language's rule sets. Each rule is parsed once. */
export const makeSpell = (sets: RuleSets, language: string): Spell => {
	const plural = new Intl.PluralRules(language);
	const readPart = (written: string, set: string, divisor: number): string | SpellNumber => {
		const inner = written.slice(1, -1);
		if (written.startsWith("[")) {
			const say = readBody(inner, set, divisor);
			return (value) => (value % divisor === 0 ? "" : say(value));
		}
		if (written.startsWith("$(")) {
			const forms = readForms(written);
			return (value) => forms.get(plural.select(Math.floor(value / divisor))) ?? forms.get("other") ?? "";
		}
		const other = inner || set;
		if (written.startsWith("=")) return (value) => spell(other, value);
		if (written.startsWith("←")) return (value) => spell(other, Math.floor(value / divisor));
		return written.startsWith("→") ? (value) => spell(other, value % divisor) : written;
	};
	const readBody = (body: string, set: string, divisor: number): SpellNumber => {
		const parts = body.split(part).map((written) => readPart(written, set, divisor));
		return (value) => {
			let words = "";
			for (const each of parts) words += typeof each === "string" ? each : each(value);
			return words;
		};
	};
	const readRule = ([key, written]: readonly [string, string], set: string) => {
		const [base = "", radix = "10"] = key.split("/");
		// Rules for fractions, negative numbers and infinity have names instead of bases, and aren't used.
		if (!/^\d+$/.test(base)) return [];
		const power =
			Number(base) === 0 ? 0 : Math.floor(Math.log(Number(base)) / Math.log(Number(radix)) + 1e-9);
		/** What a number is divided by: the quotient is said before the rule's word, and the remainder after the word. */
		const divisor = Number(radix) ** power;
		// German words have soft hyphens between their parts.
		const body = written.replace(/;$/, "").replaceAll(/['\u00ad]/g, "");
		return [{ base: Number(base), body, divisor, say: readBody(body, set, divisor) }];
	};
	const known = new Map<string, { readonly rules: ReturnType<typeof readRule>; readonly small: string[] }>();
	const read = (set: string) => {
		const rules = (sets[set] as [string, string][]).flatMap((rule) => readRule(rule, set));
		const made = { rules, small: [] };
		known.set(set, made);
		return made;
	};
	const spell: Spell = (set, value) => {
		const { rules, small } = known.get(set) ?? read(set);
		if (value >= smallMax) return spellAnew(set, rules, value);
		small[value] ??= spellAnew(set, rules, value);
		return small[value];
	};
	const spellAnew = (set: string, rules: ReturnType<typeof readRule>, value: number): string => {
		const at = rules.findLastIndex(({ base }) => base <= value);
		const found = rules[at];
		if (!found) throw new RangeError(`CLDR has no rule for ${value} in ${set}`);
		// A rule whose base isn't a multiple of its divisor doesn't fit a round number such as 200. The rule before
		// it does.
		const { base, body, divisor } = found;
		const isSkipped = value % divisor === 0 && base % divisor !== 0 && /←.*→/.test(body);
		return ((isSkipped && rules[at - 1]) || found).say(value);
	};
	return spell;
};
