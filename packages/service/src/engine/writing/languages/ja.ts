import type { LanguageData } from "../language.ts";

const sayTime = ({ hours, minutes }: { hours: number; minutes: number }): string =>
	`${hours}時${minutes === 0 ? "" : `${minutes}分`}`;

const digitNames = ["ゼロ", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"];
const sayDigits = (digits: string): string => [...digits].map((digit) => digitNames[Number(digit)]).join("");

/** Numbers stay in digits: a Japanese voice needs them to tell whether "10分" means ten minutes or "enough". */
export const japanese: LanguageData = {
	tag: "ja",
	hasNoSpaces: true,
	point: ".",
	minus: "マイナス",
	plus: "プラス",
	times: "かける",
	over: "わる",
	equals: "は",
	to: "から",
	score: "対",
	by: "かける",
	often: ["1倍", "倍"],
	number: "ナンバー",
	numberSigns: "No\\.|№|＃",
	andFraction: "と",
	fractions: (numerator, denominator) => `${denominator}分の${numerator}`,
	allDay: "24時間365日",
	version: "バージョン",
	money: {
		"¥": { one: "円", many: "円" },
		"￥": { one: "円", many: "円" },
		JPY: { one: "円", many: "円" },
		$: { one: "ドル", many: "ドル" },
		USD: { one: "ドル", many: "ドル" },
		"€": { one: "ユーロ", many: "ユーロ" },
		EUR: { one: "ユーロ", many: "ユーロ" },
		"£": { one: "ポンド", many: "ポンド" },
		"₩": { one: "ウォン", many: "ウォン" },
	},
	sayMoney: (units) => units,
	marks: { "~": "約" },
	andCentimeters: "",
	magnitudes: { k: 1000, 万: ["万", "万"], 億: ["億", "億"] },
	units: {
		"m²": ["平方メートル", "平方メートル"],
		"㎡": ["平方メートル", "平方メートル"],
		"km²": ["平方キロメートル", "平方キロメートル"],
		"m³": ["立方メートル", "立方メートル"],
		"℃": ["度", "度"],
		"％": ["パーセント", "パーセント"],
		"㎞": ["キロメートル", "キロメートル"],
		"㎏": ["キログラム", "キログラム"],
		"㎝": ["センチメートル", "センチメートル"],
		Hz: ["ヘルツ", "ヘルツ"],
		kHz: ["キロヘルツ", "キロヘルツ"],
		MHz: ["メガヘルツ", "メガヘルツ"],
		GHz: ["ギガヘルツ", "ギガヘルツ"],
		W: ["ワット", "ワット"],
		kW: ["キロワット", "キロワット"],
		kWh: ["キロワット時", "キロワット時"],
		mAh: ["ミリアンペア時", "ミリアンペア時"],
		px: ["ピクセル", "ピクセル"],
		Mbps: ["メガビット毎秒", "メガビット毎秒"],
		dB: ["デシベル", "デシベル"],
		mg: ["ミリグラム", "ミリグラム"],
	},
	feminineUnits: new Set(),
	timeMarks: "時",
	sayTime,
	sayDate: (day, month, year) => `${year === undefined ? "" : `${year}年`}${month}月${day}日`,
	abbreviations: {
		"C++": "シープラスプラス",
		"C#": "シーシャープ",
	},
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
