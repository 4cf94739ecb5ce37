/**
 * Files with settings, read as systemd reads an `EnvironmentFile=`, whoever reads them: a `#` begins a comment at the
 * start of a line alone.
 */

/** One line, with those that a quote or a backslash at its end adds; the quoted parts come first. */
const assignment =
	/([^\s#;=][^=\n\r]*)=((?:[ \t]*(?:'[^']*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)))*)[ \t]*((?:\\(?:.|$)|[^\\\n\r])*)/sy;
const quoted = /'([^']*)'?|"((?:\\.|[^"\\])*)"?/gs;

/** @returns what is in double quotes: only what a shell would take for its own is escaped */
const readDouble = (text) =>
	text.replace(/\\(.)/gs, (both, next) => (next === "\n" ? "" : /["\\`$]/.test(next) ? next : both));

/** @returns what isn't in quotes, without the white space at its end that isn't escaped */
const readPlain = (text) => {
	const parts = text.match(/\\.?|[^\\]/gs) ?? [];
	const end = parts.findLastIndex((part) => !/^[ \t]$/.test(part)) + 1;
	return parts
		.slice(0, end)
		.map((part) => (part.startsWith("\\") ? part.slice(1).replace(/[\n\r]/, "") : part))
		.join("");
};

/** @returns each variable of a file's text, with where it stands; lines that are none are left out */
export const listAssignments = (text) => {
	const list = [];
	let at = 0;
	while (at < text.length) {
		assignment.lastIndex = at;
		const [all, name = "", before = "", after = ""] = assignment.exec(text) ?? [];
		if (all === undefined) {
			// White space, or the rest of a line.
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

/** @returns the variables of a file's text; the last one of a name counts */
export const parseEnvironmentFile = (text) =>
	Object.fromEntries(listAssignments(text).map(({ name, value }) => [name, value]));
