import type { Logger } from "@herald/common/log.ts";
import { Recent } from "@herald/common/recent.ts";
import { fingerprint } from "../credit/fingerprint.ts";
import type { Account } from "../shared/account.ts";
import { type Party, partyKey, whoseIs } from "../shared/party.ts";
import { Problem, type ProblemKind } from "../shared/problem.ts";
import type { AccountLinks, TooManyTries } from "../store/account-links.ts";
import type { AccountLink } from "../store/database.ts";
import { type AccountSecrets, bindingOf } from "./account-secrets.ts";
import type { KeyTrial } from "./key-trial.ts";

/** Others' changes, such as those of the operator's tool, count after so long, in ms. */
const renewAfterMs = 5_000;
/** Guilds and members whose account is remembered. */
const ownersMax = 10_000;
/** How long the operator's account stands in before another one is tried again, in ms. */
const standInMs = 10 * 60_000;
/** So that stolen keys can't be tried out here. */
const tryLimits = { withinMs: 24 * 60 * 60_000, perOwner: 5, perMember: 20 };

/** Troubles that the account's owner can do something about. */
const accountTroubles = [
	"unauthorized",
	"forbidden",
	"key_exhausted",
	"subscription_exhausted",
	"out_of_credit",
] as const;
/** Why an account doesn't work: the service refuses it, it is of another service, or its secret is gone. */
type AccountTrouble = (typeof accountTroubles)[number] | "other_service" | "unreadable";

/** The keys that connect one. */
export type AccountKeys = Pick<Account, "apiKey" | "topupToken" | "topupUserId">;

/** An account that was connected, without its keys. */
export interface ConnectedAccount {
	/** Null if the member was forgotten. */
	readonly connectedBy: string | null;
	readonly connectedAt: number;
	readonly trouble: AccountTrouble | undefined;
}

interface KnownAccount {
	readonly link: AccountLink;
	/** Undefined where it can't be used. */
	readonly account: Account | undefined;
	trouble: AccountTrouble | undefined;
	troubleAt: number;
}

interface AccountEntry {
	known: Promise<KnownAccount | undefined>;
	readAt: number;
}

export interface OwnAccountsOptions {
	/** The operator's. */
	readonly operators: Account;
	readonly links: AccountLinks;
	readonly secrets: AccountSecrets;
	readonly trial: KeyTrial;
	/** Keeps members and accounts unreadable. */
	readonly secret: Buffer;
	/** @returns whether the operator lets a guild or a member have an account of their own */
	readonly isAllowed: (party: Party) => boolean;
	/** Whether the operator's account pays where an owner's is refused. */
	readonly standsIn: boolean;
	readonly logger: Logger;
	/** In ms since the epoch. */
	readonly now: () => number;
}

const isTrouble = (kind: string | null | undefined): kind is AccountTrouble =>
	accountTroubles.some((each) => each === kind);

/** Which account pays, where guilds or members may connect their own. */
export class OwnAccounts {
	readonly #options: OwnAccountsOptions;
	readonly trial: KeyTrial;
	readonly isAllowed: OwnAccountsOptions["isAllowed"];
	/** The keys asked for beside the speech key: those that the operator's account needs, too. */
	readonly takes: { readonly token: boolean; readonly userId: boolean };
	readonly #owners = new Recent<AccountEntry>(ownersMax);

	constructor(options: OwnAccountsOptions) {
		const { topupToken, topupUserId } = options.operators;
		this.isAllowed = options.isAllowed;
		this.#options = options;
		this.trial = options.trial;
		this.takes = { token: topupToken !== undefined, userId: topupUserId !== undefined };
	}

	/** @returns the owner's account, or the operator's where they have none @throws {@link Problem} where it can't be used */
	readonly of = async (party: Party): Promise<Account> => {
		const known = await this.#know(party);
		if (!known) return this.#options.operators;
		if (!known.account)
			throw new Problem({ kind: "unauthorized", whose: whoseIs(party) }, `own account: ${known.trouble}`);
		return known.account;
	};

	/** @returns the account that pays for speech now: the operator's may stand in for another */
	readonly payerOf = async (party: Party): Promise<Account> =>
		this.#isStoodInFor(await this.#know(party)) ? this.#options.operators : this.of(party);

	/** @returns the same by its id, which is some other one where it can't be used; undefined is the operator's */
	readonly payerIdOf = async (party: Party): Promise<string | undefined> => {
		const known = await this.#know(party);
		return !known || this.#isStoodInFor(known) ? undefined : (known.account?.ownId ?? known.trouble);
	};

