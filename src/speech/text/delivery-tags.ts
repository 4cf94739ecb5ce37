import type { Dialect } from "@herald/common/wire/models.ts";
import type { Line } from "../line.ts";

/**
 * Delivery tags: `[laughs]`, `[whispers]`, `[pause 2s]`. In a speakable text each is one private-use character.
 * `cleanCharacters` removes a text's own private-use characters, so no rule takes a tag for a word.
 */

interface Tag {
	/** What members may write in the brackets, in Herald's six languages, separated by bars. */
	readonly words: string;
	/** How models write the tag, by their dialect. Some dialects don't have it (docs/interface.md 12). */
	readonly tags?: Readonly<Partial<Record<Dialect, string>>>;
	/** The tag's words for models that take a style as free text. */
	readonly style: string;
	/** Whether the tag applies to the words after it, up to the next such tag or the end of the line. */
	readonly lasts?: true;
}

/** Texts that wait to be spoken are stored with indexes into this list: add new tags at the end. */
const tags: readonly Tag[] = [
	{
		words:
			"laugh|laughs|laughing|laughter|lacht|lachen|lachend|rit|rire|rires|ríe|risa|risas|ri|riso|risos|risada|risadas|笑|笑う|笑い",
		tags: { prompt: "[laughs]", transcript: "<laugh>" },
		style: "laughing",
	},
	{
		words: "sigh|sighs|sighing|seufzt|seufzen|seufzend|seufzer|soupire|soupir|suspira|suspiro|ため息|溜息",
		tags: { prompt: "[sighs]", transcript: "<sigh>" },
		style: "sighing",
	},
	{
		words: "cough|coughs|coughing|hustet|husten|hustend|tousse|toux|tose|tos|tosse|咳|せき",
		tags: { transcript: "<cough>" },
		style: "coughing",
	},
	{
		words:
			"gasp|gasps|gasping|keucht|keuchen|keuchend|schnappt nach luft|halète|halètement|hoquet de surprise|jadea|jadeo|grito ahogado|arfa|arqueja|息をのむ|息を呑む",
		tags: { transcript: "<gasp>" },
		style: "gasping",
	},
	{
		words:
			"whisper|whispers|whispering|flüstert|flüstern|flüsternd|chuchote|chuchoté|susurra|susurro|susurrando|sussurra|sussurro|sussurrando|ささやく|ささやき|囁き|囁く",
		tags: { prompt: "[whispers]" },
		style: "whispering",
		lasts: true,
	},
	{
		words:
			"excited|excitedly|aufgeregt|begeistert|excité|excitée|enthousiaste|emocionado|emocionada|entusiasmado|entusiasmada|animado|animada|empolgado|empolgada|興奮|わくわく|ワクワク",
		style: "excited",
		lasts: true,
	},
	{
		words: "sad|sadly|traurig|triste|tristement|tristemente|悲しい|悲しげ|悲しそう",
		style: "sad",
		lasts: true,
	},
	{
		words:
			"giggle|giggles|giggling|kichert|kichern|kichernd|glousse|gloussement|gloussements|risita|risitas|risadinha|risadinhas|くすくす|クスクス|くすくす笑う|くすくす笑い|クスクス笑い",
		tags: { transcript: "<giggle>" },
		style: "giggling",
	},
	{
		words:
			"chuckle|chuckles|chuckling|schmunzelt|schmunzeln|lacht leise|leises lachen|petit rire|rit doucement|ríe entre dientes|se ríe entre dientes|risa suave|risinho|risinhos|ri baixinho|ふふ|ふふっ|含み笑い",
		tags: { transcript: "<chuckle>" },
		style: "chuckling",
	},
	{
		words:
			"cry|cries|crying|weint|weinen|weinend|pleure|pleurs|pleurer|pleurant|llora|llanto|llorando|chora|choro|chorando|泣く|泣き|泣いて|泣きながら",
		tags: { transcript: "<cry>" },
		style: "crying",
	},
	{
		words:
			"sob|sobs|sobbing|schluchzt|schluchzen|schluchzend|sanglote|sanglot|sanglots|solloza|sollozo|sollozos|sollozando|soluça|soluço|soluços|soluçando|すすり泣く|すすり泣き|むせび泣く|むせび泣き",
		tags: { transcript: "<sob>" },
		style: "sobbing",
	},
	{
		words:
			"yawn|yawns|yawning|gähnt|gähnen|gähnend|bâille|bâillement|bosteza|bostezo|boceja|bocejo|あくび|欠伸",
		tags: { transcript: "<yawn>" },
		style: "yawning",
	},
	{
		words:
			"sneeze|sneezes|sneezing|niest|niesen|nieser|éternue|éternuement|estornuda|estornudo|espirra|espirro|くしゃみ",
		tags: { transcript: "<sneeze>" },
		style: "sneezing",
	},
	{
		words:
			"groan|groans|groaning|stöhnt|stöhnen|stöhnend|ächzt|ächzen|grogne|grognement|gémit|gémissement|gruñe|gruñido|quejido|geme|gemido|うめく|うめき|うめき声|呻く|呻き",
		tags: { transcript: "<groan>" },
		style: "groaning",
	},
	{
		words:
			"throat-clearing|throat clearing|clears throat|clears his throat|clears her throat|clears their throat|räuspert sich|räuspern|se racle la gorge|raclement de gorge|carraspea|carraspeo|pigarreia|pigarro|limpa a garganta|咳払い|せき払い",
		tags: { transcript: "<throat-clearing>" },
		style: "clearing the throat",
	},
	{
		words:
			"shout|shouts|shouting|schreit|schreien|schreiend|brüllt|crie|cri|criant|grita|grito|gritando|叫ぶ|叫び|叫んで|大声",
		tags: { transcript: "<shout>" },
		style: "shouting",
		lasts: true,
	},
];

