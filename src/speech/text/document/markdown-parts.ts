const fence = /^ {0,3}(`{3,}|~{3,})/;
const definition = /^ {0,3}\[\^([^\]\s]{1,50})\]:[ \t]*(.*)$/;
const continued = /^(?: {2,}|\t)\S/;

/** @returns Markdown without the front matter that programs read, and the title in it, or "" */
export const takeFrontMatter = (text: string): { readonly title: string; readonly rest: string } => {
	const mark = /^(---|\+\+\+)[ \t]*\n/.exec(text);
	const close = mark ? text.indexOf(`\n${mark[1]}`, mark[0].length - 1) : -1;
	if (!mark || close === -1) return { title: "", rest: text };
	const matter = text.slice(mark[0].length, close).split("\n");
	const line = matter.find((each) => /^title[ \t]*[:=]/i.test(each)) ?? "";
	const title = line.replace(/^title[ \t]*[:=]/i, "").trim();
	const unquoted = /^(["']).*\1$/.test(title) ? title.slice(1, -1) : title;
	const end = text.indexOf("\n", close + 1);
	return { title: unquoted, rest: end === -1 ? "" : text.slice(end + 1) };
};

/** @returns Markdown without its footnotes, and their words by what refers to them */
export const takeFootnotes = (
	text: string,
): { readonly notes: ReadonlyMap<string, string>; readonly body: string } => {
	const notes = new Map<string, string>();
	const body: string[] = [];
	let open: string | undefined;
	let note: string | undefined;
	for (const line of text.split("\n")) {
		const [, run] = fence.exec(line) ?? [];
		if (run !== undefined && open === undefined) open = run;
		else if (run !== undefined && open !== undefined && run.startsWith(open)) open = undefined;
		const [, id, words = ""] = (open === undefined && definition.exec(line)) || [];
		if (id !== undefined) {
			note = id;
			notes.set(id, words);
		} else if (note !== undefined && continued.test(line))
			notes.set(note, `${notes.get(note)} ${line.trim()}`);
		else {
			note = undefined;
			body.push(line);
		}
	}
	return { notes, body: body.join("\n") };
};
