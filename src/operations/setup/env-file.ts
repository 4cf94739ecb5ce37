import {
	chmodSync,
	existsSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { listAssignments, parseEnvironmentFile } from "@herald/common/process/parse-environment-file.js";
import { StartError } from "@herald/common/start-error.ts";

/** New values of settings, by name. An empty value unsets a setting. */
export type SettingChanges = Readonly<Record<string, string>>;

const secretNames = /^(?:(?:OLD_)?DISCORD_TOKEN|SPEECH_API_KEY|TOPUP_TOKEN|DATABASE_URL|ACCOUNTS_SECRET)$/;

/** @returns a value as it is written in the file, quoted by systemd's rules */
const quote = (value: string): string => {
	if (/[\r\n]/.test(value)) throw new StartError("A setting with line breaks can't be written to .env.");
	return /^[^\s"'\\$`]*$/.test(value) ? value : `"${value.replace(/["\\$`]/g, "\\$&")}"`;
};

export const readSettings = (text: string): Readonly<Record<string, string>> => parseEnvironmentFile(text);

const setOne = (text: string, name: string, value: string): string => {
	const line = `${name}=${quote(value)}`;
	// If a name is assigned several times, the last assignment counts.
	const at = listAssignments(text).findLast((each) => each.name === name);
	if (at) return text.slice(0, at.begin) + line + text.slice(at.end);
	const gap = text === "" || text.endsWith("\n") ? "" : "\n";
	return `${text}${gap}${line}\n`;
};

/**
 * @returns the file's text with the changed settings. All other lines stay as they are
 * @throws StartError if a setting can't be changed without changing something else
 */
export const changeSettings = (text: string, changes: SettingChanges): string => {
	const changed = Object.entries(changes).reduce((now, [name, value]) => setOne(now, name, value), text);
	const expected = { ...readSettings(text), ...changes };
	const got = readSettings(changed);
	const isRight =
		Object.keys(got).length === Object.keys(expected).length &&
		Object.entries(expected).every(([name, value]) => got[name] === value);
	if (isRight) return changed;
	throw new StartError(
		"There are lines in .env that can't be read for certain, such as a quote that isn't closed: put them right, and run this again.",
	);
};

/** @returns the changes that have an effect. An empty setting is the same as a missing one */
export const onlyNew = (text: string, changes: SettingChanges): SettingChanges => {
	const before = readSettings(text);
	return Object.fromEntries(
		Object.entries(changes).filter(([name, value]) => (before[name] ?? "") !== value),
	);
};

/** @returns a line for each value that is removed or added. Secrets are hidden */
export const describeChanges = (text: string, changes: SettingChanges): string[] => {
	const before = readSettings(text);
	const show = (name: string, value: string) =>
		`${name}=${value !== "" && secretNames.test(name) ? "(hidden)" : quote(value)}`;
	return Object.entries(changes).flatMap(([name, value]) => [
		...(before[name] === undefined ? [] : [`- ${show(name, before[name])}`]),
		`+ ${show(name, value)}`,
	]);
};

/** @returns the file's text; undefined if it doesn't exist. @throws StartError if it can't be read */
export const readEnvFile = (file: string): string | undefined => {
	if (!existsSync(file)) return undefined;
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new StartError(`${file} can't be read (${code}): give this user the right to, or remove it.`);
	}
};

const ownersOnly = 0o600;

export const previousOf = (file: string): string => `${file}.previous`;

/**
 * Replaces the file as a whole, readable only by its owner. {@link previousOf} names the file in which the previous
 * content is kept.
 *
 * @throws StartError if it can't be written
 */
export const writeEnvFile = (file: string, text: string): void => {
	const target = existsSync(file) ? realpathSync(file) : file;
	const put = (path: string, what: string) => {
		const draft = `${path}.${process.pid}.tmp`;
		try {
			writeFileSync(draft, what, { mode: ownersOnly, flag: "wx", flush: true });
			chmodSync(draft, ownersOnly);
			renameSync(draft, path);
		} catch (error) {
			rmSync(draft, { force: true });
			const { code } = error as NodeJS.ErrnoException;
			throw new StartError(`${path} can't be written (${code}), so ${file} is as it was.`);
		}
	};
	const before = readEnvFile(target);
	if (before !== undefined) put(previousOf(target), before);
	put(target, text);
};
