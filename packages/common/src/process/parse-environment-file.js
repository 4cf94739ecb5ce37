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

/** @returns the variables of a file's text; the last one of a name counts, and lines that are none don't */
export const parseEnvironmentFile = (text) => {
	const read = {};
	let at = 0;
	while (at < text.length) {
		assignment.lastIndex = at;
		const [all, name = "", before = "", after = ""] = assignment.exec(text) ?? [];
		if (all === undefined) {
			// White space, or the rest of a line.
			at += /^(?:\s|[^\n\r]*)/.exec(text.slice(at))?.[0].length || 1;
			continue;
		}
		at += all.length;
		const key = name.trimEnd();
		if (!/^[A-Za-z_]\w*$/.test(key)) continue;
		const parts = [...before.matchAll(quoted)].map(([, single, double]) => single ?? readDouble(double));
		read[key] = parts.join("") + readPlain(after);
	}
	return read;
};
