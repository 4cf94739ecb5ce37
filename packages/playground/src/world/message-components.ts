import type { APIAttachment, APIMessage } from "discord-api-types/v10";
import { isJson, type Json } from "../checks/json.ts";
import { mapComponents, numberComponents } from "../checks/walk-components.ts";

/** Checked components as the API writes them: each with an id, and media with what is known about it. */
export const finishComponents = (
	components: unknown,
	attachments: readonly APIAttachment[],
): NonNullable<APIMessage["components"]> => {
	const own = (url: unknown) =>
		attachments.find((each) => url === each.url || url === `attachment://${each.filename}`);
	const fillMedia = (media: Json): Json => {
		const { url, proxy_url: proxyUrl, content_type: contentType, id } = own(media.url) ?? { url: media.url };
		return {
			url,
			proxy_url: proxyUrl ?? url,
			...(contentType !== undefined && { content_type: contentType }),
			...(id !== undefined && { attachment_id: id }),
		};
	};
	const picture = ({ media, ...item }: Json) => ({
		...item,
		...(isJson(media) && { media: fillMedia(media) }),
	});
	const fill = (component: Json): Json => {
		const { file, items } = component;
		const shown = isJson(file) ? own(file.url) : undefined;
		return {
			...picture(component),
			...(isJson(file) && { file: fillMedia(file) }),
			...(shown && { name: shown.filename, size: shown.size }),
			...(Array.isArray(items) && { items: items.filter(isJson).map(picture) }),
		};
	};
	return mapComponents(numberComponents(components), fill) as unknown as NonNullable<
		APIMessage["components"]
	>;
};
