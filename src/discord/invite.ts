import { ConfigError, readSecret } from "@herald/common/environment.ts";
import { offerHelp } from "@herald/common/process/command-line.ts";
import { type Installs, readInstalls } from "../config.ts";
import { inviteAddress, memberInviteAddress, noBotToken, readApplicationId } from "./bot-token.ts";

const usage = `Print the address that adds Herald to a server, with just the permissions it uses, and the one with which
members install it for themselves, as INSTALLS allows.

  npm run invite

DISCORD_TOKEN must be set, in .env or the environment.
`;

const readSettings = (): { readonly token: string; readonly installs: Installs } => {
	try {
		return { token: readSecret(process.env, "DISCORD_TOKEN") ?? "", installs: readInstalls(process.env) };
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
};

offerHelp(usage);
const { token, installs } = readSettings();
const applicationId = readApplicationId(token);
if (applicationId === undefined) {
	process.stderr.write(`${noBotToken}\n`);
	process.exitCode = 1;
} else {
	if (installs.servers) process.stdout.write(`${inviteAddress(applicationId)}\n`);
	if (installs.members) process.stdout.write(`${memberInviteAddress(applicationId)}\n`);
}