const firstTag = 0xe000;
/** The character for a pause of no length. Each following character stands for a tenth of a second more. */
const firstPause = 0xe100;
const pauseMinTenths = 2;
const pauseMaxTenths = 50;
/** The most silence in one text, in ms. */
const pausesMaxMs = 10_000;

const markOf = (index: number): string => String.fromCharCode(firstTag + index);
const marksOf = (isWanted: (tag: Tag) => boolean): string =>
	tags.map((tag, index) => (isWanted(tag) ? markOf(index) : "")).join("");
const pauseMarks = `${String.fromCharCode(firstPause)}-${String.fromCharCode(firstPause + pauseMaxTenths)}`;
const lastingMarks = marksOf(({ lasts }) => lasts === true);

/** The characters of tags for single sounds, to be put into a character class. */
export const soundMarks = marksOf(({ lasts }) => !lasts);
const noSound = new RegExp(`[^${soundMarks}]`, "g");
const anyMark = new RegExp(`[${soundMarks}${lastingMarks}${pauseMarks}]`, "g");
const ownBeginning = new RegExp(`(?=[${lastingMarks}${pauseMarks}])`);
const ownMark = new RegExp(`^[${lastingMarks}${pauseMarks}]`);
const isPause = new RegExp(`[${pauseMarks}]`);
const leading = new RegExp(`^[${lastingMarks}${pauseMarks}]*`);

const marks = new Map(
	tags.flatMap(({ words }, index) => words.split("|").map((word) => [word, markOf(index)] as const)),
);
const pause =
	/^(?:pause|pausa|ポーズ|間)(?:\s{0,3}(\d{1,4}(?:[.,]\d{1,2})?)\s{0,3}(?:(m)?s\p{L}{0,8}|秒)?\.?)?$/iu;
