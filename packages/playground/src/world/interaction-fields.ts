import { channelFields } from "./channel-fields.ts";
import type { Interaction, InteractionRequest } from "./interaction.ts";
import { memberWithUser } from "./member-fields.ts";
import { computePermissions } from "./permissions.ts";

/** An interaction as INTERACTION_CREATE brings it. */
export const interactionFields = (
	applicationId: string,
	interaction: Interaction,
	{ member, channel, locale, data, message }: InteractionRequest,
) => {
	const { guild } = member;
	const permissions = String(computePermissions(member, channel));
	return {
		id: interaction.id,
		application_id: applicationId,
		type: interaction.type,
		token: interaction.token,
		version: 1,
		guild_id: guild.id,
		guild: { id: guild.id, locale: "en-US", features: [] },
		channel_id: channel.id,
		channel: { ...channelFields(channel), permissions },
		member: { ...memberWithUser(member), permissions },
		locale,
		guild_locale: "en-US",
		app_permissions: String(computePermissions(guild.bot, channel)),
		entitlements: [],
		authorizing_integration_owners: { "0": guild.id },
		context: 0,
		attachment_size_limit: guild.attachmentLimit,
		data,
		...(message && { message }),
	};
};
