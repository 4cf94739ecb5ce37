import type { FastifyInstance } from "fastify";
import type { Faults } from "../troubles/faults.ts";
import type { Messages } from "../world/messages.ts";

/** Serves the files of messages, whole or in part, with the planned faults. */
export const addAttachments = (app: FastifyInstance, messages: Messages, faults: Faults): void => {
	app.get<{ Params: { channel: string; id: string; name: string } }>(
		"/attachments/:channel/:id/:name",
		async (request, reply) => {
			const fault = faults.take("GET", request.url);
			if (fault?.kind === "answer")
				return reply.code(fault.answer.status).headers(fault.answer.headers).send(fault.answer.body);
			if (fault?.kind === "cut") {
				request.raw.destroy();
				return reply.hijack();
			}
			if (fault?.kind === "hold") {
				fault.arrive();
				await fault.released;
			}
			const file = messages.files.find(request.params.id);
			if (!file) return reply.code(404).type("text/plain").send("This content is no longer available.");
			const type = file.attachment.content_type ?? "application/octet-stream";
			const shown = /^(audio|image|video)\//.test(type) && !type.includes("svg");
			reply
				.type(type)
				.header("x-content-type-options", "nosniff")
				.header("content-security-policy", "sandbox; default-src 'none'")
				.header("content-disposition", shown ? "inline" : "attachment")
				.header("accept-ranges", "bytes");
			// The file's own memory, which clients that don't read it share.
			const { buffer, byteOffset, byteLength: size } = file.bytes;
			const bytes = Buffer.from(buffer, byteOffset, size);
			const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
			if (!range) return reply.send(bytes);
			const start = Number(range[1]);
			const end = Math.min(range[2] ? Number(range[2]) : size - 1, size - 1);
			if (start > end) return reply.code(416).header("content-range", `bytes */${size}`).send();
			return reply
				.code(206)
				.header("content-range", `bytes ${start}-${end}/${size}`)
				.send(bytes.subarray(start, end + 1));
		},
	);
};
