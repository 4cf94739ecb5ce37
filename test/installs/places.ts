import type { Member } from "@herald/playground";
import type { Herald } from "../support/herald.ts";

/** A member who has installed Herald, in each kind of place outside of its servers. */
export interface Places {
	/** In a direct message with the bot. */
	readonly direct: Member;
	readonly group: Member;
	/** Another member of the group. */
	readonly friend: Member;
	/** In a server without Herald. */
	readonly stranger: Member;
}

/** Has a member install Herald. @returns the member in each place */
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
