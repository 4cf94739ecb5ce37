/** Preloaded into a program (`node --import`). Tells its parent on request which files its main thread has loaded. */
import { registerHooks } from "node:module";

const loaded = new Set<string>();

registerHooks({
	load(url, context, nextLoad) {
		if (url.startsWith("file:")) loaded.add(url);
		return nextLoad(url, context);
	},
});

process.on("message", (message) => {
	if (message === "list modules") process.send?.({ type: "modules", urls: [...loaded] });
});
// Listening must not keep the program alive.
process.channel?.unref();
