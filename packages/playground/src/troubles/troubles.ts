import type { Parts } from "../parts.ts";
import { writeAll } from "../texts/write.js";
import { type Trouble, untilUsed } from "./panel.ts";
import { voiceTroubles } from "./voice-troubles.ts";

/** Requests that edit or follow an acknowledged interaction's answer. */
const answers = { method: ["PATCH", "POST"], path: /^\/webhooks\/\d+\/[^/]+(\/messages\/[^/]+)?$/ };
const anyFile = { method: "GET", path: /^\/attachments\// };

/**
 * The page's troubles: in voice channels, with the gateway, with the answers to the application's requests,
 * and with the files that members attach, which Discord keeps at a place of their own.
 */
export const listTroubles = ({ world, gateway, voice, actions, faults, fileFaults }: Parts): Trouble[] => [
	...voiceTroubles(world, voice),
	{
		id: "drop-gateway",
		label: writeAll("dropGateway"),
		run: () => gateway.drop(),
	},
	{
		id: "forget-sessions",
		label: writeAll("forgetSession"),
		run: () => gateway.forgetSessions(),
	},
	{
		id: "refuse-answer",
		label: writeAll("refuseAnswer"),
		...untilUsed(() => faults.fail(answers, 403, 50_013, "Missing Permissions")),
	},
	{
		id: "limit-request",
		label: writeAll("limitRate"),
		...untilUsed(() => faults.rateLimit({ path: /./ }, 1)),
	},
	{
		id: "lose-file",
		label: { en: "Lose the next file that is fetched (404)", de: "Nächste abgerufene Datei verlieren (404)" },
		...untilUsed(() => fileFaults.page(anyFile, 404)),
	},
	{
		id: "hold-file",
		label: { en: "Never deliver the next file that is fetched", de: "Nächste abgerufene Datei nie liefern" },
		...untilUsed(() => fileFaults.stall(anyFile)),
	},
	{
		id: "redirect-file",
		label: { en: "Redirect the next file that is fetched", de: "Nächste abgerufene Datei umleiten" },
		...untilUsed(() => fileFaults.redirect(anyFile, "http://127.0.0.1:9/elsewhere")),
	},
	{
		id: "hide-mentions",
		label: writeAll("unresolvedMentions"),
		isOn: () => !actions.resolvesMentions,
		run: () => {
			actions.resolvesMentions = !actions.resolvesMentions;
		},
	},
	{
		id: "withdraw-content",
		label: writeAll("withdrawContent"),
		isOn: () => world.messageContent === "refused",
		run: () => gateway.grantMessageContent(world.messageContent === "refused" ? "limited" : "refused"),
	},
];
