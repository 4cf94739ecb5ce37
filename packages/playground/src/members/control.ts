import type { APIUser } from "discord-api-types/v10";
import { orThrow } from "../checks/form.ts";
import type { Parts } from "../parts.ts";
import { banUser, unbanUser } from "../world/around-messages.ts";
import type { Channel, ChannelDescription, Guild, Member, PermissionName } from "../world/guild.ts";
import { mainChannel } from "../world/guild.ts";
import { findHome, type Home } from "../world/home.ts";
import type { AutocompleteChoice } from "../world/interaction.ts";
import { permissionBits } from "../world/permissions.ts";
import type { Webhook } from "../world/webhooks.ts";
import { Acts, type Circumstances } from "./acts.ts";
import type { OptionValues } from "./fill-in.ts";
import { next, type SeenMessage } from "./trace.ts";

/** What a channel overwrite allows and denies. */
export interface PermissionChange {
	readonly allow?: readonly PermissionName[];
	readonly deny?: readonly PermissionName[];
}

/** Lets programs act as members, and change what is around them. */
export class Control extends Acts {
	readonly #parts: Parts;
	#home: Home | undefined;

	constructor(parts: Parts) {
		super(parts.commands, parts.messages, parts.interactions);
		this.#parts = parts;
	}

	/**
	 * Resolves once the application is logged in and has registered these commands. Rejects if that takes
	 * more than five minutes.
	 */
	async ready(...commands: readonly string[]): Promise<void> {
		const { world, gateway, commands: registered } = this.#parts;
		const [guild] = this.guilds;
		const missing = () => {
			if (!guild || !gateway.reaches(guild)) return "The application didn't log in";
			const names = registered.inGuild(guild.id).map(({ name }) => name);
			const absent = commands.find((name) => !names.includes(name));
			return absent === undefined ? undefined : `The application registered no command "${absent}"`;
		};
		const isReady = () => missing() === undefined || undefined;
		await next(world.feed, ["guild"], isReady, () => missing() ?? "");
	}

	/**
	 * Resolves to the choices that the application offers while a member types the option `focused`. Rejects if the
	 * application doesn't answer in time.
	 */
	async autocomplete(
		member: Member,
		name: string,
		values: OptionValues,
		focused: string,
		where?: Circumstances,
	): Promise<readonly AutocompleteChoice[]> {
		const trace = this.command(member, name, values, where, focused);
		await trace.acknowledged();
		return trace.interaction.choices ?? [];
	}

	/**
	 * Writes a message as a member. Resolves to the application's next message in the same channel that the member sees.
	 * Rejects if no such message comes within five minutes.
	 */
	async ask(member: Member, text: string, where: Circumstances = {}): Promise<SeenMessage> {
		const { channel = mainChannel(member.guild) } = where;
		const { feed, applicationId } = this.#parts.world;
		let answer: SeenMessage | undefined;
		const stopListening = feed.listen({
			message: (kind, stored) => {
				const { author, channel_id: place } = stored.message;
				const isAnswer = kind === "created" && author.id === applicationId && place === channel.id;
				if (isAnswer && this.sees(member, stored)) answer ??= this.see(stored);
			},
		});
		const missing = () => `The application wrote nothing after "${text}"`;
		try {
			this.post(member, text, { channel });
			return await next(feed, ["message"], () => answer, missing);
		} finally {
			stopListening();
		}
	}

