import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { stringOptionMax } from "../../src/discord/limits.ts";
import { respondPrivately } from "../../src/discord/respond.ts";
import { textsFor } from "../../src/discord/texts/index.ts";
import { subcommand } from "../services.ts";
import { changeServer } from "./change-server.ts";
import { reset } from "./reset-option.ts";

const { Integer, Role } = ApplicationCommandOptionType;

export const limits = subcommand({
	options: {
		seconds: { type: Integer, min_value: 1, max_value: 86_400 },
		text: { type: Integer, min_value: 1, max_value: stringOptionMax },
		speakers: { type: Role },
		reset,
	},
	execute(interaction, args, services) {
		const { guildId, locale } = interaction;
		const max = services.say.limits.guildSecondsPerDay;
		if (args.seconds !== undefined && max > 0 && args.seconds > max)
			return respondPrivately(interaction, textsFor(locale)("server.seconds_too_many", { max }));
		const change = {
			...(args.reset && { secondsPerDay: null, textMax: null, speakerRole: null }),
			...(args.seconds !== undefined && { secondsPerDay: args.seconds }),
			...(args.text !== undefined && { textMax: args.text }),
			// The id of @everyone is the guild's.
			...(args.speakers !== undefined && {
				speakerRole: args.speakers.id === guildId ? null : args.speakers.id,
			}),
		};
		return changeServer(interaction, change, services);
	},
});
