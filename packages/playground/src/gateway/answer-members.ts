import { isJson } from "../checks/json.ts";
import { isNamed, memberWithUser } from "../world/fields.ts";
import type { Member } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import type { Gateway, GatewayOperation } from "./gateway.ts";

const chunkSize = 1_000;

/** Answers operation 8: members of a guild, by ids or by the start of their names, in chunks. */
export const answerMembers =
	(world: World, gateway: Gateway): GatewayOperation =>
	(data, session) => {
		const guild = isJson(data) ? world.guilds.get(String(data.guild_id)) : undefined;
		if (!isJson(data) || !guild) return;
		const ids = data.user_ids === undefined ? undefined : [data.user_ids].flat().map(String);
		const wanted = (member: Member) =>
			ids ? ids.includes(member.user.id) : isNamed(member, String(data.query ?? ""));
		const found = [...guild.members.values()].filter(wanted);
		const members = found.slice(0, Number(data.limit) || found.length).map(memberWithUser);
		const count = Math.max(1, Math.ceil(members.length / chunkSize));
		for (let index = 0; index < count; index += 1)
			gateway.answer(session, "GUILD_MEMBERS_CHUNK", {
				guild_id: guild.id,
				members: members.slice(index * chunkSize, (index + 1) * chunkSize),
				chunk_index: index,
				chunk_count: count,
				not_found: ids?.filter((id) => !guild.members.has(id)) ?? [],
				...(data.presences === true && { presences: [] }),
				...(data.nonce !== undefined && { nonce: data.nonce }),
			});
	};
