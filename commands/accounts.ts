import { answersOf } from "./account/answers.ts";
import { panels } from "./account/panel.ts";
import { handleEverywhere, handleRoutes, slashCommand } from "./services.ts";

const [ofServer, ofMember] = [answersOf(panels.server), answersOf(panels.member)];

export const account = slashCommand({
	declaration: { name: "account", forManagers: true },
	execute: ofServer.open,
	routes: handleRoutes(panels.server.routes, ofServer.presses),
});

export const myAccount = slashCommand({
	declaration: { name: "my-account", everywhere: true },
	execute: ofMember.open,
	routes: handleEverywhere(panels.member.routes, ofMember.presses),
});
