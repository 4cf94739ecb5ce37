import { completeSoundOf } from "./complete-sound.ts";
import { editPresets } from "./edit-presets.ts";
import { dictionary } from "./server/dictionary.ts";
import { ignore } from "./server/ignore.ts";
import { limits } from "./server/limits.ts";
import { readBots } from "./server/read-bots.ts";
import { readChannels } from "./server/read-channels.ts";
import { reading } from "./server/reading.ts";
import { show } from "./server/show.ts";
import { voice } from "./server/voice.ts";
import { voiceChannel } from "./server/voice-channel.ts";
import { words } from "./server/words.ts";
import { slashCommand } from "./services.ts";

const presets = editPresets("server");

export const server = slashCommand({
	declaration: {
		name: "server",
		forManagers: true,
		subcommands: {
			show: show.options,
			voice: voice.options,
			limits: limits.options,
			"voice-channel": voiceChannel.options,
			presets: presets.options,
			words: words.options,
			reading: reading.options,
			"read-channels": readChannels.options,
			ignore: ignore.options,
			"read-bots": readBots.options,
			dictionary: dictionary.options,
		},
	},

	execute: {
		show: show.execute,
		voice: voice.execute,
		limits: limits.execute,
		"voice-channel": voiceChannel.execute,
		presets: presets.execute,
		words: words.execute,
		reading: reading.execute,
		"read-channels": readChannels.execute,
		ignore: ignore.execute,
		"read-bots": readBots.execute,
		dictionary: dictionary.execute,
	},

	autocomplete: completeSoundOf("server"),
});
