import type { Form } from "./form.ts";
import { isJson } from "./form.ts";
import { limits } from "./limits.ts";

/** Refuses embeds that are too many, too long or empty. */
export const checkEmbeds = (form: Form, value: unknown): void => {
	let total = 0;
	const text = (place: Form, item: unknown, max: number, min = 0) => {
		if (place.text(item, min, max)) total += item.length;
	};
	for (const [index, item] of form.list(value, limits.embeds).entries()) {
		const place = form.in(index);
		const embed = place.object(item);
		if (!embed) continue;
		text(place.in("title"), embed.title, 256);
		text(place.in("description"), embed.description, 4_096);
		if (isJson(embed.footer)) text(place.in("footer", "text"), embed.footer.text, 2_048, 1);
		if (isJson(embed.author)) text(place.in("author", "name"), embed.author.name, 256, 1);
		for (const [at, field] of place.in("fields").list(embed.fields, 25).entries()) {
			const inside = place.in("fields", at);
			const fields = inside.object(field);
			text(inside.in("name"), fields?.name, 256, 1);
			text(inside.in("value"), fields?.value, 1_024, 1);
		}
		if (Object.keys(embed).every((key) => key === "type" || embed[key] === undefined))
			place.refuse("BASE_TYPE_REQUIRED", "This field is required");
	}
	if (total > limits.embedText)
		form.refuse("MAX_EMBED_SIZE_EXCEEDED", `Embed size exceeds maximum size of ${limits.embedText}`);
};