	#isStoodInFor(known: KnownAccount | undefined): boolean {
		const { standsIn, now } = this.#options;
		if (!standsIn || known?.trouble === undefined) return false;
		return !known.account || Math.abs(now() - known.troubleAt) < standInMs;
	}

	/** @returns what an owner has connected; undefined if that is nothing */
	async describe(party: Party): Promise<ConnectedAccount | undefined> {
		const known = await this.#know(party);
		return known && { ...known.link, trouble: known.trouble };
	}

	/** Counts a try of a key, whatever comes of it. @returns why there must be none */
	takeTry(party: Party, userId: string): Promise<TooManyTries | undefined> {
		const member = fingerprint(this.#options.secret, "member", userId);
		return this.#options.links.takeTry({ guildId: party, member }, tryLimits);
	}

	/** @returns the account that keys belong to */
	accountWith(keys: AccountKeys): Account {
		const { topupToken: _, topupUserId: __, ...service } = this.#options.operators;
		const ownId = fingerprint(this.#options.secret, "account", JSON.stringify(keys));
		return { ...service, ...keys, ownId };
	}

	/** Connects an account. @throws {@link Problem} `not_stored` */
	async connect(party: Party, connectedBy: string, keys: AccountKeys): Promise<void> {
		const { links, secrets } = this.#options;
		const service = this.#service;
		try {
			if ((await links.readSecretId()) === undefined) await secrets.check(links);
			await links.connect({ guildId: party, service, connectedBy }, (secretId) => {
				const seal = secrets.find(secretId);
				if (!seal) throw new Problem({ kind: "not_stored" }, "the secret of accounts was changed");
				return seal.close(keys, bindingOf(party, service));
			});
		} finally {
			this.#owners.delete(partyKey(party));
		}
	}

	/** @returns whether there was an account */
	async disconnect(party: Party): Promise<boolean> {
		try {
			return await this.#options.links.disconnect(party);
		} finally {
			this.#owners.delete(partyKey(party));
		}
	}

	/** Reads anew what is connected: who did so was forgotten. */
	forget(party: Party): void {
		this.#owners.delete(partyKey(party));
	}

	/** Notes whether the service refuses an owner's account, and what for. If that fails, it is noted the next time. */
	readonly noteTrouble = (
		party: Party,
		{ ownId }: Pick<Account, "ownId">,
		kind: ProblemKind | undefined,
	): void => {
		const trouble = isTrouble(kind) ? kind : undefined;
		if (kind !== undefined && trouble === undefined) return;
		void this.#know(party)
			.then((known) => {
				if (known?.account?.ownId !== ownId || !known) return;
				known.troubleAt = this.#options.now();
				if (known.trouble === trouble) return;
				known.trouble = trouble;
				const { links, logger } = this.#options;
				logger.info(
					{ event: "own_account", owner: party, trouble: trouble ?? "none" },
					"a connected account",
				);
				return links.noteTrouble(known.link, trouble ?? null);
			})
			.catch(() => {});
	};

	/** Where the accounts are: a key is never sent to another service than the one it was given for. */
	get #service(): string {
		const { identity, baseUrl } = this.#options.operators;
		return identity ?? baseUrl;
	}

	async #know(party: Party): Promise<KnownAccount | undefined> {
		if (!this.isAllowed(party)) return undefined;
		const now = this.#options.now();
		let isNew = false;
		const entry = this.#owners.get(partyKey(party), () => {
			isNew = true;
			return { known: this.#read(party), readAt: now };
		});
		// One process has the texts of a guild's members; any may have those of a member elsewhere.
		if (!isNew && (whoseIs(party) === "member" || Math.abs(now - entry.readAt) > renewAfterMs)) {
			entry.readAt = now;
			const before = entry.known;
			// While the database is away, it is as it was.
			entry.known = before.then((known) => this.#read(party, known).catch(() => known));
		}
		try {
			return await entry.known;
		} catch (error) {
			this.#owners.delete(partyKey(party));
			throw error;
		}
	}

	/** @param before - what was known: it stays what it is where nothing has changed */
	async #read(party: Party, before?: KnownAccount): Promise<KnownAccount | undefined> {
		const link = await this.#options.links.read(party);
		if (!link) return undefined;
		if (before?.link.secretId === link.secretId && Buffer.from(before.link.sealed).equals(link.sealed))
			return Object.assign(before, { link });
		const isOther = link.service !== this.#service;
		const keys = isOther ? undefined : this.#open(link);
		const account = keys && this.accountWith(keys);
		const noted = isTrouble(link.trouble) ? link.trouble : undefined;
		const trouble = isOther ? "other_service" : account ? noted : "unreadable";
		return { link, account, trouble, troubleAt: Number.NEGATIVE_INFINITY };
	}

	#open({ guildId: party, service, secretId, sealed }: AccountLink): AccountKeys | undefined {
		const { secrets, logger } = this.#options;
		const keys = secrets.find(secretId)?.open(sealed, bindingOf(party, service));
		if (keys === undefined)
			logger.error(
				{ event: "own_account_unreadable", owner: party },
				"a connected account can't be decrypted",
			);
		return keys as AccountKeys | undefined;
	}
}
