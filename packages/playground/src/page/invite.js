/** The page of an invite: adds the application to a server, or to the member's apps, when a button is pressed. */

/** @import { Invite } from "../page-server/page-routes.ts" */
import { readAnswer, send, troubleOf } from "./api.js";
import { fill, find, make } from "./dom.js";
import { applyTheme } from "./side/you.js";
import { state, t } from "./state.js";

const query = new URLSearchParams(location.search);

/** @param {string} text */
const tell = (text) => {
	find("result").textContent = text;
};

/**
 * A list item with a button that adds the application to a place.
 *
 * @param {string} label
 * @param {string} done - the text that is shown once the application is added
 * @param {object} fields
 */
const makePlace = (label, done, fields) => {
	const press = async () => {
		try {
			await send("install", { locale: state.locale, add: true, ...fields });
			item.remove();
			tell(done);
		} catch (error) {
			tell(troubleOf(error));
		}
	};
	const item = make("li", make("button", { onclick: press }, label));
	return item;
};

/** @param {Invite} invite */
const listPlaces = ({ name, servers, account }) => {
	if (query.get("integration_type") === "1")
		return account.isIn
			? []
			: [makePlace(t("addToAccount"), t("isInAccount", { name }), { as: account.as, where: "account" })];
	const permissions = query.get("permissions");
	const wanted = query.get("guild_id");
	return servers
		.filter(({ id, isIn }) => !isIn && (wanted === null || id === wanted))
		.map(({ id, name: server, as }) =>
			makePlace(t("addToNamed", { server }), t("isInServer", { name, server }), {
				as,
				guild: id,
				where: "server",
				...(permissions !== null && { permissions }),
			}),
		);
};

document.documentElement.lang = state.locale;
applyTheme();
try {
	const wanted = new URLSearchParams({ as: state.as, client: query.get("client_id") ?? "" });
	const invite = /** @type {Invite} */ (await readAnswer(await fetch(`/playground/api/invite?${wanted}`)));
	const { name } = invite;
	const title = t("inviteTitle", { name });
	document.title = title;
	find("title").textContent = title;
	const places = listPlaces(invite);
	fill(find("places"), places);
	if (places.length === 0)
		tell(t(query.get("integration_type") === "1" ? "isInAccount" : "isInAll", { name }));
} catch (error) {
	tell(troubleOf(error));
}
