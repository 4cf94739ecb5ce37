import type { LanguageData } from "../language.ts";
import words from "./ja.json" with { type: "json" };

const sayTime = ({ hours, minutes }: { hours: number; minutes: number }): string =>
	`${hours}時${minutes === 0 ? "" : `${minutes}分`}`;

const digitNames = ["ゼロ", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"];
const sayDigits = (digits: string): string => [...digits].map((digit) => digitNames[Number(digit)]).join("");

/** Numbers stay in digits: a Japanese voice needs them to tell whether "10分" means ten minutes or "enough". */
export const japanese: LanguageData = {
	...words,
	fractions: (numerator, denominator) => `${denominator}分の${numerator}`,
	sayMoney: (units) => units,
	sayTime,
	sayDate: (day, month, year) => `${year === undefined ? "" : `${year}年`}${month}月${day}日`,
	rules: () => [
		[/([０-９]+(?:[：／．，][０-９]+)*％?)/gu, (written) => written?.normalize("NFKC")],
		[/([Ⅰ-Ⅻ])/gu, (numeral = "Ⅰ") => String(numeral.charCodeAt(0) - 0x21_5f)],
		[
			/(?<!\p{N})(〒)?(\+81[- ]?\d{1,3}|0\d{1,4}|(?<=〒)\d{3})-(\d{1,4})(?:-(\d{3,4}))?(?![\p{N}-])/gu,
			(postMark, ...groups) =>
				postMark === undefined && groups[2] === undefined
					? undefined
					: groups
							.flatMap((group) => group?.replace(/\D/g, "") ?? [])
							.map(sayDigits)
							.join("の"),
		],
		[/(?<!\p{N})(0[5789]0\d{8})(?!\p{N})/gu, (digits = "") => sayDigits(digits)],
		// A tilde between two numbers or after a time.
		[
			/[〜～~](?:(?<=\d[^\s\d〜～~]{0,3}[〜～~])(?=[¥￥$]?\d)|(?<=(?:\d[時分日]|\d:\d\d)[〜～]))/gu,
			() => "から",
		],
		[
			/(?<![\p{L}\p{N}])(?:([AaPp])[Mm] ?(\d{1,2})(?::(\d\d))?|(\d{1,2})(?::(\d\d))? ?([AaPp])[Mm])(?![\p{L}\p{N}])/gu,
			(...[first, hours, minutes, otherHours, otherMinutes, last]) => {
				const clock = {
					hours: Number(hours ?? otherHours),
					minutes: Number(minutes ?? otherMinutes ?? 0),
				};
				return `${/a/i.test(first ?? last ?? "") ? "午前" : "午後"}${sayTime(clock)}`;
			},
		],
		[
			/(?<![\p{L}\p{N}/])(\d{1,2})\/(\d{1,2})(?=に|から|[（(][月火水木金土日])/gu,
			(month = "", day = "") => `${Number(month)}月${Number(day)}日`,
		],
		[
			/(?<![\p{L}\p{N}/])(\d{4})\/(\d{1,2})\/(\d{1,2})(?![\p{L}\p{N}/])/gu,
			(year, month = "", day = "") => `${year}年${Number(month)}月${Number(day)}日`,
		],
	],
};
