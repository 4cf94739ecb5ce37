import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findPort } from "./find-port.ts";

const rules = new URL("../../deploy/prometheus/herald.rules.yml", import.meta.url);
const scrapeSeconds = 15;

/** @returns the rules with all durations divided by `times` */
const speedUp = (text: string, times: number): string =>
	text.replace(/(?<=for: |\[)(\d+)([mh])/g, (_, count: string, unit: string) => {
		const seconds = Number(count) * (unit === "h" ? 3_600 : 60);
		return `${Math.round(seconds / times)}s`;
	});

interface Alert {
	readonly state: string;
	readonly labels: Readonly<Record<string, string>>;
}

/**
 * Starts Debian's Prometheus with Herald's alert rules.
 *
 * @param target - the port of an operations address
 * @param times - how many times faster than in production scraping and the rules are
 */
export const startPrometheus = async (target: number, times: number) => {
	const folder = mkdtempSync(join(tmpdir(), "herald-prometheus-"));
	const port = await findPort();
	const interval = `${Math.round((scrapeSeconds * 1_000) / times)}ms`;
	writeFileSync(join(folder, "herald.rules.yml"), speedUp(readFileSync(rules, "utf8"), times));
	writeFileSync(
		join(folder, "prometheus.yml"),
		JSON.stringify({
			global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
			rule_files: ["herald.rules.yml"],
			scrape_configs: [{ job_name: "herald", static_configs: [{ targets: [`127.0.0.1:${target}`] }] }],
		}),
	);
	const child = spawn(
		"prometheus",
		[
			`--config.file=${folder}/prometheus.yml`,
			`--storage.tsdb.path=${folder}/data`,
			`--web.listen-address=127.0.0.1:${port}`,
			"--log.level=error",
		],
		{ stdio: ["ignore", "ignore", "inherit"] },
	);
	const firing = async (): Promise<string[]> => {
		const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
		const { data } = (await response.json()) as { data: { alerts: readonly Alert[] } };
		const names = data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
		return [...new Set(names)].map(String).sort();
	};
	const isUp = () =>
		firing().then(
			() => true,
			() => false,
		);
	while (!(await isUp())) await wait(200);
	return {
		firing,
		stop: async () => {
			const ended = once(child, "exit");
			child.kill("SIGTERM");
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
};
