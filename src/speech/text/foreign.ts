/** What is left of a letter in any script that an English voice can read. */
const readable = /[a-z0-9]/i;
const foreignLetter = /[[\p{Lu}\p{Ll}\p{Lo}\p{Nd}]--[\p{Script=Latin}0-9]]/v;

/** @returns how much of a text's letters and digits a voice that reads English alone leaves out */
export const findForeign = (text: string): "none" | "some" | "all" => {
	const plain = text.normalize("NFKD");
	if (!foreignLetter.test(plain)) return "none";
	return readable.test(plain) ? "some" : "all";
};
