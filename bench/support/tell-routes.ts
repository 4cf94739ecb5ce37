/** Imported before a program, tells the process that started it the routes of its server, once they are all there. */
import { subscribe } from "node:diagnostics_channel";

/** As far as it is needed. */
interface Fastify {
	addHook(
		hook: "onRoute",
		hear: (route: { readonly method: string | readonly string[]; readonly url: string }) => void,
	): void;
	addHook(hook: "onReady", hear: () => Promise<void>): void;
}

/** "GET /v1/models" and so on; parameters have their names. */
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
		// What takes all of them reads the path.
		routes.push(...(methods.length === 5 ? ["POST"] : methods).map((each) => `${each} ${url}`));
	});
	fastify.addHook("onReady", async () => void process.send?.({ routes } satisfies RoutesTold));
});
