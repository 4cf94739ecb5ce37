import { answersOf } from "./account/answers.ts";
import { panels } from "./account/panel.ts";
import { handleRoutes, slashCommand } from "./services.ts";

const { open, presses } = answersOf(panels.server);

export const account = slashCommand({
	declaration: { name: "account", forManagers: true },
	execute: open,
	routes: handleRoutes(panels.server.routes, presses),
});
