/** `npm run links`: shows and ends the accounts that servers have connected. */

import type { AccountLink } from "../store/database.ts";
import { withLinks } from "./open-links.ts";
import { runTool, type ToolCall, ToolError } from "./run-tool.ts";

const usage = `Show the servers that have connected an account of their own (ACCOUNTS=servers), or disconnect one. Keys are never shown.

  npm run links -- list
  npm run links -- remove GUILD
      Erases the account of the server with that id. A Herald that runs stops using it within seconds.
  npm run links -- remove all
      Erases all of them, for instance when their secret is lost.
`;

const describe = ({ guildId, service, connectedBy, connectedAt, trouble }: AccountLink): string =>
	[
		guildId,
		service,
		new Date(connectedAt).toISOString(),
		connectedBy ?? "someone",
		...(trouble === null ? [] : [`refused: ${trouble}`]),
	].join("  ");

const list = (call: ToolCall): Promise<string> =>
	withLinks(call, async (links) => {
		const all = await links.list();
		return all.length === 0 ? "No server has connected an account." : all.map(describe).join("\n");
	});

const remove = (call: ToolCall, guildId: string): Promise<string> =>
	withLinks(call, async (links) => {
		if (guildId === "all") return `Disconnected ${await links.clear()} servers.`;
		if (!(await links.disconnect(guildId)))
			throw new ToolError(`Server ${guildId} has connected no account.`);
		return `Disconnected server ${guildId}.`;
	});

await runTool(
	usage,
	{},
	(call) => (call.words[1] === undefined ? list(call) : remove(call, call.words[1])),
	(words) => words.length === (words[0] === "remove" ? 2 : 1) && ["list", "remove"].includes(words[0] ?? ""),
);
