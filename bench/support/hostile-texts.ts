/** Each is repeated to a text's length. */
const parts = [
	..."a _ * [ | ` < \u0301 \u3164 \u200b 한 ﷺ 🇦 \u1100 \ud800 . - : 一".split(" "),
	...["a ", "_a_b", "_*a", "[a](http://a", "||a", "``a", "<@1>", "<t:1:F>", "http://a?b=("],
	...["\u0301\u0345", "a\u0315\u0300\u05ae\u0301", "👩\u200d", "1\ufe0f\u20e3", "\n", "\n> ", "A. ", "@="],
	...["Kore: ", "Kore:x\n", "xX_", "_.-", "ก", "a\u200d", "U.S.", "1. ", "\u05b0\u05bc", "||a|| "],
	...[
		"㌖",
		"😀",
		"😀 ",
		"<:a:1>",
		"Al: a\nBo: b\n",
		"姫：a\n猫：b\n",
		"姫：<t:1:F>😀\n猫：<t:1:F>😀\n",
		"a, b; ",
		"a\n\n",
		"# a\n",
	],
	// As a hostile server's dictionary has them.
	..."一二 三 四 五 六 七 八".split(" "),
];

/** Texts that were or may be slow to read, by what they are: of a length in UTF-16 code units. */
export const hostileTexts: readonly (readonly [string, (length: number) => string])[] = [
	...parts.map((part) => [JSON.stringify(part), (n: number) => part.repeat(n).slice(0, n)] as const),
	["marks in another order", (n) => `a${"\u0301".repeat(n / 2)}${"\u0316".repeat(n / 2)}`.slice(0, n)],
	["a name in brackets", (n) => `x${"_".repeat(n)}`.slice(0, n - 1).concat("y")],
	[
		"runs of all lengths",
		(n) =>
			Array.from({ length: 150 }, (_, k) => `${"`".repeat(k)}a`)
				.join("")
				.slice(0, n),
	],
];
