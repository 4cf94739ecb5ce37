import type { Gateway } from "../gateway/gateway.ts";
import { writeAll } from "../texts/write.js";
import type { Faults } from "./faults.ts";
import type { Trouble } from "./panel.ts";
import { untilUsed } from "./until-used.ts";

/** Requests that edit or follow an acknowledged interaction's answer. */
const answers = { method: ["PATCH", "POST"], path: /^\/webhooks\/\d+\/[^/]+(\/messages\/[^/]+)?$/ };

/** The troubles with Discord itself: its gateway, and its answers to the application's requests. */
export const gatewayTroubles = (gateway: Gateway, faults: Faults): readonly Trouble[] => [
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
];
