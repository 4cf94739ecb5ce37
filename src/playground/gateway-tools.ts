import type { BenchTool } from "./bench.ts";
import type { Faults } from "./faults.ts";
import type { Gateway } from "./gateway.ts";

/** The bench's troubles with Discord itself: its gateway, and its answers to the application's requests. */
export const gatewayTools = (gateway: Gateway, faults: Faults): readonly BenchTool[] => [
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
		id: "fail-request",
		label: { en: "Fail the next request to Discord", de: "Nächste Anfrage an Discord scheitern lassen" },
		run: () => faults.fail({ path: /./ }, 500),
	},
	{
		id: "limit-request",
		label: { en: "Rate-limit the next request", de: "Nächste Anfrage ausbremsen (429)" },
		run: () => faults.rateLimit({ path: /./ }, 1),
	},
];
