import { eventually } from "@herald/common/testing/eventually.ts";
import type { Channel, PermissionName, SeenMessage } from "@herald/playground";
import { ChannelType } from "discord.js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { textOf } from "../support/server-panel.ts";
import { type Reading, startReading } from "./start-reading.ts";

let reading: Reading;
/** A private text channel and a private voice channel. Both members may view them; Herald may if a test permits it. */
let plans: Channel;
let vault: Channel;

/** Acts while the owner is in `vault`. Afterwards, the owner and Herald return to the first voice channel. */
const inVault = async <T>(act: () => Promise<T>): Promise<T> => {
	const { playground, owner, voice, use } = reading;
	playground.voice.join(owner, vault);
	try {
		return await act();
	} finally {
		playground.voice.join(owner, voice);
		await use("join");
	}
};
const say = async (values: Record<string, string>): Promise<SeenMessage> => {
	const { playground, owner } = reading;
	return playground.command(owner, "say", values).message(({ thinking }) => !thinking);
};
const menu = async (name: string, message: SeenMessage): Promise<SeenMessage> => {
	const { playground, owner } = reading;
	return playground.messageCommand(owner, name, message).message(({ thinking }) => !thinking);
};
const spoken = (): string => reading.asked().at(-1) ?? "";
let count = 0;
/** @returns a text that names `plans`: a new text each time, because earlier ones are in the cache */
const naming = (): string => {
	count += 1;
	return `Text ${count}: look in <#${plans.id}>`;
};
const readAloud = async (): Promise<string> => {
	reading.write(naming(), reading.owner);
	const number = `Text ${count}: `;
	return (await reading.settled()).find((text) => text.includes(number)) ?? "";
};
const notesInPlans = (): number =>
	reading.playground
		.messagesFor(reading.owner)
		.filter(({ raw, components }) => raw.channel_id === plans.id && components.length > 0).length;

/** What a member sees or hears in one place. In the texts that are expected, `ID-OF-PLANS` stands for an id. */
type Place = readonly [
	name: string,
	act: () => Promise<string>,
	unseen: string | RegExp,
	seen: string | RegExp,
];

/** @returns places in which the same is expected while Herald can't view the channels, and while it can */
const places = (
	unseen: Place[2],
	seen: Place[3],
	acts: Readonly<Record<string, Place[1]>>,
): readonly Place[] => Object.entries(acts).map(([name, act]) => [name, act, unseen, seen]);

const unseen = (id: string) => `Herald can't see <#${id}>: it needs the **View Channel** permission`;
/** Matches a text that names a channel and doesn't say that Herald can't see it. */
const sees = (id: string) => new RegExp(`^(?!.*can't see).*<#${id}>`, "s");

const voicePlaces: readonly Place[] = [
	...places(unseen("ID-OF-VAULT"), "Herald is in <#ID-OF-VAULT>", {
		"/join from the channel": () => inVault(async () => (await reading.use("join")).content),
		"/join with the channel's name": async () => {
			const { content } = await reading.use("join", { channel: vault.id });
			await reading.use("join", { channel: reading.voice.id });
			return content;
		},
		"the panel's button that brings Herald in": () =>
			inVault(async () => {
				const { panel, use } = reading;
				await use("leave");
				return textOf(await panel.click(await panel.open("reading"), "server:join:reading"));
			}),
	}),
	...places(unseen("ID-OF-VAULT"), sees("ID-OF-VAULT"), {
		"/say from the channel": () =>
			inVault(async () => (await say({ text: `From inside ${count++}`, as: "channel" })).content),
		"a long text for the channel": () =>
			inVault(async () => {
				const { playground, use } = reading;
				const file = playground.upload("long.txt", Buffer.from("Some words more. ".repeat(400)));
				const { content } = await say({ file, as: "channel" });
				await use("leave");
				return content;
			}),
	}),
	...places(/^(?!.*vault).*<#ID-OF-LOUNGE>/is, "<#ID-OF-VAULT>", {
		"channels to choose from": async () => {
			const { playground, use, voice, owner } = reading;
			await use("leave");
			playground.voice.leave(owner);
			const { content } = await use("join");
			playground.voice.join(owner, voice);
			await use("join");
			return content;
		},
	}),
	...places(unseen("ID-OF-VAULT"), "doesn't read this channel", {
		"an author in the channel, whom Herald would join": async () => {
			const { playground, panel, use, owner, member, voice, write } = reading;
			await use("leave");
			await panel.set({ autoJoin: "on-message" });
			playground.voice.leave(owner);
			playground.voice.join(member, vault);
			const { content } = await menu("Read or not?", write("Hello", member, voice));
			await panel.set({ autoJoin: null });
			for (const who of [owner, member]) playground.voice.join(who, voice);
			await use("join");
			return content;
		},
	}),
	...places(sees("ID-OF-VAULT"), sees("ID-OF-VAULT"), {
		"being dragged into the channel": () =>
			inVault(async () => {
				const { playground, use } = reading;
				playground.voice.move(playground.home.bot, vault);
				const { content } = await say({ text: `Dragged ${count++}`, as: "channel" });
				await eventually(() => expect(playground.voice.isSpeaking(playground.home.guild)).toBe(true));
				return `${content}\n${(await use("queue")).content}`;
			}),
	}),
];

