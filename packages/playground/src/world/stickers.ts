import type { APIMessage, APISticker } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import type { StickerDescription } from "./descriptions.ts";
import type { Guild } from "./guild.ts";

const guildSticker = 2;
const png = 1;

/** A guild's own sticker. Its picture is only described here. */
export const makeSticker = (
	id: string,
	guildId: string,
	{ name, description = "", tags = "🙂" }: StickerDescription,
): APISticker => ({
	id,
	name,
	description,
	tags,
	type: guildSticker,
	format_type: png,
	available: true,
	guild_id: guildId,
});

/** The stickers that a message's body names, as the message shows them. @throws ApiError 50081 for unknown ones */
export const stickerItems = (guild: Guild, ids: unknown): Pick<APIMessage, "sticker_items"> => {
	if (!Array.isArray(ids) || ids.length === 0) return {};
	return {
		sticker_items: ids.map((id) => {
			const sticker = guild.stickers.get(String(id));
			if (!sticker) throw refuse.invalidSticker();
			return { id: sticker.id, name: sticker.name, format_type: sticker.format_type };
		}),
	};
};
