/**
 * Reads files with settings as systemd reads an `EnvironmentFile=`, also without systemd: `#` begins a comment only at the
 * start of a line.
 */

/** An assignment. A quote that is still open, or a backslash at the end, continues it on the next line. */
const assignment =
	/([^\s#;=][^=\n\r]*)=((?:[ \t]*(?:'[^']*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)))*)[ \t]*((?:\\(?:.|$)|[^\\\n\r])*)/sy;
const quoted = /'([^']*)'?|"((?:\\.|[^"\\])*)"?/gs;

/** @returns the text in double quotes; a backslash escapes only characters that a shell would interpret */
const readDouble = (text) =>
	text.replace(/\\(.)/gs, (both, next) => (next === "\n" ? "" : /["\\`$]/.test(next) ? next : both));

/** @returns the text outside quotes, without unescaped white space at its end */
const readPlain = (text) => {
	const parts = text.match(/\\.?|[^\\]/gs) ?? [];
	const end = parts.findLastIndex((part) => !/^[ \t]$/.test(part)) + 1;
	return parts
		.slice(0, end)
		.map((part) => (part.startsWith("\\") ? part.slice(1).replace(/[\n\r]/, "") : part))
		.join("");
};

/** @returns the variables of a file's text, with their positions; other lines are left out */
export const listAssignments = (text) => {
	const list = [];
	let at = 0;
	while (at < text.length) {
		assignment.lastIndex = at;
		const [all, name = "", before = "", after = ""] = assignment.exec(text) ?? [];
		if (all === undefined) {
			// Skips white space, or the rest of a line that is no assignment.
			at += /^(?:\s|[^\n\r]*)/.exec(text.slice(at))?.[0].length || 1;
			continue;
		}
		const begin = at;
		at += all.length;
		const key = name.trimEnd();
		if (!/^[A-Za-z_]\w*$/.test(key)) continue;
		const parts = [...before.matchAll(quoted)].map(([, single, double]) => single ?? readDouble(double));
		list.push({ name: key, value: parts.join("") + readPlain(after), begin, end: at });
	}
	return list;
};

/** @returns the variables of a file's text; if a name comes several times, its last value counts */
export const parseEnvironmentFile = (text) =>
	Object.fromEntries(listAssignments(text).map(({ name, value }) => [name, value]));
