import { readFileSync } from "node:fs";

const lookEveryMs = 1_000;

/** @returns a process's name and its parent's id, where the system tells them in files */
const readProcess = (pid: number): { readonly name: string; readonly parent: string } | undefined => {
	try {
		const [, name = "", parent = ""] =
			/^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
		return { name, parent };
	} catch {
		return undefined;
	}
};

/** @returns npm, as long as it is there: the parent, or the parent of the shell by which npm starts a script */
const identifyNpm = (): string => {
	const parent = readProcess(process.ppid);
	const shell = parent && /^(?:ba|da)?sh$/.test(parent.name) ? ` ${parent.parent}` : "";
	return `${process.ppid}${shell}`;
};

/**
 * npm that is ended by a signal doesn't pass it on to what it has started, which would go on alone.
 *
 * @param onGone - called once, when this process was started by `npm start`, and npm has ended
 */
export const followNpm = (onGone: () => void): void => {
	if (process.env.npm_lifecycle_event !== "start") return;
	const npm = identifyNpm();
	const timer = setInterval(() => {
		if (identifyNpm() === npm) return;
		clearInterval(timer);
		onGone();
	}, lookEveryMs).unref();
};
