/** @import { MemberView } from "../../page-server/messages.ts" */
import { makeAvatar, makeBadge } from "../avatar.js";
import { find, make } from "../dom.js";
import { state } from "../state.js";
import { t } from "../texts.js";

/** @param {MemberView} member */
const isOnline = ({ bot }) => !bot || state.guild.connected;

/** @param {MemberView} member */
const memberRow = (member) => {
	const online = isOnline(member);
	return make(
		"li",
		{ className: online ? "person" : "person away" },
		make(
			"span",
			{ className: "with-dot" },
			makeAvatar(member, "small"),
			make("span", { className: online ? "dot" : "dot off" }),
		),
		make(
			"span",
			{ className: "person-name" },
			make("span", { className: member.bot ? "name app" : "name" }, member.name),
			member.bot && makeBadge(),
			member.owner && make("span", { className: "faint" }, t("owner")),
		),
	);
};

/** Shows the guild's members, those online first. */
export const showMembers = () => {
	const { members } = state.guild;
	const groups = [
		{ title: t("online"), people: members.filter(isOnline) },
		{ title: t("offlineMembers"), people: members.filter((member) => !isOnline(member)) },
	];
	find("members").replaceChildren(
		...groups
			.filter(({ people }) => people.length > 0)
			.flatMap(({ title, people }) => [
				make("h2", {}, `${title} — ${people.length}`),
				make("ul", { "aria-label": title }, people.map(memberRow)),
			]),
	);
};
