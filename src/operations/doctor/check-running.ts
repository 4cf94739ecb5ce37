import { request } from "undici";
import type { Config } from "../../config.ts";
import { isDataDirLocked } from "../../store/data-folder.ts";
import { type Finding, found, note, ok, wrong } from "./finding.ts";

/** The parts of `/readyz`'s answer that may show a problem. */
interface RunningReport {
	readonly gateway?: string;
	readonly database?: string;
	readonly stopping?: boolean;
	readonly processes?: { readonly silent?: number };
}

const describeTrouble = ({ gateway, database, stopping, processes }: RunningReport): Finding[] =>
	found(
		stopping && note("Herald is stopping."),
		(processes?.silent ?? 0) > 0 &&
			wrong(
				"A process of Herald's hangs: Herald kills it after a minute, and its log says which it is (event process_silent).",
			),
		database === "not writable" &&
			wrong(
				"Herald can't write its database: its log says why (event not_stored). Make room, or end the program that holds it.",
			),
		(gateway === "connecting" || gateway === "given up") &&
			wrong(
				"Herald isn't connected to Discord: its log says why (events gateway_lost, discord_unreachable).",
			),
	);

const ask = async (address: string, patienceMs: number): Promise<Finding[]> => {
	const { statusCode, body } = await request(`http://${address}/readyz`, {
		signal: AbortSignal.timeout(patienceMs),
	});
	const said = (await body.json()) as RunningReport;
	if (statusCode === 200) return [ok("Herald says that it is ready.")];
	const trouble = describeTrouble(said);
	return trouble.length > 0 ? trouble : [wrong(`Herald says that it isn't ready: ${JSON.stringify(said)}.`)];
};

/**
 * Asks a Herald that runs on the data folder for its state.
 *
 * @param patienceMs - longer than the 2 s for which Herald waits for a hung process of its own
 */
export const checkRunning = async (
	{ dataDir, operations }: Config,
	patienceMs: number,
): Promise<Finding[]> => {
	if (!isDataDirLocked(dataDir)) return [];
	const { host, port } = operations;
	if (port === undefined || port === 0)
		return [ok("Herald doesn't say how it does: it has no OPERATIONS_PORT to be asked at.")];
	const own = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
	const address = own.includes(":") ? `[${own}]:${port}` : `${own}:${port}`;
	try {
		return await ask(address, patienceMs);
	} catch (error) {
		return [
			wrong(
				`Herald runs, but doesn't answer at ${address} (${(error as NodeJS.ErrnoException).code ?? (error as Error).name}): it starts, or hangs. Look into its log; if that has nothing new, restart Herald.`,
			),
		];
	}
};
