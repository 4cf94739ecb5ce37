import type { FastifyInstance } from "fastify";
import { InputError } from "../checks/input-error.ts";
import type { Parts } from "../parts.ts";
import type { Invite } from "./messages.ts";
import { pageMember } from "./page-member.ts";

/**
 * `GET /oauth2/authorize`: the page that an invite opens, as on Discord, where the application is added by a press. What
 * it shows comes from `GET /playground/api/invite?client=ID&as=NAME`.
 */
export const addInvite = (page: FastifyInstance, { world }: Parts): void => {
	for (const path of ["/oauth2/authorize", "/api/oauth2/authorize"])
		page.get(path, (_request, reply) => reply.sendFile("invite.html"));
	page.get<{ Querystring: { client?: string; as?: string } }>(
		"/playground/api/invite",
		({ query: { client, as } }): Invite => {
			if (client !== world.applicationId) throw new InputError("noApplication");
			const { user } = pageMember(world, { as });
			return {
				name: world.application.username,
				servers: [...world.guilds.values()].map(({ id, name, owner, presence }) => ({
					id,
					name,
					as: owner.user.username,
					isIn: presence === "bot",
				})),
				account: { as: user.username, isIn: world.installedBy.has(user.id) },
			};
		},
	);
};
