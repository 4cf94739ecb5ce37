import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeEach, expect, test } from "vitest";
import { useReading } from "./start-reading.ts";

const { herald, playground, owner, member, panel, write, asked } = await useReading();
beforeEach(() => herald.advance(61_000));

const say = (text: string) =>
	playground
		.command(member, "say", { text, as: "file" })
		.message(({ attachments }) => attachments.length > 0);

/** Writes a message and says the same text with `/say`: the service gets the expected text once, and then it is cached. */
const readAndSay = async (text: string, expected: string) => {
	write(text);
	await eventually(() => expect(asked()).toContain(expected));
	const before = asked().length;
	await say(text);
	expect(asked()).toHaveLength(before);
};

test.each([
	[null, "so 😂😂 funny <:kek:123456789012345678>", "so 😂😂 funny, kek"],
	["names", "well 😂😂 done <:kek:123456789012345678>", "well, face with tears of joy, done, kek"],
	["leave-out", "oh 😂😂 dear <:kek:123456789012345678>", "oh dear"],
])("emoji among words are spoken as the server wants (%s), also by /say", async (emoji, text, said) => {
	await panel.set({ emoji });
	await readAndSay(text, said);
});

test.each([
	[null, "🎉🎉", "party popper"],
	["leave-out", "🐙 <:kek:123456789012345678>", "octopus kek"],
])(
	"a message of emoji alone is read by their names, whatever the server wants for others (%s)",
	async (emoji, text, said) => {
		await panel.set({ emoji });
		await readAndSay(text, said);
	},
);

test("times are spoken in the server's time zone, and in UTC, with those letters, if it has none", async () => {
	await readAndSay("at <t:1798750800:t>", "at 9:00 PM UTC");
	await panel.set({ timeZone: "Asia/Tokyo" });
	await readAndSay("at <t:1798750800:t> there", "at 6:00 AM there");
	await panel.set({ timeZone: null });
	await readAndSay(`starts <t:${Math.floor(Date.now() / 1_000) + 7_200}:R>`, "starts in 2 hours");
});

test("words in decorative letters are requested once", async () => {
	await readAndSay("Hello you there", "Hello you there");
	for (const text of ["𝓗𝓮𝓵𝓵𝓸 𝔂𝓸𝓾 𝓽𝓱𝓮𝓻𝓮", "Ｈｅｌｌｏ ｙｏｕ ｔｈｅｒｅ"]) await say(text);
	expect(asked().filter((text) => text === "Hello you there")).toHaveLength(1);
});

test("a link to a message names its channel if all listeners may view it", async () => {
	const { guild, text } = playground.home;
	const secret = playground.createChannel({ name: "plans" });
	playground.setPermissions("everyone", { deny: ["ViewChannel"] }, secret);
	for (const who of [playground.home.bot, owner])
		playground.setPermissions(who, { allow: ["ViewChannel"] }, secret);
	const linkTo = (channelId: string) => `https://discord.com/channels/${guild.id}/${channelId}/${channelId}`;
	await readAndSay(`See ${linkTo(text.id)} now`, `See a link to a message in ${text.name} now`);
	await readAndSay(`Read ${linkTo(secret.id)} now`, "Read a link to a message now");
	await playground
		.command(owner, "say", { text: `Look at ${linkTo(secret.id)}`, as: "file" })
		.message(({ attachments }) => attachments.length > 0);
	expect(asked().at(-1)).toBe("Look at a link to a message in plans");
});
