import { elsewhere } from "../shared/party.ts";
import { dayOf } from "../shared/utc-day.ts";
import { enumerate } from "./kept-files.ts";
import { runTool, type ToolCall, withStore } from "./run-tool.ts";

const usage = `Show or erase what is stored about a person, in all servers and outside of them, also while Herald runs.

  npm run member -- show ID
      Writes it as JSON. ID is the person's id at Discord (Copy User ID, in Discord's developer mode).
  npm run member -- erase ID [--forget-opt-out]
      Erases it, as /forget-me in a direct message does. That they aren't to be read aloud stays, unless
      --forget-opt-out erases that, too. How long they spoke today stays until midnight (UTC), so that the limits hold.

Logs and backups aren't changed: see docs/privacy.md.
`;

const show = (call: ToolCall, userId: string): Promise<string> =>
	withStore(call, async (store) => JSON.stringify(await store.showMember(userId), undefined, "\t"));

const count = (n: number, one: string, many: string) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]);

const erase = (call: ToolCall, userId: string): Promise<string> =>
	withStore(call, async (store) => {
		const { encrypted } = await store.showMember(userId);
		const withOptOut = call.options["forget-opt-out"] === true;
		const done = await store.forgetMember({ place: elsewhere, userId, today: dayOf(Date.now()), withOptOut });
		const texts = encrypted.longTexts + encrypted.textsBehindButtons + encrypted.answersUnderWay;
		const what = [
			...(done.settings ? ["preferences"] : []),
			...count(done.presets, "preset", "presets"),
			...count(done.days, "day of speech", "days of speech"),
			...count(texts, "text under way", "texts under way"),
			...(done.redemptions ? ["their name at redeemed codes"] : []),
			...(done.connected ? ["their name at the accounts that they connected for servers"] : []),
			...(done.account ? ["the account that they connected for themselves"] : []),
		];
		const erased = what.length === 0 ? "Nothing was stored that is erased." : `Erased ${enumerate(what)}.`;
		const kept = done.staysUnread && !withOptOut ? " That they aren't to be read aloud stays." : "";
		return `${erased}${kept} What a Herald that runs has in memory lasts a quarter of an hour at most, or until it leaves the voice channel.`;
	});

await runTool(
	usage,
	{ "forget-opt-out": { type: "boolean" } },
	(call) => {
		const [what, userId = ""] = call.words;
		return what === "show" ? show(call, userId) : erase(call, userId);
	},
	(words) =>
		words.length === 2 && ["show", "erase"].includes(words[0] ?? "") && /^\d{15,21}$/.test(words[1] ?? ""),
);
