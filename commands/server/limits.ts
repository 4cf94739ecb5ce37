import { respondPrivately } from "../../src/discord/respond.ts";
import { textsFor } from "../../src/texts/index.ts";
import { subcommand } from "../services.ts";
import { changeServer } from "./change-server.ts";
import { reset } from "./reset-option.ts";
import { settingOptions } from "./setting-options.ts";

const { options, readChange } = settingOptions({
	seconds: "secondsPerDay",
	text: "textMax",
	speakers: "speakerRole",
});

export const limits = subcommand({
	options: { ...options, reset },
	execute(interaction, args, services) {
		const { guildId, locale } = interaction;
		const max = services.say.limits.guildSecondsPerDay;
		if (args.seconds !== undefined && max > 0 && args.seconds > max)
			return respondPrivately(interaction, textsFor(locale)("server.seconds_too_many", { max }));
		return changeServer(interaction, readChange(args, guildId), services);
	},
});
