import type { Actions } from "../members/actions.ts";
import type { Trouble } from "./panel.ts";

/** The trouble that a command's texts mention somebody whom the interaction doesn't tell of. */
export const mentionTrouble = (actions: Actions): Trouble => ({
	id: "hide-mentions",
	label: { en: "Leave mentions in texts unresolved", de: "Erwähnungen in Texten nicht auflösen" },
	isOn: () => !actions.resolvesMentions,
	run: () => {
		actions.resolvesMentions = !actions.resolvesMentions;
	},
});
