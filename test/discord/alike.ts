/** What is as in English, by language: each was entered by hand, because it is the right word there. */
export const alike: Readonly<Record<string, readonly string[]>> = {
	de: [
		"**{voice}** in {channel} · {place}\n> {text}",
		"Code",
		"code",
		"limits",
		"name",
		"server",
		"text",
		"warm",
		"webhook-id",
		"{decibels, number, ::sign-except-zero} dB",
		"{place} {who} · {voice} · {seconds} s",
	],
	"es-ES": ["no", "{decibels, number, ::sign-except-zero} dB", "{place} {who} · {voice} · {seconds} s"],
	fr: [
		"Code",
		"action",
		"code",
		"informative",
		"style",
		"volume",
		"{decibels, number, ::sign-except-zero} dB",
		"{place} {who} · {voice} · {seconds} s",
	],
	"pt-BR": [
		"casual",
		"volume",
		"{decibels, number, ::sign-except-zero} dB",
		"{place} {who} · {voice} · {seconds} s",
	],
};
