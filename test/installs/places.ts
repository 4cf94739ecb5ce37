import type { Member } from "@herald/playground";
import type { Herald } from "../support/herald.ts";

/** A member outside of Herald's servers who has installed it. */
export interface Places {
	/** In a direct message with the bot. */
	readonly direct: Member;
	readonly group: Member;
	/** Another member of that group. */
	readonly friend: Member;
	/** In a server without Herald. */
	readonly stranger: Member;
}

/** Has a member install Herald. @returns the member in each of those places */
export const install = ({ playground }: Herald, member: Member, friend: Member): Places => {
	playground.world.setInstalled(member.user, true);
	const [group, other] = playground.openGroup("Lunch", member, friend);
	const without = playground.world.addGuild({
		name: "Without",
		presence: "none",
		members: [{ username: "eve" }, { username: member.user.username }],
	});
	const stranger = [...without.members.values()].find(({ user }) => user.id === member.user.id);
	if (!group || !other || !stranger) throw new Error("They aren't there.");
	return { direct: playground.openDirect(member), group, friend: other, stranger };
};