	/**
	 * Shows a preview of a link in a message, as Discord does a moment after the message was written. A preview is no
	 * edit.
	 */
	showPreview({ id }: { readonly id: string }, title: string, url = "https://example.com/"): SeenMessage {
		return this.see(this.#parts.messages.addPreview(id, title, url));
	}

	/** Writes through a webhook, by default under the webhook's name. */
	postByWebhook(webhook: Webhook, text: string, username?: string): SeenMessage {
		const payload = { content: text, ...(username !== undefined && { username }) };
		return this.see(this.#parts.webhooks.execute(webhook, { payload, files: [] }));
	}

	unreact(member: Member, message: { readonly id: string }, emoji: string): void {
		this.react(member, message, emoji, true);
	}

	/** Starts typing, by default in the first text channel. */
	type(member: Member, channel = mainChannel(member.guild)): void {
		const { feed, clock } = this.#parts.world;
		feed.emit("typing", member, channel, clock.now());
	}

	/** Uploads a file, as for an option of a command. @returns the value for that option */
	upload(filename: string, bytes: Uint8Array): string {
		return this.#parts.messages.files.upload({ filename, contentType: undefined, bytes }).id;
	}

	/** Every message that a member sees in their guild, oldest first. */
	messagesFor(member: Member): readonly SeenMessage[] {
		return this.#parts.messages
			.all()
			.filter((stored) => this.sees(member, stored))
			.map((stored) => this.see(stored));
	}

	/** The guild made of `homeDescription`, with its members and channels. @throws TypeError if one of them is missing */
	get home(): Home {
		this.#home ??= findHome(this.guilds);
		return this.#home;
	}

	/** How many of the application's last requests overwrite its commands; refused requests count, too. */
	get registrations(): number {
		const { requests } = this.#parts;
		return requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/commands")).length;
	}

	/** Every guild. The page opens the first one. */
	get guilds(): readonly Guild[] {
		return [...this.#parts.world.guilds.values()];
	}

	/**
	 * Opens a member's direct messages with the application, or with another member.
	 *
	 * @returns the member to act with there
	 */
	openDirect({ user }: Member, other?: Member): Member {
		const { world } = this.#parts;
		return this.#within(world.openDirect(user, other?.user ?? world.application))(user);
	}

	/** Opens a group of members. @returns the members to act with there, in the same order */
	openGroup<M extends readonly [Member, ...Member[]]>(
		name: string,
		...members: M
	): { [I in keyof M]: Member } {
		const users = members.map(({ user }) => user) as [APIUser, ...APIUser[]];
		return users.map(this.#within(this.#parts.world.addGroup(name, users))) as { [I in keyof M]: Member };
	}

	/** Creates a channel, by default in the first guild. @throws TypeError for an unknown category */
	createChannel(description: ChannelDescription, guild = this.#firstGuild()): Channel {
		return this.#parts.world.addChannel(guild, description);
	}

	/**
	 * Replaces a member's or everyone's overwrite in a channel. By default, the channel is the first text channel of the
	 * member's guild; for everyone, that of the first guild.
	 */
	setPermissions(who: Member | "everyone", { allow = [], deny = [] }: PermissionChange, where?: Channel) {
		const channel = where ?? mainChannel(who === "everyone" ? this.#firstGuild() : who.guild);
		this.#parts.world.setOverwrite(channel, {
			id: who === "everyone" ? channel.guild.id : who.user.id,
			type: who === "everyone" ? 0 : 1,
			allow: String(permissionBits(allow)),
			deny: String(permissionBits(deny)),
		});
	}

	/**
	 * Bans a member, and deletes their messages of the last `deletedSeconds`.
	 *
	 * @throws TypeError for the guild's owner and the application
	 */
	ban({ guild, user }: Member, deletedSeconds = 0): void {
		banUser(this.#parts.messages, guild, user, deletedSeconds);
	}

	unban(guild: Guild, user: APIUser): void {
		unbanUser(this.#parts.world, guild, user);
	}

	/** Creates a webhook in a channel, by default in the first text channel of the first guild, as the guild's owner. */
	createWebhook(name: string, channel = mainChannel(this.#firstGuild())): Webhook {
		return this.#parts.webhooks.create(channel, name, channel.guild.owner.user);
	}

	/** Bulk-deletes messages, as moderators' bots do. Messages of other channels than the first message's stay. */
	deleteTogether(messages: readonly { readonly id: string }[]): void {
		const ids = messages.map(({ id }) => id);
		const [first] = ids.flatMap((id) => this.#parts.messages.find(id) ?? []);
		const channel = first && this.#parts.world.channel(first.message.channel_id);
		if (channel) this.#parts.messages.deleteTogether(channel, ids);
	}

	#within({ guild }: Channel): (user: APIUser) => Member {
		return ({ id }) =>
			orThrow(guild.members.get(id), () => new TypeError("Applications can't be in groups."));
	}

	#firstGuild(): Guild {
		return orThrow(this.guilds[0], () => new TypeError("There is no guild."));
	}
}
