import dns from "node:dns";
import { onTestFinished } from "vitest";

const host = "generativelanguage.googleapis.com";

/**
 * Makes Google's host name lead to this machine until the test ends.
 * @returns the service's address, with Google's host name in it
 */
export const callGoogle = (baseUrl: string): string => {
	const { lookup } = dns;
	const here = (name: string, ...rest: unknown[]) =>
		Reflect.apply(lookup, dns, [name === host ? "127.0.0.1" : name, ...rest]);
	Object.assign(dns, { lookup: here });
	onTestFinished(() => void Object.assign(dns, { lookup }));
	return baseUrl.replace("127.0.0.1", host);
};
