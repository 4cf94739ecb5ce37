import { balancePaths } from "@herald/common/wire/balance.ts";
import type { ReceivedAnswer } from "@herald/common/wire/http.ts";
import { formatUnits } from "@herald/common/wire/prices.ts";
import { type Balance, isRefusal, readBalance } from "../../credit/balance.ts";
import { CreditClient, defaultTimeouts } from "../../credit/client.ts";
import type { AccountForTrial } from "./account-for-trial.ts";
import { describeConnection } from "./describe-connection.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

const describeBalance = ({ of, units = 0, unlimited }: Balance): Finding => {
	const whose = of === "account" ? "the account" : "the speech key";
	if (unlimited) return ok(`There is no limit on what ${whose} can spend.`);
	const left = formatUnits(units, "en-US");
	return units > 0
		? ok(`${left.units} quota units (${left.usd}) are left on ${whose}.`)
		: wrong(`Nothing is left on ${whose}: redeem a code, or add credit there.`);
};

const judge = (answer: ReceivedAnswer, of: Balance["of"]): Finding => {
	const balance = readBalance(answer, of);
	if (balance && !balance.isRefused) return describeBalance(balance);
	const { status } = answer;
	if (status === 429)
		return note("The service has had too many balance requests (status 429): wait twenty minutes.");
	const settings = of === "account" ? "TOPUP_TOKEN or TOPUP_USER_ID" : "SPEECH_API_KEY";
	return isRefusal(answer)
		? wrong(`The service doesn't show the balance for ${settings} (status ${status}): check them there.`)
		: note(`The service shows no balance (status ${status}), so /credit show can't either.`);
};

/** Makes one balance request, as /credit show does. */
export const askBalance = async (account: AccountForTrial): Promise<Finding[]> => {
	const { apiKey, topupToken } = account;
	const of = topupToken === undefined ? "key" : "account";
	const client = new CreditClient(defaultTimeouts);
	try {
		const sent = await client.get(account, balancePaths[of], topupToken ?? apiKey);
		if (sent.left && sent.answer) return [judge(sent.answer, of)];
		const why = describeConnection(sent.failure ?? "no answer", "SPEECH_BASE_URL");
		return [wrong(`The balance can't be asked for: ${why}`)];
	} finally {
		await client.close();
	}
};
