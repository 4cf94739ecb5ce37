import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { ApiError, refuse } from "../checks/api-error.ts";
import type { MessageBody, UploadedFile } from "../checks/files.ts";
import { isJson, type Json, parseJson } from "../checks/json.ts";

const readPayload = (text: string): Json => {
	try {
		const value: unknown = parseJson(text);
		if (isJson(value)) return value;
	} catch {
		// Answered below, like JSON that isn't an object.
	}
	throw refuse.invalidJson();
};

const readFile = async (part: MultipartFile): Promise<UploadedFile> => {
	const bytes = await part.toBuffer();
	return {
		index: /^files\[(\d+)\]$/.exec(part.fieldname)?.[1] ?? part.fieldname,
		filename: part.filename,
		contentType: part.mimetype || undefined,
		bytes,
		truncated: part.file.truncated,
	};
};

const readParts = async (request: FastifyRequest): Promise<MessageBody> => {
	const files: UploadedFile[] = [];
	let payload: Json = {};
	for await (const part of request.parts()) {
		if (part.type === "file") files.push(await readFile(part));
		else if (part.fieldname === "payload_json") payload = readPayload(String(part.value));
		else payload = { ...payload, [part.fieldname]: part.value };
	}
	return { payload, files };
};

/** A request's JSON and files, from a JSON or a multipart body. @throws ApiError 50109 for invalid JSON, 50035 for parts that can't be read */
export const readBody = async (request: FastifyRequest): Promise<MessageBody> => {
	if (!request.isMultipart()) return { payload: isJson(request.body) ? request.body : {}, files: [] };
	const body = await readParts(request).catch((error: Error & { statusCode?: number }) => {
		// What the parser can't read has no status of its own.
		throw error.statusCode === undefined && !(error instanceof ApiError) ? refuse.invalidForm() : error;
	});
	request.body = body.payload;
	return body;
};
