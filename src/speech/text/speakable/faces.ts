/** Discord's kaomoji, which `/shrug`, `/tableflip` and `/unflip` write and members copy. */
const own = [
	String.raw`(?<shrug>¯[\\_]{0,3}\(ツ\)[\\_]{0,3}/?¯)`,
	String.raw`(?<tableflip>[\(（][╯ノ]\s?[°º]\s?[□▽]\s?[°º]\s?[\)）]\s?[╯ノ]\s?︵\s?┻━{1,3}┻)`,
	String.raw`(?<unflip>┬─{1,3}┬\s?ノ\s?[\(（]\s?[°º]\s?_\s?[°º]\s?ノ?[\)）])`,
];

/** Letters that kaomoji are drawn with. */
const drawn = "ツシヅノﾉヽヾヘへロづっつДдωШщ益皿ಠಥლᴥʖʘɷσςεэзヮᴗㅅㅂㅁงÒÓòó\\p{sc=Cans}\\p{sc=Yiii}";
/** Latin letters and digits that serve as eyes and mouths. */
const typed = "oOTxXuUnvVQwW03";
/** No bars or backticks: other rules look for them. */
const arm = String.raw`[[\p{P}\p{S}\p{Lm}ノﾉヽヾヘブゞづっつςงლщو彡Σ٩۶\p{sc=Cans}]--[ー\|\x60\(\)（）<>\[\]\{\}"'.,:;!?&…、。，！？：；「」『』\p{Emoji_Presentation}]]`;
/** A head in brackets without words in it, and the arms beside it. */
const head = String.raw`(?:${arm}){0,6}(?:(?<![A-Za-z0-9])[bdfmo])?[\(（ʕ༼](?![^\(\)（）ʔ༽\n]{0,24}[A-Za-z0-9]{2})(?<inner>[[\p{P}\p{S}\p{M}\p{Lm}${drawn}${typed} ]--[\(\)（）\p{Emoji_Presentation}]]{2,24})[\)）ʔ༽](?:[bdmovy](?![\p{L}\p{N}]))?(?:${arm}){0,6}`;

/** Faces without brackets, between spaces. */
const bare = [
	// Eyes on both sides of a mouth.
	String.raw`(?<eye>[T;~^=@*u•°¬ಠಥ◉⊙\-])(?!\k<eye>)[_.‿︵﹏\-]{1,3}\k<eye>`,
	String.raw`\^[wovO]\^|>[_.wo]{0,3}<|<[_.]{1,3}<|>[_.]{1,3}>|[QT][wAo][QT]|[xX][_.][xX]|[oO0]_[oO0]|[oO]\.[oO]|\._\.|\^{2,9}`,
	// Eyes with a mouth beside them, in either order.
	String.raw`[<>]?:['^o~\-]?(?:[DPp\|\/\\*$@#OoSsXxCc3>\]\}\{\[]|[\)\(]{1,9}|D{2,9})`,
	String.raw`[;=]['^\-]?(?:[DPp\|\/\\Oo3\]]|[\)\(]{1,9})`,
	String.raw`\({1,3}['^\-]?[:;=]|D[:=](?=\s{0,9}$)`,
	String.raw`[xX][dD]{1,9}|<\/?3{1,3}|\\[oO]\/|[oO]\/|\\[oO]`,
];
const before = String.raw`(?<![^\s.,!?…。、！？"'*_~\|\)）>])`;
const after = String.raw`(?![\p{L}\p{N}:\/\|])`;
/** Faces that may directly follow a word. */
const attached = String.raw`(?:(?<=[\p{L}\p{N}])[:;]-?[\)\(]{1,9}|(?<=\p{L}{2})<3{1,3})(?![\p{L}\p{N}])`;

const face = new RegExp([...own, head, `${before}(?:${bare.join("|")})${after}`, attached].join("|"), "gmv");

/** Punctuation that a sentence may have in brackets. */
const punctuation = /^[\s?!.,…+%&=#*/:;"'“”‘’$€£°-]*$/;
/** Characters that only a face has in brackets. */
const features = /[^\p{L}\p{N}\s.,!?;:'"…、。！？/+<>=-]|[\p{Lm}ಠಥ益ᴥ]/u;
const typedFace =
	/^[^\p{L}\p{N}]{0,4}(?:([oOTxXuUvVnQ0;'])[_.-]{1,3}(?:\1|(?<=[oO][_.-]{1,3})[oO])|T[oдωw]T|O[vwuo]O|[\^>⊙°•¬◉˘`´;*￣◕◔ʘ╹]\s?[owOvVuxX3ωдД]\s?[\^<⊙°•¬◉˘`´;*￣◕◔ʘ╹])/u;

const isFace = (inner: string): boolean => {
	if (typedFace.test(inner)) return true;
	const letters = inner.replace(/[^\p{L}\p{N}]|\p{Lm}/gu, "");
	return letters === "" ? !punctuation.test(inner) : features.test(inner) && /[^\0-\x7F]/.test(letters);
};

/** The faces that Herald has words for. */
export type NamedFace = "shrug" | "tableflip" | "unflip";
const names: readonly NamedFace[] = ["shrug", "tableflip", "unflip"];

/** Replaces each kaomoji and emoticon with what `read` returns. `read` also gets the face's name, if it has one. */
export const replaceFaces = (
	text: string,
	read: (face: string, name: NamedFace | undefined) => string,
): string =>
	text.replace(face, (found: string, ...match: unknown[]) => {
		const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
		if (groups.inner !== undefined && !isFace(groups.inner)) return found;
		return read(
			found,
			names.find((name) => groups[name] !== undefined),
		);
	});
