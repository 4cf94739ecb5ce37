import { connect } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { InteractionTrace, Member } from "@herald/playground";
import { serverPanel } from "../test/support/server-panel.ts";
import type { Result } from "./index.ts";
import { type BusyGuild, type BusyWorld, startBusyWorld } from "./support/busy-world.ts";
import { findPort } from "./support/find-port.ts";
import { percentile } from "./support/numbers.ts";

const phaseMs = 20_000;
/** Those of the other server; the hostile one's are as many as that. */
const memberCount = 20;
const sayEveryMs = 400;
/** A message is heard in 2.4 s. */
const writeEveryMs = 3_000;
/** Of each phase: a server may redeem six in 20 minutes. */
const codesPerPhase = 3;
const halfOpen = 64;
/** Those of the hostile server who come and go. With more in a channel, its encryption takes this process 250 ms a move. */
const moving = 4;
const textMax = 6_000;
/** What isn't answered by then isn't any more, in ms. */
const settleMs = 10_000;

const generators: readonly ((length: number) => string)[] = [
	(length) => `a${"\u0301\u0316".repeat(length / 2)}`.slice(0, length),
	(length) => "@=".repeat(length / 2),
	(length) => "_*a".repeat(length / 3),
	(length) => "一".repeat(length),
	(length) => "[a](http://a".repeat(length / 12),
	(length) => "Kore:x\n".repeat(length / 7),
	(length) => "\ufdfa".repeat(length),
];
const hostileText = (n: number, length: number): string =>
	(generators[n % generators.length] as (length: number) => string)(length);

interface Times {
	readonly acknowledged: number[];
	readonly spoken: number[];
	readonly pressed: number[];
	readonly redeemed: number[];
	readonly monitored: number[];
	asked: number;
	buttons: number;
	codes: number;
	written: number;
}

/** @param listening - how many of them are in the voice channel, besides the person who is there */
const addMembers = (
	{ playground }: BusyWorld,
	{ guild, person, voice }: BusyGuild,
	listening: number,
): readonly Member[] => {
	const others = Array.from({ length: memberCount - 1 }, (_, n) =>
		playground.addMember(guild, { username: `member${n}of${guild.id}`, nick: `Ann${n}` }),
	);
	for (const each of others.slice(0, listening)) playground.voice.join(each, voice);
	return [person, ...others];
};

/** Does something again and again until the signal aborts. */
const often = async (everyMs: number, signal: AbortSignal, act: (n: number) => unknown): Promise<void> => {
	for (let n = 0; !signal.aborted; n += 1) {
		act(n);
		await wait(everyMs, undefined, { signal }).catch(() => {});
	}
};

