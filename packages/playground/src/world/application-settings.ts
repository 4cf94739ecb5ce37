import { createHash } from "node:crypto";
import { ApplicationFlags, ApplicationIntegrationType, OAuth2Scopes } from "discord-api-types/v10";
import { Form } from "../checks/form.ts";
import { isJson, type Json } from "../checks/json.ts";
import type { MessageContentGrant } from "./guild.ts";

export interface ApplicationDescription {
	/**
	 * Whether Discord has verified the application, as it does with bots in many servers. Only Discord can grant
	 * privileged intents to a verified application.
	 */
	readonly verified?: boolean;
	/** The name of the team that owns the application. Without a team, the owner of the first guild owns it. */
	readonly team?: string;
	/** Whether the API writes the application's field `bot`; by default true. */
	readonly bot?: boolean;
}

interface InstallParams {
	readonly scopes: readonly string[];
	/** A bit set, in decimal. */
	readonly permissions: string;
}

const contentFlags: Readonly<Record<MessageContentGrant, number>> = {
	granted: ApplicationFlags.GatewayMessageContent,
	limited: ApplicationFlags.GatewayMessageContentLimited,
	refused: 0,
};

/** The only flags that an application may change: those of limited intents. */
const limitedFlags =
	ApplicationFlags.GatewayPresenceLimited |
	ApplicationFlags.GatewayGuildMembersLimited |
	ApplicationFlags.GatewayMessageContentLimited;

const imageData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+=*$/;
/** On Discord, an image's name is a hash of its content. */
const readImage = (data: unknown): string | undefined =>
	typeof data === "string" ? createHash("sha256").update(data).digest("hex").slice(0, 32) : undefined;

const readParams = (given: unknown): InstallParams | undefined =>
	isJson(given)
		? {
				scopes: Array.isArray(given.scopes) ? given.scopes.map(String) : [],
				permissions: String(given.permissions ?? 0),
			}
		: undefined;

/** What each changeable field becomes, by its name; undefined for a field that the API then leaves out. */
const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
	description: (value) => (isJson(value) ? String(value.default) : String(value ?? "")),
	icon: (data) => readImage(data) ?? null,
	cover_image: readImage,
	tags: (value) => (Array.isArray(value) && value.length > 0 ? value.map(String) : undefined),
	install_params: readParams,
	custom_install_url: (value) => value ?? undefined,
};

/** The settings that an application's owner can change, in Discord's portal or by `PATCH /applications/@me`. */
export class ApplicationSettings {
	readonly description: ApplicationDescription;
	#own: Json = { description: "", icon: null };
	#flags: number = ApplicationFlags.GatewayGuildMembersLimited;
	#types = new Map<string, InstallParams | undefined>([
		[String(ApplicationIntegrationType.GuildInstall), undefined],
		[String(ApplicationIntegrationType.UserInstall), undefined],
	]);

	constructor(description: ApplicationDescription = {}) {
		this.description = description;
	}

	/** @returns the application's flags, with a flag for the Message Content intent unless the intent is refused */
	flags(grant: MessageContentGrant): number {
		return this.#flags | contentFlags[grant];
	}

	/** @returns the changeable fields of the application, as the API writes them */
	fields() {
		return {
			...this.#own,
			integration_types_config: Object.fromEntries(
				[...this.#types].map(([type, params]) => [type, params ? { oauth2_install_params: params } : {}]),
			),
		};
	}

	/**
	 * Changes the fields that a body has: all of them, or none if one is refused.
	 *
	 * @returns the grant of the Message Content intent afterwards
	 * @throws ApiError 50035 with every refused field
	 */
	change(body: Json, grant: MessageContentGrant): MessageContentGrant {
		const form = new Form();
		for (const name of ["icon", "cover_image"] as const)
			if (typeof body[name] === "string" && !imageData.test(body[name]))
				form.in(name).refuse("IMAGE_INVALID");
		const wanted = typeof body.flags === "number" ? body.flags : undefined;
		const before = this.flags(grant);
		const isChanged = wanted !== undefined && ((wanted ^ before) & limitedFlags) !== 0;
		if (isChanged && this.description.verified) form.in("flags").refuse("APPLICATION_INTENTS_VERIFIED");
		const types = isJson(body.integration_types_config) ? body.integration_types_config : undefined;
		const read = Object.entries(types ?? {}).map(([type, config]) => {
			const place = form.in("integration_types_config", type);
			if (!["0", "1"].includes(type)) place.refuse("BASE_TYPE_CHOICES", "Value must be one of {0, 1}.");
			const params = isJson(config) ? readParams(config.oauth2_install_params) : undefined;
			// Discord's portal offers the `bot` scope only for servers.
			const isOfUser = type === String(ApplicationIntegrationType.UserInstall);
			if (isOfUser && params?.scopes.includes(OAuth2Scopes.Bot))
				place.in("oauth2_install_params", "scopes").refuse("APPLICATION_INSTALL_PARAMS_INVALID_SCOPE");
			return [type, params] as const;
		});
		form.finish();
		if (types) this.#types = new Map(read);
		for (const [name, read] of Object.entries(readers))
			if (body[name] !== undefined) this.#own = { ...this.#own, [name]: read(body[name]) };
		if (!isChanged) return grant;
		const content = ApplicationFlags.GatewayMessageContentLimited;
		this.#flags = wanted & limitedFlags & ~content;
		if (grant === "granted") return grant;
		return (wanted & content) !== 0 ? "limited" : "refused";
	}
}
