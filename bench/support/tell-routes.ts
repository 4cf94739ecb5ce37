/**
 * Preloaded into a program (`node --import`). Tells the parent
 * process the routes of the program's server, once it is ready.
 */
import { subscribe } from "node:diagnostics_channel";

/** The part of Fastify that is used here. */
interface Fastify {
	addHook(
		hook: "onRoute",
		hear: (route: { readonly method: string | readonly string[]; readonly url: string }) => void,
	): void;
	addHook(hook: "onReady", hear: () => Promise<void>): void;
}

/** For example "GET /v1/models"; parameters have their names. */
export interface RoutesTold {
	readonly routes: readonly string[];
}

subscribe("fastify.initialization", (message) => {
	const { fastify } = message as { readonly fastify: Fastify };
	const routes: string[] = [];
	fastify.addHook("onRoute", ({ method, url }) => {
		const methods = [method]
			.flat()
			.filter((each) => ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(each));
		// A route for all methods tells requests apart by their paths.
		routes.push(...(methods.length === 5 ? ["POST"] : methods).map((each) => `${each} ${url}`));
	});
	fastify.addHook("onReady", async () => void process.send?.({ routes } satisfies RoutesTold));
});
