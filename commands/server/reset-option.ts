import { ApplicationCommandOptionType } from "discord-api-types/v10";

/** An option of several subcommands. */
export const reset = { type: ApplicationCommandOptionType.Boolean, texts: "server.reset" } as const;
