/** @import { MemberView } from "../../page-server/views.ts" */
import { fill, find, make, makeAvatar, makeBadge } from "../dom.js";
import { openPopup } from "../popup.js";
import { state, t } from "../state.js";

/** @param {MemberView} member */
const isOnline = ({ bot }) => !bot || state.guild.connected;

/**
 * @param {MemberView} member
 * @param {Element} anchor
 */
const openMember = ({ name, username, roles }, anchor) => {
	const items = roles.map((role) => make("li.role", role));
	const card = make(
		"div.member-card",
		{ role: "dialog", tabIndex: -1, "aria-label": name },
		make("strong.name", name),
		make("span.faint", username),
		make("h2.member-card-title.faint", t("roles")),
		items.length > 0 ? make("ul.member-roles.wrap", items) : make("p.faint", t("noRoles")),
	);
	openPopup(card, { anchor });
	card.focus();
};

/** @param {MemberView} member */
const memberRow = (member) => {
	const online = isOnline(member);
	const button = make(
		"button",
		{
			className: online ? "person flex" : "person flex away",
			"aria-haspopup": "dialog",
			onclick: () => openMember(member, button),
		},
		make("span.with-dot", makeAvatar(member, "small"), make(online ? "span.dot" : "span.dot.off")),
		make(
			"span.person-name.flex.wrap",
			make("span", { className: member.bot ? "name app" : "name" }, member.name),
			member.bot && makeBadge(),
			member.owner && make("span.faint", t("owner")),
		),
	);
	return make("li", button);
};

/** Shows the guild's members, those online first. */
export const showMembers = () => {
	const { members } = state.guild;
	const away = members.filter((member) => !isOnline(member));
	/**
	 * @param {string} title
	 * @param {readonly MemberView[]} people
	 */
	const group = (title, people) =>
		people.length > 0 && [
			make("h2", `${title} — ${people.length}`),
			make("ul", { "aria-label": title }, people.map(memberRow)),
		];
	fill(find("members"), group(t("online"), members.filter(isOnline)), group(t("offlineMembers"), away));
};
