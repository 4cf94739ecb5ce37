/** True for one emoji, in characters: no guild here has custom ones. */
export const isEmoji = (text: string): boolean =>
	/^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}|[0-9#*]\u{FE0F}?\u{20E3})$/v.test(text);
