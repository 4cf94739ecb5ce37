/**
 * What the body of each operation is, in the words of Discord's OpenAPI: names of its schemas. Operations whose body is
 * written in place there are in `differences.ts`. Operations without a body are in neither.
 */
export const bodies: Readonly<Record<string, string>> = {
	"PATCH /applications/@me": "ApplicationFormPartial",
	"PUT /applications/{application_id}/commands": "ApplicationCommandUpdateRequest[] | null",
	"PUT /applications/{application_id}/guilds/{guild_id}/commands": "ApplicationCommandUpdateRequest[] | null",
	"PATCH /channels/{channel_id}":
		"UpdateDMRequestPartial | UpdateGroupDMRequestPartial | UpdateGuildChannelRequestPartial | UpdateThreadRequestPartial",
	"POST /channels/{channel_id}/messages": "MessageCreateRequest",
	"PATCH /channels/{channel_id}/messages/{message_id}": "MessageEditRequestPartial",
	"POST /channels/{channel_id}/messages/{message_id}/threads": "CreateTextThreadWithMessageRequest",
	"POST /channels/{channel_id}/threads": "CreateForumThreadRequest | CreateTextThreadWithoutMessageRequest",
	"PUT /guilds/{guild_id}/bans/{user_id}": "BanUserFromGuildRequest",
	"DELETE /guilds/{guild_id}/bans/{user_id}": "UnbanUserFromGuildRequest",
	"POST /guilds/{guild_id}/roles": "CreateRoleRequest",
	"PATCH /guilds/{guild_id}/roles": "UpdateRolePositionsRequest[]",
	"PATCH /guilds/{guild_id}/roles/{role_id}": "UpdateRoleRequestPartial",
	"PATCH /guilds/{guild_id}/voice-states/@me": "UpdateSelfVoiceStateRequestPartial",
	"PATCH /guilds/{guild_id}/voice-states/{user_id}": "UpdateVoiceStateRequestPartial",
	"POST /interactions/{interaction_id}/{interaction_token}/callback":
		"ApplicationCommandAutocompleteCallbackRequest | CreateMessageInteractionCallbackRequest | LaunchActivityInteractionCallbackRequest | ModalInteractionCallbackRequest | PongInteractionCallbackRequest | SocialLayerSKUPurchaseEligibilityInteractionCallbackRequest | UpdateMessageInteractionCallbackRequest",
	"POST /users/@me/channels": "CreatePrivateChannelRequest",
	"POST /webhooks/{webhook_id}/{webhook_token}":
		"IncomingWebhookRequestPartial | IncomingWebhookUpdateRequestPartial",
	"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": "IncomingWebhookUpdateRequestPartial",
	"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": "IncomingWebhookUpdateRequestPartial",
};
