import { PermissionFlagsBits, type REST, type RESTAPIPartialCurrentUserGuild, Routes } from "discord.js";
import { inviteAddress, neededPermissions } from "../../discord/invite-address.ts";
import { enumerate } from "../kept-files.ts";
import { type Finding, note, ok } from "./finding.ts";

/** Discord gives no more of them at a time. */
const guildsPerRequest = 200;

const listGuilds = async (rest: REST): Promise<RESTAPIPartialCurrentUserGuild[]> => {
	const guilds: RESTAPIPartialCurrentUserGuild[] = [];
	for (;;) {
		const after = guilds.at(-1)?.id;
		const query = new URLSearchParams({ limit: String(guildsPerRequest), ...(after && { after }) });
		const page = (await rest.get(Routes.userGuilds(), { query })) as RESTAPIPartialCurrentUserGuild[];
		guilds.push(...page);
		if (page.length < guildsPerRequest) return guilds;
	}
};

const listMissing = (permissions: bigint): string[] =>
	(permissions & PermissionFlagsBits.Administrator) !== 0n
		? []
		: Object.entries(neededPermissions).flatMap(([name, bit]) => ((permissions & bit) === 0n ? [name] : []));

/** Checks Herald's permissions in each server. Single channels may still take them away. */
export const checkGuilds = async (
	rest: REST,
	applicationId: string,
	allowedGuilds: readonly string[],
): Promise<Finding[]> => {
	const guilds = await listGuilds(rest);
	if (guilds.length === 0)
		return [note(`Herald is in no server yet: add it to one with ${inviteAddress(applicationId)}`)];
	const lacking = guilds.flatMap(({ id, name, permissions }) => {
		const missing = listMissing(BigInt(permissions));
		return missing.length === 0
			? []
			: [
					note(
						`In "${name}" (${id}), Herald lacks ${enumerate(missing)}: let somebody who manages that server give it to Herald's role.`,
					),
				];
	});
	const ids = new Set(guilds.map(({ id }) => id));
	const absent = allowedGuilds
		.filter((id) => !ids.has(id))
		.map((id) =>
			note(`ALLOWED_GUILDS names ${id}, where Herald isn't: add it with ${inviteAddress(applicationId, id)}`),
		);
	const count = guilds.length === 1 ? "its server" : `all ${guilds.length} servers`;
	return [
		...(lacking.length === 0 ? [ok(`Herald has the permissions that it uses in ${count}.`)] : lacking),
		...absent,
	];
};
