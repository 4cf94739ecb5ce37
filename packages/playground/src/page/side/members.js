import { makeAvatar, makeBadge } from "../avatar.js";
import { find, make } from "../dom.js";
import { state } from "../state.js";
import { t } from "../texts.js";

const isOnline = ({ bot }) => !bot || state.guild.connected;

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

/** Shows who is in the guild, those online first. */
export const showMembers = () => {
	const groups = [
		[t("online"), state.guild.members.filter(isOnline)],
		[t("offlineMembers"), state.guild.members.filter((member) => !isOnline(member))],
	];
	find("members").replaceChildren(
		...groups
			.filter(([, people]) => people.length > 0)
			.flatMap(([title, people]) => [
				make("h2", {}, `${title} — ${people.length}`),
				make("ul", { "aria-label": title }, people.map(memberRow)),
			]),
	);
};
