import type { FastifyInstance } from "fastify";
import type { Voice } from "../voice/index.ts";
import type { Guild } from "../world/guild.ts";
import type { VoiceView } from "./messages.ts";
import { type PageUser, pageMember } from "./page-member.ts";
import type { PageParts } from "./page-parts.ts";

/** How much audio may be buffered for a slow page, in bytes: some seconds. The rest is dropped. */
const mostWaiting = 32 * 1024;
const lengthBytes = 2;

/** Who is in which voice channel of a guild, and whether they can be heard, as the page shows it. */
export const voiceView = (voice: Voice, guild: Guild): VoiceView[] =>
	[...guild.voiceStates].map(([memberId, state]) => {
		const member = guild.members.get(memberId);
		const muted = state.selfMute || state.suppress || (member?.mute ?? false);
		return {
			memberId,
			channelId: state.channelId,
			// Only the application speaks here.
			speaking: member === guild.bot && voice.isSpeaking(guild) && !muted,
			muted,
			suppressed: state.suppress,
			serverMuted: member?.mute ?? false,
			serverDeafened: member?.deaf ?? false,
			deafened: state.selfDeaf || (member?.deaf ?? false),
		};
	});

/**
 * `GET /playground/voice?as=ID&guild=ID`: what that member hears from now on, as Opus packets, each preceded by its
 * length in 2 bytes.
 */
export const addVoiceStream = (page: FastifyInstance, { world, voice }: PageParts): void => {
	page.get<{ Querystring: PageUser }>("/playground/voice", async (request, reply) => {
		const me = pageMember(world, request.query);
		reply.hijack();
		const { raw } = reply;
		const gone = new AbortController();
		raw.on("close", () => gone.abort());
		raw.writeHead(200, { "content-type": "application/octet-stream", "cache-control": "no-store" });
		raw.flushHeaders();
		for await (const { opus } of voice.listen(me, gone.signal)) {
			if (raw.writableLength > mostWaiting) continue;
			const head = Buffer.alloc(lengthBytes);
			head.writeUInt16BE(opus.length);
			raw.write(Buffer.concat([head, opus]));
		}
	});
};
