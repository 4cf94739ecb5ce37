import { find, make, refill } from "../dom.js";
import { goTo, remember, state } from "../state.js";

/** @param {string} name */
const initials = (name) =>
	name
		.split(/\s+/)
		.map((word) => [...word][0] ?? "")
		.join("")
		.slice(0, 3);

/** Shows the list of servers if there are several, or if the member has direct messages. */
export const showGuilds = () => {
	const { guilds, directs, id: current } = state.guild;
	const box = find("guilds");
	box.hidden = guilds.length < 2 && directs.length === 0;
	refill(
		box,
		guilds.map(({ id, name, as }) =>
			make("button.guild", {
				"data-guild": id,
				"data-initials": initials(name),
				title: name,
				"aria-label": name,
				"aria-current": id === current ? "page" : "false",
				onclick: () => {
					remember("as", as);
					goTo({ guild: id });
				},
			}),
		),
	);
};
