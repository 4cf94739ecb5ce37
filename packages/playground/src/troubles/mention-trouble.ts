import type { Actions } from "../members/actions.ts";
import { writeAll } from "../texts/write.js";
import type { Trouble } from "./panel.ts";

/** The trouble that a command's texts mention a user that the interaction doesn't resolve. */
export const mentionTrouble = (actions: Actions): Trouble => ({
	id: "hide-mentions",
	label: writeAll("unresolvedMentions"),
	isOn: () => !actions.resolvesMentions,
	run: () => {
		actions.resolvesMentions = !actions.resolvesMentions;
	},
});
