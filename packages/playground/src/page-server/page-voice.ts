import type { FastifyInstance } from "fastify";
import type { ControlParts } from "../members/control.ts";
import type { VoiceView } from "./messages.ts";
import { type PageParts, pageMember } from "./page-actions.ts";

/** How much sound may wait for a page that doesn't keep up, in bytes: some seconds. What comes then is lost. */
const mostWaiting = 32 * 1024;
const lengthBytes = 2;

/** Who is in which voice channel, and what they can be heard of there, as the page shows it. */
export const voiceView = ({ world, voice }: Pick<ControlParts, "world" | "voice">): VoiceView[] =>
	[...world.voiceStates].map(([memberId, state]) => {
		const member = world.members.get(memberId);
		const muted = state.selfMute || state.suppress || (member?.mute ?? false);
		return {
			memberId,
			channelId: state.channelId,
			// Nobody but the application speaks here.
			speaking: memberId === world.applicationId && voice.speaking && !muted,
			muted,
			suppressed: state.suppress,
			deafened: state.selfDeaf || (member?.deaf ?? false),
		};
	});

/** `GET /playground/voice?as=ID`: what that member hears from now on, as Opus packets, each after its length in 2 bytes. */
export const addVoiceStream = (page: FastifyInstance, { world, voice }: PageParts): void => {
	page.get<{ Querystring: { as?: string } }>("/playground/voice", async (request, reply) => {
		const me = pageMember(world, request.query.as ?? world.ownerId);
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
