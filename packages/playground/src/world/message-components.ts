import { type APIAttachment, type APIMessage, ComponentType, EmbedType } from "discord-api-types/v10";
import { checked, isJson, type Json, listed } from "../checks/json.ts";
import { mapComponents, numberComponents } from "../checks/walk-components.ts";

const counts = { min_values: 1, max_values: 1 };

/** What Discord fills in. */
const defaults: Readonly<Partial<Record<ComponentType, Json>>> = {
	[ComponentType.StringSelect]: counts,
	[ComponentType.UserSelect]: counts,
	[ComponentType.RoleSelect]: counts,
	[ComponentType.MentionableSelect]: counts,
	[ComponentType.ChannelSelect]: counts,
	[ComponentType.File]: { spoiler: false },
	[ComponentType.Separator]: { spacing: 1, divider: true },
	[ComponentType.Container]: { accent_color: null, spoiler: false },
};

/** Checked components as the API writes them: each with an id, and media with what is known about it. */
export const finishComponents = (
	components: unknown,
	attachments: readonly APIAttachment[],
	newId: () => string,
): NonNullable<APIMessage["components"]> => {
	const own = (url: unknown) =>
		attachments.find((each) => url === each.url || url === `attachment://${each.filename}`);
	const fillMedia = (media: Json): Json => {
		const { url, proxy_url: proxyUrl, content_type: contentType, id } = own(media.url) ?? { url: media.url };
		return {
			id: id ?? newId(),
			url,
			proxy_url: proxyUrl ?? url,
			...(contentType !== undefined && { content_type: contentType }),
			...(id !== undefined && { attachment_id: id }),
		};
	};
	const picture = ({ media, ...item }: Json) => ({
		...(isJson(media) && { description: null, spoiler: false }),
		...item,
		...(isJson(media) && { media: fillMedia(media) }),
	});
	const fill = (component: Json): Json => {
		const { file, items } = component;
		const shown = isJson(file) ? own(file.url) : undefined;
		return {
			...defaults[component.type as ComponentType],
			...picture(component),
			...(isJson(file) && { file: fillMedia(file) }),
			...(shown && { name: shown.filename, size: shown.size }),
			...(Array.isArray(items) && { items: items.filter(isJson).map(picture) }),
		};
	};
	return checked(mapComponents(numberComponents(components), fill));
};

/** Embeds as the API writes them. */
export const finishEmbeds = (embeds: unknown): APIMessage["embeds"] =>
	listed(embeds).map((embed) => ({
		type: EmbedType.Rich,
		...embed,
		...(Array.isArray(embed.fields) && {
			fields: embed.fields.map((field) => ({ inline: false, ...field })),
		}),
	}));
