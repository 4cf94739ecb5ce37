import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { homeDescription, type Member, type Playground, startPlayground } from "@herald/playground";
import { serverPanel } from "../../test/support/server-panel.ts";
import { answerBody, sendJson, startUpstream, toneWav } from "../../test/support/upstream.ts";
import { describeWorld, HeraldProcess } from "./herald-process.ts";
import type { Turns } from "./longest-turn.ts";

const token = "bench";
/** Each is read twenty times a minute. */
const peopleCount = 400;
/** Between two looks at whether Herald has nothing left to do, in ms, and how long it is looked for. */
const lookMs = 5;
const looksMax = 60;

/** Of a request to the speech service, in characters. */
const longBody = 500;

/** What the server doesn't let be spoken: a text with it is read to its end. */
export const forbidden = "grue";

/** How characters of hostile texts are said. */
const nasty: readonly (readonly [string, string])[] = [
	["一", `\u3164${"_.-".repeat(33)}`],
	["二", `\u3164${"_.-".repeat(33)}`],
	["三", "A. ".repeat(33)],
	["四", "1@=".repeat(33)],
	["五", "👩\u200d💻 ".repeat(16)],
	["六", `x${"_".repeat(98)}y`],
	["七", "||`*".repeat(25)],
	["八", "a\u0301\u0316\u0301\u0316\u0301\u0316 ".repeat(12)],
];
const dictionary = [
	...nasty,
	...Array.from({ length: 492 }, (_, n) => [`${"q".repeat(46)}${n}`, `${"r".repeat(60)}${n}`] as const),
];
/** Each is six letters when it is compared. */
const words = Array.from({ length: 999 }, (_, n) => `${"㌖".repeat(96)}${n}`);
const presets = {
	server: ["姫", "猫", "犬", "鳥", "Al", "Bo", "Cy", "Di", "Ed", "Fy"],
	voice: ["Gu", "Ho", "Io", "Ju", "Ky"],
};

/** A server whose lists are as long as they may be, and Herald in its voice channel. */
export interface HostileServer {
	readonly playground: Playground;
	/** Members who may write. */
	readonly people: readonly Member[];
	/** @returns the longest turn of Herald's event loop since it was asked last, in ms, once nothing is left to do */
	readonly longestTurn: () => Promise<number>;
	readonly close: () => Promise<void>;
}

/** @param speech - whose: another service's, or Herald's own */
export const openHostileServer = async (speech: "another's" | "own"): Promise<HostileServer> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const playground = await startPlayground({
		logger: createLogger("playground", "fatal"),
		botToken: token,
		rateLimits: false,
		guilds: [{ ...homeDescription, stickers: [{ name: "sticker" }] }],
	});
	const upstream = await startUpstream();
	const sound = answerBody(toneWav(0.1));
	upstream.behave((response, _attempt, { path, body }) => {
		// A long text is refused with its first Line: the others are the same work again.
		if (path.includes("generateContent"))
			sendJson(response, 200, body.length > longBody ? { promptFeedback: { blockReason: "OTHER" } } : sound);
		else sendJson(response, 200, { success: false, message: "No such code" });
	});
	const { SPEECH_BASE_URL, SPEECH_API_KEY, ...world } = describeWorld({
		dataDir,
		token,
		playground,
		upstream,
	});
	const herald = new HeraldProcess(new URL("./stalled-bot.ts", import.meta.url), {
		...world,
		...(speech === "another's" && { SPEECH_BASE_URL, SPEECH_API_KEY }),
		...(speech === "another's" && { TOPUP_TOKEN: "bench", TOPUP_USER_ID: "1" }),
	});
	const { owner, guild, voice } = playground.home;
	const close = async () => {
		await herald.end("SIGKILL");
		await playground.stop();
		await upstream.close();
		rmSync(dataDir, { recursive: true, force: true });
	};
	const longestTurn = async () => {
		let longest = 0;
		let before = Number.NaN;
		for (let look = 0; look < looksMax; look += 1) {
			const { longestMs, allMs } = await herald.ask<Turns>("turns");
			longest = Math.max(longest, longestMs);
			if (allMs - before < 1) break;
			before = allMs;
			await wait(lookMs);
		}
		return longest;
	};
	try {
		const people = Array.from({ length: peopleCount }, (_, n) =>
			playground.addMember(guild, { username: `writer${n}` }),
		);
		playground.voice.join(owner, voice);
		await herald.start();
		const use = (name: string, values: Parameters<Playground["command"]>[2]) =>
			playground.command(owner, name, values).firstAnswer();
		const panel = serverPanel(playground, owner);
		await panel.set({ voiceChat: true, listenersOnly: false, announce: "both" });
		await panel.import("dictionary", Buffer.from(dictionary.map((entry) => entry.join("\t")).join("\n")));
		await panel.import("words", Buffer.from([forbidden, ...words].join("\n")));
		for (const name of presets.server) await panel.add("presets", { name, voice: "Kore" });
		for (const name of presets.voice) await use("voice preset", { action: "add", name, voice: "Puck" });
		await use("join", {});
		await longestTurn();
		return { playground, people, longestTurn, close };
	} catch (error) {
		await close();
		throw error;
	}
};
