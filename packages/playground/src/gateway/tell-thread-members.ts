import { GatewayIntentBits } from "discord-api-types/v10";
import type { Feed } from "../world/feed.ts";
import { memberWithUser } from "../world/member-fields.ts";
import { threadMemberFields } from "../world/threads.ts";
import type { Gateway } from "./gateway.ts";

/** Sends the application who joins and leaves threads; others only with the privileged intent. */
export const tellThreadMembers = (applicationId: string, feed: Feed, gateway: Gateway): void => {
	feed.on("threadMembers", (channel, added, removed) => {
		const { id, guild, thread } = channel;
		const data = {
			id,
			guild_id: guild.id,
			member_count: thread.members.size,
			...(added.length > 0 && {
				added_members: added.map((userId) => {
					const member = guild.members.get(userId);
					return {
						...threadMemberFields(channel, userId),
						...(member && { member: memberWithUser(member) }),
					};
				}),
			}),
			...(removed.length > 0 && { removed_member_ids: removed }),
		};
		const own = [...added, ...removed].includes(applicationId);
		const intent = own ? GatewayIntentBits.Guilds : GatewayIntentBits.GuildMembers;
		gateway.dispatch("THREAD_MEMBERS_UPDATE", data, guild.id, intent);
	});
};
