import { answersOf } from "./account/answers.ts";
import { panels } from "./account/panel.ts";
import { handleEverywhere, slashCommand } from "./services.ts";

const { open, presses } = answersOf(panels.member);

export const myAccount = slashCommand({
	declaration: { name: "my-account", everywhere: true },
	execute: open,
	routes: handleEverywhere(panels.member.routes, presses),
});
