/** CLDR's rules that spell numbers (UTS #35, part 3: rule-based number formatting), as far as the languages here use them. */

/** As in the package `cldr-rbnf`: each set is pairs of a base and a body, in the order of their bases. */
export type RuleSets = Readonly<Record<string, unknown>>;

interface Rule {
	readonly base: number;
	/** What the number is divided by for the parts before and behind the rule's word. */
	readonly divisor: number;
	readonly body: string;
}

/** Spells a whole number of at least 0, below {@link spelledMax}, by a set of rules. */
export type Spell = (set: string, value: number) => string;

/** Smaller numbers are the commonest, and spelled once. */
const keptMax = 100;
/** From here on, CLDR has digits. */
export const spelledMax = 1e15;

const readRule = ([key, body]: readonly [string, string]): Rule[] => {
	const [base = "", radix = "10"] = key.split("/");
	// Rules for fractions, negative numbers and infinity have names.
	if (!/^\d+$/.test(base)) return [];
	const power = Number(base) === 0 ? 0 : Math.floor(Math.log(Number(base)) / Math.log(Number(radix)) + 1e-9);
	return [
		{ base: Number(base), divisor: Number(radix) ** power, body: body.replace(/;$/, "").replaceAll("'", "") },
	];
};

/** @param forms - such as "one{milhão}other{milhões}" */
const chooseForm = (forms: string, plural: string): string => {
	const all = new Map([...forms.matchAll(/(\w+)\{([^}]*)\}/g)].map(([, name, form]) => [name, form]));
	return all.get(plural) ?? all.get("other") ?? "";
};

/**
 * A part that is left out where nothing is behind the rule's word; a word by the plural of what is before it; or a
 * substitution, by the same set or another.
 */
const part = /\[([^\]]*)\]|\$\(cardinal,([^)]*)\)\$|([←→=])(%[\w%-]+)?\3/g;

/** @returns what spells by these sets of a language */
export const makeSpell = (sets: RuleSets, language: string): Spell => {
	const plural = new Intl.PluralRules(language);
	const known = new Map<string, readonly Rule[]>();
	const rulesOf = (set: string): readonly Rule[] => {
		const rules = known.get(set) ?? (sets[set] as [string, string][]).flatMap(readRule);
		known.set(set, rules);
		return rules;
	};
	const kept = new Map<string, string>();
	const spell: Spell = (set, value) => {
		if (value >= keptMax) return spellAnew(set, value);
		const key = `${set} ${value}`;
		const words = kept.get(key) ?? spellAnew(set, value);
		kept.set(key, words);
		return words;
	};
	const spellAnew: Spell = (set, value) => {
		const rules = rulesOf(set);
		const at = rules.findLastIndex(({ base }) => base <= value);
		const found = rules[at];
		if (!found) throw new RangeError(`CLDR has no rule for ${value} in ${set}`);
		const isEven = value % found.divisor === 0;
		// One for numbers in between doesn't say a hundred that nothing follows.
		const isSkipped = isEven && found.base % found.divisor !== 0 && /←.*→/.test(found.body);
		const { divisor, body } = (isSkipped && rules[at - 1]) || found;
		const write = (text: string): string =>
			text.replace(part, (_, optional?: string, forms?: string, mark?: string, other = set) => {
				if (optional !== undefined) return isEven ? "" : write(optional);
				const before = Math.floor(value / divisor);
				if (forms !== undefined) return chooseForm(forms, plural.select(before));
				return spell(other, mark === "=" ? value : mark === "←" ? before : value % divisor);
			});
		// Soft hyphens are between the parts of German words.
		return write(body).replaceAll("\u00ad", "");
	};
	return spell;
};
