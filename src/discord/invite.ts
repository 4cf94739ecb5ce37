/** `npm run invite`: prints the address that adds Herald to a server, with just the scopes and permissions it uses. */
import { type ConfigError, readSecret } from "@herald/common/environment.ts";
import { offerHelp } from "@herald/common/process/command-line.ts";
import { inviteAddress } from "./invite-address.ts";

const usage = `Print the address that adds Herald to a server, with just the permissions it uses.

  npm run invite

DISCORD_TOKEN must be set, in .env or the environment.
`;

/** @returns the application's id, which a bot's token starts with in base64; undefined if it isn't a token */
const readApplicationId = (token: string): string | undefined => {
	const id = Buffer.from(token.split(".")[0] ?? "", "base64").toString("latin1");
	return /^\d{15,21}$/.test(id) ? id : undefined;
};

const readToken = (): string => {
	try {
		return readSecret(process.env, "DISCORD_TOKEN") ?? "";
	} catch (error) {
		process.stderr.write(`${(error as ConfigError).message}\n`);
		process.exit(1);
	}
};

offerHelp(usage);
const applicationId = readApplicationId(readToken());
if (applicationId === undefined) {
	process.stderr.write(
		"DISCORD_TOKEN isn't a bot token: put the one from the Discord developer portal (Bot → Reset Token) into .env.\n",
	);
	process.exitCode = 1;
} else {
	process.stdout.write(`${inviteAddress(applicationId)}\n`);
}