const textPlaces: readonly Place[] = [
	...places(/: look in a channel$/m, /: look in plans$/m, {
		"a mention in /say": async () => {
			await say({ text: naming(), as: "file" });
			return spoken();
		},
		"a mention in a message to speak": async () => {
			await menu("Speak", reading.write(naming(), reading.member, reading.playground.home.text));
			return spoken();
		},
		"a mention in a message that is read aloud": readAloud,
		"a mention in a message that is read to whoever owns the server": async () => {
			const { playground, member, voice } = reading;
			playground.voice.leave(member);
			const said = await readAloud();
			playground.voice.join(member, voice);
			return said;
		},
		"a mention in what would be spoken": async () =>
			(await menu("Read or not?", reading.write(naming(), reading.owner))).content,
	}),
	...places("look in a channel", "look in <#ID-OF-PLANS>", {
		"a mention in what /say quotes": async () => (await say({ text: naming(), as: "file" })).content,
	}),
	...places(unseen("ID-OF-PLANS"), "**Read aloud** in <#ID-OF-LOUNGE>", {
		"a message in the channel itself": async () =>
			(await menu("Read or not?", reading.write("Hello", reading.owner, plans))).content,
	}),
	...places(unseen("ID-OF-PLANS"), sees("ID-OF-PLANS"), {
		"the panel's page of what is read": async () => textOf(await reading.panel.open("reading")),
		"the list of what is read": async () => textOf(await reading.panel.openList("channels")),
	}),
	...places("Channel that Herald can't see (ID-OF-PLANS)", '"#plans"', {
		"the menu that takes channels off the list": async () => {
			const { components } = await reading.panel.openList("channels");
			return JSON.stringify(components.find(({ custom_id: id }) => String(id).startsWith("server:remove:")));
		},
	}),
];

/** Lets Herald view the channels, or not. */
const allow = (...allow: PermissionName[]) => {
	for (const channel of [plans, vault])
		reading.playground.setPermissions(reading.playground.home.bot, { allow }, channel);
};
const permit = () => allow("ViewChannel", "Connect", "SendMessages");
const forbid = () => allow();

describe.each(["absent", "null", "set"] as const)("with a hidden voice channel's own fields %s", (fields) => {
	beforeAll(async () => {
		reading = await startReading();
		const { playground, member, panel, herald, use } = reading;
		playground.home.guild.hiddenVoiceFields = fields;
		plans = playground.createChannel({ name: "plans", isPrivate: true });
		vault = playground.createChannel({ name: "Vault", type: ChannelType.GuildVoice, isPrivate: true });
		for (const channel of [plans, vault])
			playground.setPermissions(member, { allow: ["ViewChannel", "Connect"] }, channel);
		for (let n = 0; n < 300; n++) playground.createChannel({ name: `cellar-${n}`, isPrivate: true });
		// Herald learns of the channels when Discord sends it the server.
		await herald.restart();
		await use("join");
		await panel.add("channels", { channels: [plans.id] });
	});
	afterAll(async () => {
		const { herald, playground, owner } = reading;
		const seen = playground.messagesFor(owner).map(({ content, texts }) => [content, ...texts]);
		await reading.stop();
		expect(JSON.stringify([seen, herald.logs])).not.toMatch(/hidden|cellar/i);
	});

	describe.each([
		["hidden from the start", forbid, 0],
		["granted later", permit, 1],
		["lost later", forbid, 0],
	] as const)("a channel %s", (_, change, at) => {
		beforeAll(() => {
			change();
			// After a minute, no limit on earlier texts applies.
			reading.herald.advance(61_000);
		});

		test.each(fields === "absent" ? [...voicePlaces, ...textPlaces] : voicePlaces)(
			"is named only while Herald may see it: %s",
			async (_name, act, ...expected) => {
				const ids = { PLANS: plans, VAULT: vault, LOUNGE: reading.voice };
				let shown = await act();
				for (const [name, { id }] of Object.entries(ids)) shown = shown.replaceAll(id, `ID-OF-${name}`);
				expect(shown).toMatch(expected[at]);
			},
		);
	});

	test("a note is posted once Herald may see a channel, and one in a hidden channel is deleted only once it may again", async () => {
		const { panel, settled } = reading;
		await panel.set({ notes: true });
		await settled();
		expect(notesInPlans()).toBe(0);
		permit();
		await eventually(() => expect(notesInPlans()).toBe(1));
		forbid();
		await panel.set({ listenersOnly: false });
		await settled();
		expect(notesInPlans()).toBe(1);
		permit();
		forbid();
		await panel.set({ notes: false, listenersOnly: null });
		await settled();
		expect(notesInPlans()).toBe(1);
		permit();
		await eventually(() => expect(notesInPlans()).toBe(0));
		forbid();
	});

	test("after a restart, Herald doesn't rejoin a hidden voice channel, and says why when it is asked", async () => {
		const { playground, herald, owner, member, voice, use } = reading;
		const { guild, bot } = playground.home;
		onTestFinished(async () => {
			for (const who of [owner, member]) playground.voice.join(who, voice);
			await use("join");
		});
		permit();
		for (const who of [owner, member]) playground.voice.join(who, vault);
		await use("join");
		forbid();
		await herald.restart();
		expect((await use("join")).content).toContain(unseen(vault.id));
		expect(guild.voiceStates.has(bot.user.id)).toBe(false);
	});
});
