import type { InteractionTrace } from "@herald/playground";
import type { Result } from "./index.ts";
import { percentile } from "./support/processor-time.ts";
import { openPlayground, startWorld } from "./support/world.ts";

const memberCount = 20;

const longText = (n: number): string =>
	Array.from(
		{ length: 18 },
		(_, k) => `This is sentence ${k} of text ${n}, which nobody has said before.`,
	).join(" ");

/** A wait of a trace ends after 15 s, but the last of many long texts takes longer, so the wait is repeated. */
const answer = async (trace: InteractionTrace): Promise<void> => {
	for (;;) {
		const seen = await trace
			.message((message) => message.attachments.length > 0 || message.ephemeral)
			.catch(() => undefined);
		if (seen?.ephemeral) throw new Error(`a member was told: ${seen.content}`);
		if (seen) return;
	}
};

/** The goals: a p99 below 200 ms for acknowledgements, and below 10 ms for the event loop. */
export const run = async (): Promise<Result> => {
	const playground = await openPlayground();
	const { herald, stop } = startWorld({ playground, reports: true });
	try {
		await herald.start();
		const { owner, guild } = playground.home;
		const crowd = Array.from({ length: memberCount }, (_, n) =>
			playground.world.addMember(guild, { username: `member${n}` }),
		);
		await playground.command(owner, "say", { text: "Warm up, please." }).firstAnswer();
		await herald.report();
		const startedAt = performance.now();
		const runs = crowd.map((member, n) => {
			const sentAt = performance.now();
			const trace = playground.command(member, "say", { text: longText(n) });
			const acknowledged = trace.acknowledged().then(() => performance.now() - sentAt);
			return { acknowledged, trace };
		});
		const acknowledgements = (await Promise.all(runs.map((each) => each.acknowledged))).sort((a, b) => a - b);
		await Promise.all(runs.map(({ trace }) => answer(trace)));
		const seconds = (performance.now() - startedAt) / 1_000;
		const { delay } = await herald.report();
		const row = (measure: string, p50: number, p99: number, max: number) => ({
			measure,
			"p50 ms": p50.toFixed(1),
			"p99 ms": p99.toFixed(1),
			"max ms": max.toFixed(1),
		});
		return {
			title: `${memberCount} members say ${longText(0).length} characters each at once; all answered after ${seconds.toFixed(1)} s`,
			rows: [
				row(
					"acknowledgement",
					percentile(acknowledgements, 0.5),
					percentile(acknowledgements, 0.99),
					acknowledgements.at(-1) ?? 0,
				),
				row("event-loop delay", delay.p50, delay.p99, delay.max),
			],
		};
	} finally {
		await stop();
	}
};
