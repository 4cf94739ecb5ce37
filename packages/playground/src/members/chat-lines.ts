import type { MemberDescription } from "../world/descriptions.ts";

/** A chatting member and their lines. */
interface Chatter extends MemberDescription {
	readonly lines: readonly string[];
}

/** Ten members of several languages. A link's preview follows its line; lines that begin with @silent don't notify. */
export const chatters: readonly Chatter[] = [
	{
		username: "mia",
		name: "Mia",
		lines: [
			"hey everyone 👋",
			"does anyone have an hour this weekend?",
			"lol",
			"I finally beat the last boss 🎉🎉",
			"that took me **three** evenings",
			"https://example.com/maps/the-old-harbour",
		],
	},
	{
		username: "noah",
		name: "Noah",
		lines: [
			"brb, door",
			"ok back",
			"Saturday works for me, after 8 or so",
			"wait, which one? There are about 40 of them and half look the same to me, honestly",
			"||it was the gardener||",
			"@silent not important, just noting that the server restarts at 3:00",
		],
	},
	{
		username: "emre",
		name: "Emre",
		lines: [
			"Selam, nasılsınız?",
			"Bu akşam ben de varım",
			"çok güzel oldu 😄",
			"five minutes, I'm still eating",
		],
	},
	{
		username: "lena",
		name: "Lena",
		lines: [
			"Guten Abend zusammen",
			"Wer bringt eigentlich die Karten mit?",
			"Bei mir regnet es seit drei Tagen, ich geh heute nirgendwo mehr hin 🌧️",
			"hab's gefunden: https://example.com/rezepte/kartoffelsuppe",
			"jo",
		],
	},
	{
		username: "camille",
		name: "Camille",
		lines: [
			"Salut !",
			"On commence à quelle heure ?",
			"Je suis d'accord avec toi, c'était mieux avant.",
			"mdr 😂",
		],
	},
	{
		username: "diego",
		name: "Diego",
		lines: ["¡Buenas!", "¿Alguien sabe si mañana hay torneo?", "jajaja", "Yo llevo las pizzas 🍕🍕🍕"],
	},
	{
		username: "yuki",
		name: "ゆき",
		lines: ["こんばんは", "今日は早いですね", "それは面白い！", "ok 👍", "すみません、少し遅れます"],
	},
	{
		username: "olga",
		name: "Olga",
		lines: ["Привет!", "я сегодня только слушаю", "```\nping: 212 ms\n```\nis it me or the server?", "ахах"],
	},
	{
		username: "sam",
		name: "xX_Sam_Xx",
		lines: [
			"gg",
			"AGAIN PLEASE",
			"my cat has just walked over the keyboard gggggggghhhhhh",
			"~~never~~ maybe later",
			"@silent afk",
			"10/10, would fall into the river again",
		],
	},
	{
		username: "priya",
		name: "Priya",
		lines: [
			"the trick is to go left first, then wait for the second light, and only then jump",
			"नमस्ते 🙏",
			"yes!",
			"see https://example.com/guide?level=12 and https://example.com/guide?level=13",
		],
	},
];
