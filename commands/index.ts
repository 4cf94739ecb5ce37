import type { Config } from "../src/config.ts";
import { type Command, everywhere } from "../src/discord/command.ts";
import { account, myAccount } from "./account.ts";
import { credit } from "./credit.ts";
import { forgetMe } from "./forget-me.ts";
import { help } from "./help.ts";
import { join, leave } from "./join.ts";
import { queue, skip, stop } from "./queue.ts";
import { readOrNot } from "./read-or-not.ts";
import { redeem } from "./redeem.ts";
import { say } from "./say.ts";
import { server } from "./server.ts";
import type { Services } from "./services.ts";
import { speak } from "./speak.ts";
import { voice } from "./voice.ts";

/** @returns the commands that the operator's settings allow, for both dispatch and registration */
export const commandsFor = (config: Pick<Config, "accounts" | "installs">): readonly Command<Services>[] =>
	commands
		.filter((command) => command !== account || config.accounts.ofServers)
		.filter((command) => command !== myAccount || config.installs.members)
		.filter((command) => command.everywhere || config.installs.servers)
		.map((command) =>
			command.everywhere && config.installs.members
				? { ...command, data: { ...command.data, ...everywhere } }
				: command,
		);

export const commands: readonly Command<Services>[] = [
	say,
	speak,
	readOrNot,
	voice,
	join,
	leave,
	skip,
	stop,
	queue,
	server,
	redeem,
	credit,
	account,
	myAccount,
	forgetMe,
	help,
];
