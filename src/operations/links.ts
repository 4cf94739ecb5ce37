import { StartError } from "@herald/common/start-error.ts";
import { partyKey, partyWith } from "../shared/party.ts";
import type { AccountLink } from "../store/database.ts";
import { runTool, type ToolCall, withStore } from "./run-tool.ts";

const usage = `Show the servers and members that have connected an account of their own (ACCOUNTS), or disconnect one. Keys are never shown.

  npm run links -- list
  npm run links -- remove OWNER
      Erases the account of the server with that id, or of the member with that id behind an @. A Herald that runs
      stops using it within seconds.
  npm run links -- remove all
      Erases all of them, for instance when their secret is lost.
`;

const describe = ({ guildId: party, service, connectedBy, connectedAt, trouble }: AccountLink): string =>
	[
		partyKey(party),
		service,
		new Date(connectedAt).toISOString(),
		connectedBy ?? "someone",
		...(trouble === null ? [] : [`refused: ${trouble}`]),
	].join("  ");

const list = (call: ToolCall): Promise<string> =>
	withStore(call, async ({ accountLinks: links }) => {
		const all = await links.list();
		return all.length === 0 ? "No account is connected." : all.map(describe).join("\n");
	});

const remove = (call: ToolCall, owner: string): Promise<string> =>
	withStore(call, async ({ accountLinks: links }) => {
		if (owner === "all") return `Disconnected ${await links.clear()} accounts.`;
		if (!(await links.disconnect(partyWith(owner))))
			throw new StartError(`${owner} has connected no account.`);
		return `Disconnected ${owner}.`;
	});

await runTool(
	usage,
	{},
	(call) => (call.words[1] === undefined ? list(call) : remove(call, call.words[1])),
	(words) => words.length === (words[0] === "remove" ? 2 : 1) && ["list", "remove"].includes(words[0] ?? ""),
);
