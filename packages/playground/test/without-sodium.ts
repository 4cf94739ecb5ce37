import { registerHooks } from "node:module";

// Herald brings sodium-native, which @discordjs/voice (0.19.2) tries to use but can't: imported from a module,
// sodium-native has no named exports. Without sodium-native, the library encrypts as it does for other bots. Herald
// itself still gets sodium-native. The hook is removed after the library's one attempt, because it slows down all
// loading.
const hook = registerHooks({
	resolve(specifier, context, next) {
		if (specifier !== "sodium-native" || !context.parentURL?.includes("/@discordjs/voice/"))
			return next(specifier, context);
		hook.deregister();
		throw new Error("Not for these tests.");
	},
});
