/** `npm run invite`: prints the address that adds Herald to a server, with just the scopes and permissions it uses. */
import { OAuth2Scopes, PermissionFlagsBits } from "discord.js";

const permissions = [
	PermissionFlagsBits.ViewChannel,
	PermissionFlagsBits.SendMessages,
	PermissionFlagsBits.AttachFiles,
	PermissionFlagsBits.SendVoiceMessages,
	PermissionFlagsBits.Connect,
	PermissionFlagsBits.Speak,
	PermissionFlagsBits.RequestToSpeak,
].reduce((sum, bit) => sum | bit, 0n);

/** @returns the application's id, which a bot's token starts with in base64; undefined if it isn't a token */
const readApplicationId = (token: string): string | undefined => {
	const id = Buffer.from(token.split(".")[0] ?? "", "base64").toString("latin1");
	return /^\d{15,21}$/.test(id) ? id : undefined;
};

const applicationId = readApplicationId(process.env.DISCORD_TOKEN ?? "");
if (applicationId === undefined) {
	process.stderr.write(
		"DISCORD_TOKEN isn't a bot token: put the one from the Discord developer portal (Bot → Reset Token) into .env.\n",
	);
	process.exitCode = 1;
} else {
	const query = new URLSearchParams({
		client_id: applicationId,
		scope: [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join(" "),
		permissions: String(permissions),
	});
	process.stdout.write(`https://discord.com/oauth2/authorize?${query}\n`);
}
