import { registerHooks } from "node:module";

// Herald brings sodium-native, which the library (0.19.2) tries to use but can't: imported from a module, it has no
// named exports. Without it, the library encrypts as it does for other bots. Herald's own use of sodium-native stays.
// The library asks once. Then the hook is removed, as it slows down all loading.
const hook = registerHooks({
	resolve(specifier, context, next) {
		if (specifier !== "sodium-native" || !context.parentURL?.includes("/@discordjs/voice/"))
			return next(specifier, context);
		hook.deregister();
		throw new Error("Not for these tests.");
	},
});