/** A tag in brackets. Brackets followed by an address are a link. */
const written = /(?:<([^<>[\]［］\n]{1,40})>|[[［]([^<>[\]［］\n]{1,40})[\]］])(?!\()/g;

const readTag = (words: string): string | undefined => {
	const found = pause.exec(words);
	if (!found) return marks.get(words);
	const [, length = "1", milli] = found;
	const tenths = Math.round(Number(length.replace(",", ".")) * (milli ? 0.01 : 10));
	return String.fromCharCode(firstPause + Math.min(pauseMaxTenths, Math.max(pauseMinTenths, tenths)));
};

/**
 * Replaces the tags in a text without markup with their private-use characters.
 *
 * @param keep - protects characters from later rules; returns the placeholder that stands for them until then
 */
export const settleTags = (text: string, keep: (mark: string) => string): string =>
	text.replace(written, (tag: string, angled?: string, squared?: string) => {
		const mark = readTag((angled ?? squared ?? "").trim().toLowerCase());
		return mark === undefined ? tag : keep(` ${mark} `);
	});

export const dropTags = (text: string): string => text.replace(anyMark, "");

/** @returns whether a speakable text has to be cut by {@link cutAtTags} */
export const hasCuttingTags = (text: string): boolean => ownBeginning.test(text);

/**
 * Cuts a speakable text at its pauses, and where a lasting tag begins or ends.
 *
 * @param cut - cuts a piece into the texts of its Lines
 * @returns the texts of the Lines; each begins with its pauses and the lasting tag in force, see {@link settleLine}
 */
export const cutAtTags = (text: string, cut: (piece: string, isFirst: boolean) => readonly string[]) => {
	const lines: string[] = [];
	let lasting = "";
	let pauses = "";
	/** Sounds of pieces without words. They are heard with the next piece, or after the last one. */
	let sounds = "";
	const add = (words: string) => {
		if (!/[\p{L}\p{N}]/u.test(words)) {
			sounds += words.replace(noSound, "");
			return;
		}
		for (const said of cut(`${sounds}${words}`, lines.length === 0)) {
			lines.push(`${pauses}${lasting}${said}`);
			pauses = "";
		}
		sounds = "";
	};
	for (const piece of text.split(ownBeginning)) {
		const mark = piece.charAt(0);
		if (lastingMarks.includes(mark)) lasting = mark;
		else if (isPause.test(mark)) pauses += mark;
		const words = piece.replace(ownMark, "");
		const end = lasting === "" ? -1 : words.indexOf("\n");
		if (end === -1) add(words);
		else {
			add(words.slice(0, end));
			lasting = "";
			add(words.slice(end));
		}
	}
	const last = lines.pop();
	return last === undefined ? [] : [...lines, `${last}${sounds}`];
};

/** The opening brackets in all styles, angled and square. `closing` has the closing ones in the same order. */
const opening = "[<［＜﹤‹˂⟨〈❬❮❰⟪⟦《〈【〔〖〘〚❲⁅⦋";
const closing = "]>］＞﹥›˃⟩〉❭❯❱⟫⟧》〉】〕〗〙〛❳⁆⦌";
const bracketOrWord = new RegExp(
	`([${RegExp.escape(opening)}])|([${RegExp.escape(closing)}])|[\\p{L}\\p{N}\\p{Co}]+`,
	"gu",
);

/**
 * A model would take any `<word>` or `[word]` in a text for a direction, whether or not Herald knows it.
 *
 * @returns the text without pairs of brackets whose content begins with a letter
 */
const dropBrackets = (text: string): string => {
	const dropped = new Set<number>();
	const closed: number[] = [];
	let beginsWithLetter = false;
	for (const { index, 0: found, 1: opens, 2: closes } of [...text.matchAll(bracketOrWord)].reverse()) {
		if (closes) closed.push(index);
		else if (!opens) beginsWithLetter = /^[\p{L}\p{Co}]/u.test(found);
		else {
			const close = closed.pop();
			if (close !== undefined && beginsWithLetter) dropped.add(index).add(close);
		}
	}
	const isApart = (at: number) => !/[\p{L}\p{N}]/u.test(text.charAt(at));
	return text.replace(bracketOrWord, (found: string, opens: string | undefined, _: unknown, at: number) =>
		!dropped.has(at) ? found : opens === undefined && isApart(at + 1) ? "" : " ",
	);
};

const join = (style: string, more: string): string => (style === "" ? more : `${style}, ${more}`);

/** @returns how much silence a new text may have in all its pauses. {@link settleLine} subtracts each pause */
export const startPauses = (): { leftMs: number } => ({ leftMs: pausesMaxMs });

/** Turns the tags at a Line's beginning into its pause and its style. */
export const settleLine = (line: Line, pauses: { leftMs: number }): Line => {
	const [begins = ""] = leading.exec(line.text) ?? [];
	if (begins === "") return line;
	let pauseMs = 0;
	let style: string | undefined;
	let kept = "";
	for (const mark of begins) {
		const tag = tags[mark.charCodeAt(0) - firstTag];
		if (tag) {
			style = tag.style;
			kept = mark;
		} else pauseMs += (mark.charCodeAt(0) - firstPause) * 100;
	}
	pauseMs = Math.min(pauseMs, pauses.leftMs);
	pauses.leftMs -= pauseMs;
	return {
		...line,
		text: kept + line.text.slice(begins.length),
		...(style !== undefined && { style: join(line.style ?? "", style) }),
		...(pauseMs > 0 && { pauseMs }),
	};
};

/**
 * Writes a Line's tags in a model's own form.
 *
 * @param line - settled by {@link settleLine}; its style may be left out
 * @param styled - whether a style makes up for sounds that the model has no tag for
 * @returns the text with the model's own tags, and the style for what these tags don't express
 */
export const writeTags = (
	{ text, style = "" }: Pick<Line, "text" | "style">,
	dialect: Dialect,
	styled: boolean,
): Pick<Line, "text" | "style"> => {
	let styles = style;
	const written = dropBrackets(text).replace(anyMark, (mark) => {
		const tag = tags[mark.charCodeAt(0) - firstTag];
		if (!tag) return "";
		const own = tag.tags?.[dialect];
		if (own === undefined && !tag.lasts && styled && !styles.includes(tag.style))
			styles = join(styles, tag.style);
		if (own !== undefined && tag.lasts && styles.endsWith(tag.style))
			styles = styles.slice(0, -tag.style.length).replace(/, $/, "");
		return own === undefined ? "" : ` ${own} `;
	});
	return { text: written.replace(/ {2,}/g, " ").trim(), ...(styles !== "" && { style: styles }) };
};
