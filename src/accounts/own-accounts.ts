import { defer } from "@herald/common/defer.ts";
import type { Logger } from "@herald/common/log.ts";
import { Recent } from "@herald/common/recent.ts";
import type { Account } from "../shared/account.ts";
import { fingerprint } from "../shared/fingerprint.ts";
import { type Party, partyKey, whoseIs } from "../shared/party.ts";
import { accountTroubles, Problem, type ProblemKind } from "../shared/problem.ts";
import type { AccountLinks, TooManyTries } from "../store/account-links.ts";
import type { AccountLink } from "../store/database.ts";
import { type AccountSecrets, bindingOf } from "./account-secrets.ts";
import type { KeyTrial } from "./key-trial.ts";

/** How long a guild's cached account is used before it is read again, in ms. A member's account is read at each use. */
const renewAfterMs = 5_000;
/** The most guilds and members whose accounts are cached. */
const ownersMax = 10_000;
/** How long the operator's account stands in for a refused one before the refused one is tried again, in ms. */
const standInMs = 10 * 60_000;
/**
 * How many keys may be tried within `withinMs`: for one guild or member, by everybody together (`perOwner`), and by one
 * member anywhere (`perMember`). Without these limits, thieves could find out here which stolen keys work.
 */
const tryLimits = { withinMs: 24 * 60 * 60_000, perOwner: 5, perMember: 20 };

/**
 * Why an account doesn't work: the service refuses it, its keys are for another service (`other_service`), or it can't
 * be decrypted (`unreadable`).
 */
type AccountTrouble = (typeof accountTroubles)[number] | "other_service" | "unreadable";

export type AccountKeys = Pick<Account, "apiKey" | "topupToken" | "topupUserId">;

/** A connected account, without its keys. */
export interface ConnectedAccount {
	/** The member who connected the account; null if that member was forgotten. */
	readonly connectedBy: string | null;
	readonly connectedAt: number;
	readonly trouble: AccountTrouble | undefined;
}

interface KnownAccount {
	readonly link: AccountLink;
	/** Undefined if the account's keys are for another service or can't be decrypted. */
	readonly account: Account | undefined;
	trouble: AccountTrouble | undefined;
	troubleAt: number;
}

interface OwnAccountsOptions {
	readonly operators: Account;
	readonly links: AccountLinks;
	readonly secrets: AccountSecrets;
	readonly trial: KeyTrial;
	/** The secret with which the fingerprints of members and accounts are made. */
	readonly secret: Buffer;
	/** @returns whether the operator lets this guild or member connect an account */
	readonly isAllowed: (party: Party) => boolean;
	/** Whether the operator's account pays when a connected one is refused. */
	readonly standsIn: boolean;
	readonly logger: Logger;
	/** In ms since the epoch. */
	readonly now: () => number;
}

const isTrouble = (kind: string | null | undefined): kind is AccountTrouble =>
	accountTroubles.some((each) => each === kind);

export type OwnAccounts = Readonly<ReturnType<typeof keepOwnAccounts>>;

