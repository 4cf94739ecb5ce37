import { registerHooks } from "node:module";

// Herald brings sodium-native, which the library (0.19.2) takes where it is, but can't use: imported from a module, it has
// no named exports. Without it, the library encrypts as it does for other bots.
registerHooks({
	resolve(specifier, context, next) {
		if (specifier === "sodium-native") throw new Error("Not for these tests.");
		return next(specifier, context);
	},
});
