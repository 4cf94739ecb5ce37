import type { Form } from "./form.ts";

/** Refuses `allowed_mentions` that contradict themselves or name too many. */
export const checkAllowedMentions = (form: Form, value: unknown): void => {
	if (value === undefined || value === null) return;
	const rules = form.object(value);
	if (!rules) return;
	const parse = form.in("parse").list(rules.parse, 3);
	for (const [index, item] of parse.entries())
		form.in("parse", index).oneOf(item, ["users", "roles", "everyone"]);
	for (const key of ["users", "roles"] as const) {
		const ids = form.in(key).list(rules[key], 100);
		if (ids.length > 0 && parse.includes(key))
			form
				.in(key)
				.refuse(
					"MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
					`parse:["${key}"] and ${key} are mutually exclusive.`,
				);
	}
};