/** Decides whose account pays. Guilds and members may connect their own. */
export const keepOwnAccounts = (options: OwnAccountsOptions) => {
	const { operators, links, secrets, trial, secret, isAllowed, standsIn, logger, now } = options;
	const { topupToken, topupUserId, ...operatorsService } = operators;
	/** The service that keys are for: its `identity`, or else its base URL. A key is never sent to another service. */
	const service = operators.identity ?? operators.baseUrl;
	const owners = new Recent<{ known: Promise<KnownAccount | undefined>; readAt: number }>(ownersMax);

	/** Drops the cached account, because it was changed, or the member who connected it was forgotten. */
	const forget = (party: Party): void => owners.delete(partyKey(party));

	/** @returns the account at the operator's service that has these keys */
	const accountWith = (keys: AccountKeys): Account => ({
		...operatorsService,
		...keys,
		ownId: fingerprint(secret, "account", JSON.stringify(keys)),
	});

	const open = ({
		guildId: party,
		service: sealedFor,
		secretId,
		sealed,
	}: AccountLink): AccountKeys | undefined => {
		const keys = secrets.find(secretId)?.open(sealed, bindingOf(party, sealedFor));
		if (keys === undefined)
			logger.error(
				{ event: "own_account_unreadable", owner: party },
				"a connected account can't be decrypted",
			);
		return keys as AccountKeys | undefined;
	};

	/** @param before - the cached account, whose state is kept if the link hasn't changed */
	const read = async (party: Party, before?: KnownAccount): Promise<KnownAccount | undefined> => {
		const link = await links.read(party);
		if (!link) return undefined;
		if (before?.link.secretId === link.secretId && Buffer.from(before.link.sealed).equals(link.sealed))
			return Object.assign(before, { link });
		const isOther = link.service !== service;
		const keys = isOther ? undefined : open(link);
		const account = keys && accountWith(keys);
		const noted = isTrouble(link.trouble) ? link.trouble : undefined;
		const trouble = isOther ? "other_service" : account ? noted : "unreadable";
		return { link, account, trouble, troubleAt: Number.NEGATIVE_INFINITY };
	};

	const know = async (party: Party): Promise<KnownAccount | undefined> => {
		if (!isAllowed(party)) return undefined;
		const time = now();
		let isNew = false;
		const entry = owners.get(partyKey(party), () => {
			isNew = true;
			return { known: read(party), readAt: time };
		});
		// Any process may change a member's account, so that is read at each use. A guild's texts and commands are all in
		// one process, so a guild's cached account is used for `renewAfterMs`.
		if (!isNew && (whoseIs(party) === "member" || Math.abs(time - entry.readAt) > renewAfterMs)) {
			entry.readAt = time;
			// While the database is away, the cached account stays.
			entry.known = entry.known.then((known) => read(party, known).catch(() => known));
		}
		try {
			return await entry.known;
		} catch (error) {
			forget(party);
			throw error;
		}
	};

	const isStoodInFor = (known: KnownAccount | undefined): boolean => {
		if (!standsIn || known?.trouble === undefined) return false;
		return !known.account || Math.abs(now() - known.troubleAt) < standInMs;
	};

	/**
	 * @returns the account that `party` has connected, or else the operator's
	 * @throws {@link Problem} if the connected account can't be used
	 */
	const of = async (party: Party): Promise<Account> => {
		const known = await know(party);
		if (!known) return operators;
		if (!known.account)
			throw new Problem({ kind: "unauthorized", whose: whoseIs(party) }, `own account: ${known.trouble}`);
		return known.account;
	};

	return {
		trial,
		isAllowed,
		/** Which keys are asked for besides the speech key: those that the operator's account has. */
		takes: { token: topupToken !== undefined, userId: topupUserId !== undefined },
		forget,
		accountWith,
		of,

		/** @returns the account that pays for speech now: as `of` returns it, or the operator's if that stands in */
		payerOf: async (party: Party): Promise<Account> =>
			isStoodInFor(await know(party)) ? operators : of(party),

		/**
		 * @returns the id of the account that pays for speech now: undefined for the operator's account; for an account that
		 * can't be used, the reason instead of an id
		 */
		payerIdOf: async (party: Party): Promise<string | undefined> => {
			const known = await know(party);
			return !known || isStoodInFor(known) ? undefined : (known.account?.ownId ?? known.trouble);
		},

		describe: async (party: Party): Promise<ConnectedAccount | undefined> => {
			const known = await know(party);
			return known && { ...known.link, trouble: known.trouble };
		},

		/**
		 * Counts a trial of a key, unless there have been too many.
		 *
		 * @returns the limit that the trial would exceed; undefined if it was counted
		 */
		takeTry: (party: Party, userId: string): Promise<TooManyTries | undefined> =>
			links.takeTry({ guildId: party, member: fingerprint(secret, "member", userId) }, tryLimits),

		/** @throws {@link Problem} `not_stored` */
		connect: async (party: Party, connectedBy: string, keys: AccountKeys): Promise<void> => {
			using _forgetting = defer(() => forget(party));
			if ((await links.readSecretId()) === undefined) await secrets.check(links);
			await links.connect({ guildId: party, service, connectedBy }, (secretId) => {
				const seal = secrets.find(secretId);
				if (!seal) throw new Problem({ kind: "not_stored" }, "the secret of accounts was changed");
				return seal.close(keys, bindingOf(party, service));
			});
		},

		/** @returns whether there was an account to disconnect */
		disconnect: async (party: Party): Promise<boolean> => {
			using _forgetting = defer(() => forget(party));
			return await links.disconnect(party);
		},

		/**
		 * Notes why the service refuses an owner's account, or that it accepts the account (`kind` is undefined). Ignores
		 * problems that the owner can't solve. If the note can't be saved, only this process knows it.
		 */
		noteTrouble: (party: Party, { ownId }: Pick<Account, "ownId">, kind: ProblemKind | undefined): void => {
			const trouble = isTrouble(kind) ? kind : undefined;
			if (kind !== undefined && trouble === undefined) return;
			void know(party)
				.then((known) => {
					if (known?.account?.ownId !== ownId || !known) return;
					known.troubleAt = now();
					if (known.trouble === trouble) return;
					known.trouble = trouble;
					logger.info(
						{ event: "own_account", owner: party, trouble: trouble ?? "none" },
						"a connected account",
					);
					return links.noteTrouble(known.link, trouble ?? null);
				})
				.catch(() => {});
		},
	};
};
