import { type Installs, readInstalls } from "../../../config.ts";
import { askDiscord, type DiscordAccess, describeRefusal } from "../ask-discord.ts";
import { type Identity, portal } from "../check-token.ts";
import type { Context } from "../context.ts";
import type { SettingChanges } from "../env-file.ts";
import { type ApplicationChange, type ApplicationPlan, planApplication } from "../plan-application.ts";
import { readPicture } from "../read-picture.ts";

/** What is to be done for the application. */
export interface SettledApplication {
	readonly plan: ApplicationPlan;
	/** Whether the operator wants it to be done. */
	readonly isWanted: boolean;
	readonly installs: Installs;
	readonly changes: SettingChanges;
}

const who = [
	{ value: "servers", label: "Servers: those who manage one add it there" },
	{ value: "both", label: "Servers, and members for themselves, to use it anywhere" },
	{ value: "members", label: "Members alone" },
] as const;

/** Which messages the settings let Herald read: only then it needs the intent. */
const readsAll = ({ environment }: Context): boolean =>
	["", "auto"].includes(environment.READ_MESSAGES ?? "");

const askReadAloud = async ({ terminal, options }: Context, identity: Identity): Promise<boolean> => {
	if (!options.readAloud) return false;
	const contentFlags = 0b11 << 18;
	if (!terminal.asks || (identity.application.flags & contentFlags) !== 0) return true;
	return terminal.confirm(
		"Let servers have channels read aloud? Herald then asks Discord for the Message Content intent.",
		true,
	);
};

/** @returns what would be changed for the settings as they are, without any question */
export const reviewApplication = (context: Context, identity: Identity): ApplicationPlan =>
	planApplication(identity, {
		readAloud: context.options.readAloud && readsAll(context),
		installs: readInstalls(context.environment),
		picture: readPicture(),
	});

/** Asks what Herald is to do for its application, and shows all of it. Nothing is changed yet. */
export const settleApplication = async (
	context: Context,
	identity: Identity,
): Promise<SettledApplication> => {
	const { terminal, options, environment } = context;
	terminal.title("The application");
	const current = environment.INSTALLS || "servers";
	readInstalls(environment);
	const chosen =
		options.installs ??
		(terminal.asks ? await terminal.choose<string>("Who may add Herald?", who, current) : current);
	const installs = readInstalls({ INSTALLS: chosen });
	const plan = planApplication(identity, {
		readAloud: readsAll(context) && (await askReadAloud(context, identity)),
		installs,
		picture: readPicture(),
	});
	const says = Object.values(plan.says);
	if (says.length === 0) terminal.say("The application has all that Herald can set.");
	else terminal.say("Herald would change this of its application:", ...says.map((line) => `- ${line}`));
	if (plan.byHand.length > 0)
		terminal.say("This is left for you:", ...plan.byHand.map((line) => `- ${line}`));
	return {
		plan,
		isWanted:
			says.length > 0 && (options.yes || (terminal.asks && (await terminal.confirm("Change that?", true)))),
		installs,
		changes: chosen === current ? {} : { INSTALLS: chosen },
	};
};

/** What came of the change: the fields that were changed, and a sentence about what wasn't. */
interface ChangeResult {
	readonly fields: readonly string[];
	readonly problem?: string;
}

const without = (change: ApplicationChange, fields: readonly string[]): ApplicationChange =>
	Object.fromEntries(Object.entries(change).filter(([field]) => !fields.includes(field)));

/** Changes the application. Fields that Discord doesn't take are left out, and said. */
export const changeApplication = async (
	{ change, says }: ApplicationPlan,
	asking: DiscordAccess,
	applicationId: string,
): Promise<ChangeResult> => {
	const answer = await askDiscord(asking, "/applications/@me", change);
	if (answer.kind === "answer") return { fields: Object.keys(change) };
	const refused = answer.kind === "invalid" ? answer.fields.filter((field) => field in change) : [];
	if (refused.length === 0)
		return {
			fields: [],
			problem: `The application is as it was. ${describeRefusal(answer, asking)}`,
		};
	const rest = without(change, refused);
	const again =
		Object.keys(rest).length > 0 ? await askDiscord(asking, "/applications/@me", rest) : undefined;
	const list = refused.map((field) => says[field]).join(" ");
	return {
		fields: again?.kind === "answer" ? Object.keys(rest) : [],
		problem: `Discord doesn't let Herald do this, so do it at ${portal}/${applicationId}: ${list}`,
	};
};
