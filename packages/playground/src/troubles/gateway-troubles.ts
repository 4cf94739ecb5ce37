import type { Gateway } from "../gateway/gateway.ts";
import type { Faults } from "./faults.ts";
import type { Trouble } from "./panel.ts";
import { untilUsed } from "./until-used.ts";

/** Requests that edit or follow an acknowledged interaction's answer. */
const answers = { method: ["PATCH", "POST"], path: /^\/webhooks\/\d+\/[^/]+(\/messages\/[^/]+)?$/ };

/** The troubles with Discord itself: its gateway, and its answers to the application's requests. */
export const gatewayTroubles = (gateway: Gateway, faults: Faults): readonly Trouble[] => [
	{
		id: "drop-gateway",
		label: { en: "Drop the gateway connection", de: "Gateway-Verbindung trennen" },
		run: () => gateway.drop(),
	},
	{
		id: "forget-sessions",
		label: { en: "Forget the gateway session", de: "Gateway-Sitzung vergessen" },
		run: () => gateway.forgetSessions(),
	},
	{
		id: "refuse-answer",
		label: {
			en: "Refuse the next answer after “thinking…” (403)",
			de: "Nächste Antwort nach „denkt nach …“ ablehnen (403)",
		},
		...untilUsed(() => faults.fail(answers, 403, 50_013, "Missing Permissions")),
	},
	{
		id: "limit-request",
		label: { en: "Rate-limit the next request", de: "Nächste Anfrage ausbremsen (429)" },
		...untilUsed(() => faults.rateLimit({ path: /./ }, 1)),
	},
];