/** What ordinary members do, and how long it takes. */
const live = async (
	{ playground }: BusyWorld,
	{ voice }: BusyGuild,
	members: readonly Member[],
	{ port, code, signal }: { readonly port: number; readonly code: number; readonly signal: AbortSignal },
): Promise<Times> => {
	const times: Times = {
		...{ acknowledged: [], spoken: [], pressed: [], redeemed: [], monitored: [] },
		...{ asked: 0, buttons: 0, codes: 0, written: 0 },
	};
	const under = new Set<Promise<unknown>>();
	/** Notes how long something took that came to its end. */
	const time = (to: number[], work: Promise<unknown>): void => {
		const startedAt = performance.now();
		const timed = work.then(
			() => to.push(performance.now() - startedAt),
			() => {},
		);
		under.add(timed);
		void timed.finally(() => under.delete(timed));
	};
	const at = (n: number) => members[n % members.length] as Member;
	const press = async (member: Member, trace: InteractionTrace): Promise<void> => {
		const message = await trace.message(({ attachments }) => attachments.length > 0);
		const button = message.components.find(({ custom_id: id }) => String(id).startsWith("say:revoice:"));
		times.buttons += 1;
		const pressed = playground.click(member, message, String(button?.custom_id));
		time(
			times.pressed,
			pressed.firstAnswer().then(({ content }) => {
				if (/no longer|can't/.test(content)) throw new Error(content);
			}),
		);
	};
	await Promise.all([
		often(sayEveryMs, signal, (n) => {
			const text = `What number ${n} of ${code} says is new to all who hear it.`;
			const trace = playground.command(at(n), "say", { text, as: "file" });
			times.asked += 1;
			time(times.acknowledged, trace.acknowledged());
			time(
				times.spoken,
				trace.message(({ attachments }) => attachments.length > 0),
			);
			if (n % 5 === 0) under.add(press(at(n), trace).catch(() => {}));
		}),
		often(phaseMs / codesPerPhase, signal, (n) => {
			const trace = playground.command(at(n), "redeem", { code: `GOOD${code + n}`.padEnd(16, "0") });
			times.codes += 1;
			time(
				times.redeemed,
				trace.message(({ content }) => /^(?:Added|Code redeemed)/.test(content)),
			);
		}),
		often(writeEveryMs, signal, (n) => {
			times.written += 1;
			playground.post(at(n), `Message ${n} of ${code}.`, { channel: voice });
			time(
				times.monitored,
				fetch(`http://127.0.0.1:${port}/healthz`).then(
					({ ok }) => ok || Promise.reject(new Error("not well")),
				),
			);
		}),
	]);
	await Promise.race([Promise.all([...under]), wait(settleMs)]);
	return times;
};

/** All at once, until the signal aborts: names, texts, marks, files, codes, skips, presets, moves and connections. */
const attack = async (
	{ playground }: BusyWorld,
	{ voice, person, guild }: BusyGuild,
	members: readonly Member[],
	port: number,
	signal: AbortSignal,
): Promise<number> => {
	let acts = 0;
	const use = (member: Member, command: string, values: Record<string, string> = {}): void => {
		acts += 1;
		playground.command(member, command, values);
	};
	const at = (n: number) => members[n % members.length] as Member;
	const file = (text: string) => playground.upload("hostile.md", Buffer.from(text));
	const panel = serverPanel(playground, person);
	for (const word of ["一", "二"]) panel.add("dictionary", { word, say: "_.-".repeat(33) }).catch(() => {});
	const sockets = Array.from({ length: halfOpen }, () => connect(port, "127.0.0.1"));
	for (const socket of sockets) {
		socket.on("error", () => {});
		socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ");
	}
	await Promise.all([
		often(40, signal, (n) => use(at(n), "say", { text: hostileText(n, textMax) })),
		often(300, signal, (n) =>
			use(at(n), "say", { text: `Skipped ${n}, ${"and on ".repeat(90)}`, as: "channel" }),
		),
		often(300, signal, (n) => use(at(n), "skip")),
		often(1_000, signal, (n) => use(at(n), "say", { file: file("_a_b".repeat(25_000)) })),
		often(400, signal, (n) => use(at(n), "redeem", { code: `WRONG${n}`.padEnd(16, "0") })),
		often(700, signal, (n) => use(at(n), "voice me", { name: hostileText(n, 32) })),
		often(700, signal, (n) => {
			panel.add("words", { words: hostileText(n, 2_000) }).catch(() => {});
		}),
		often(700, signal, (n) =>
			use(at(n), "voice preset", { action: "add", name: `p${n % 9}`, voice: "Kore" }),
		),
		often(250, signal, (n) => {
			acts += 1;
			playground.post(at(n), hostileText(n, 2_000), { channel: voice });
		}),
		often(4_000, signal, (n) => {
			acts += 1;
			const member = at(1 + (n % moving));
			if (guild.voiceStates.has(member.user.id)) playground.voice.leave(member);
			else playground.voice.join(member, voice);
		}),
	]);
	for (const socket of sockets) socket.destroy();
	return acts;
};

/** The goal is a p99 of 200 ms for acknowledgements, and nothing that is refused or late because of the other server. */
export const run = async (): Promise<Result> => {
	const port = await findPort();
	const world = await startBusyWorld(2, {
		environment: {
			OPERATIONS_PORT: String(port),
			MEMBER_TEXTS_PER_MINUTE: "10",
			MEMBER_SECONDS_PER_DAY: "600",
			GUILD_SECONDS_PER_DAY: "3600",
			LOG_LEVEL: "debug",
		},
	});
	const [ours, hostile] = world.guilds as [BusyGuild, BusyGuild];
	const { herald, playground } = world;
	try {
		const [members, attackers] = [
			addMembers(world, ours, memberCount - 1),
			addMembers(world, hostile, moving),
		];
		world.upstream.prepare();
		await herald.start();
		for (const { person } of world.guilds) {
			await serverPanel(playground, person).set({ voiceChat: true });
			await playground.command(person, "join").firstAnswer();
		}
		await playground.command(ours.person, "say", { text: "Warm up, please.", as: "file" }).firstAnswer();
		const read = () =>
			herald.log.filter(({ event, guild }) => event === "messages_read" && guild === ours.guild.id);
		const rows = [];
		for (const [phase, isHostile] of [
			["alone", false],
			["beside a hostile server", true],
		] as const) {
			const before = read().length;
			const signal = AbortSignal.timeout(phaseMs);
			const own = monitorEventLoopDelay({ resolution: 1 });
			own.enable();
			const code = isHostile ? 1_000 : 2_000;
			const [times, acts] = await Promise.all([
				live(world, ours, members, { port, code, signal }),
				isHostile ? attack(world, hostile, attackers, port, signal) : 0,
			]);
			own.disable();
			const heard = read().slice(before);
			const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
			const p99 = (values: readonly number[]) => Math.round(percentile(sorted(values), 0.99));
			rows.push({
				phase,
				"hostile acts": acts,
				"acknowledged p50 ms": Math.round(percentile(sorted(times.acknowledged), 0.5)),
				"p99 ms": p99(times.acknowledged),
				spoken: `${times.spoken.length} of ${times.asked}`,
				"spoken p99 ms": p99(times.spoken),
				buttons: `${times.pressed.length} of ${times.buttons}`,
				codes: `${times.redeemed.length} of ${times.codes}`,
				"code p99 ms": p99(times.redeemed),
				"messages read": `${heard.flatMap(({ messages }) => messages as string[]).length} of ${times.written}`,
				"read p99 ms": p99(heard.map(({ waitedMs }) => Number(waitedMs))),
				"healthz p99 ms": p99(times.monitored),
				// Of the playground and the speech service, which are in this process.
				"bench's loop p99 ms": Math.round(own.percentile(99) / 1e6),
			});
		}
		return { title: `two servers on one Herald, ${phaseMs / 1_000} s each`, rows };
	} finally {
		await world.stop();
	}
};
