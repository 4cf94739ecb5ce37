import type { Command } from "../src/discord/command.ts";
import { credit } from "./credit.ts";
import { forgetMe } from "./forget-me.ts";
import { help } from "./help.ts";
import { join } from "./join.ts";
import { leave } from "./leave.ts";
import { queue } from "./queue.ts";
import { readOrNot } from "./read-or-not.ts";
import { redeem } from "./redeem.ts";
import { say } from "./say.ts";
import { server } from "./server.ts";
import type { Services } from "./services.ts";
import { skip } from "./skip.ts";
import { speak } from "./speak.ts";
import { stop } from "./stop.ts";
import { voice } from "./voice.ts";

/** Every command of Herald: the one list that dispatch and registration share. */
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
	forgetMe,
	help,
];
