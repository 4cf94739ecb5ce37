import type { MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, refuse } from "../checks/api-error.ts";
import type { MessageBody, UploadedFile } from "../checks/files.ts";
import { isJson, type Json, parseObject } from "../checks/json.ts";

const readPayload = (text: string): Json => {
	const value = parseObject(text);
	if (!value) throw refuse.invalidJson();
	return value;
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

/**
 * A request's JSON and files, from a JSON or a multipart body.
 *
 * @throws ApiError 50109 for invalid JSON, 50035 for parts that can't be read
 */
const readBody = async (request: FastifyRequest): Promise<MessageBody> => {
	if (!request.isMultipart()) return { payload: isJson(request.body) ? request.body : {}, files: [] };
	const body = await readParts(request).catch((error: Error & { statusCode?: number }) => {
		// What the parser can't read has no status of its own.
		throw error.statusCode === undefined && !(error instanceof ApiError) ? refuse.invalidForm() : error;
	});
	request.body = body.payload;
	return body;
};

/** What an operation is called in Discord's contract, without the names of its parameters. @param params - their values */
export const operationOf = (
	method: string,
	path: string,
	params: Readonly<Record<string, string>>,
): string => {
	const address = path.replaceAll(/:(\w+)/g, (_all, name) =>
		params[name]?.startsWith("@") ? params[name] : "{}",
	);
	return `${method.toUpperCase()} ${address}`;
};

/** The names of a path's parameters: those of `/guilds/:guild/roles/:role` are `guild` and `role`. */
type ParameterOf<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
	? Name | ParameterOf<`/${Rest}`>
	: P extends `${string}/:${infer Name}`
		? Name
		: never;

/** A request's query. */
export type Query = Readonly<Record<string, string | undefined>>;

interface ApiRequest<P extends string> {
	readonly params: Readonly<Record<ParameterOf<P>, string>>;
	readonly query: Query;
	readonly body: unknown;
	/** The fields of a body that is a JSON object; none of another. */
	readonly json: Json;
	/** The files of a multipart body, whose JSON is `json`. */
	readonly message: MessageBody;
}

/** Adds a route. What `act` returns is the answer's JSON; 204 if it returns nothing. */
type AddRoute = <P extends string>(
	path: P,
	act: (request: ApiRequest<P>, reply: FastifyReply) => unknown,
) => void;

/** The routes of the REST API. */
export type Api = Readonly<Record<"get" | "post" | "put" | "patch" | "delete", AddRoute>>;

let contract: Promise<typeof import("../checks/contract.ts")> | undefined;
/** Discord's schemas are large: they are loaded with a client's first request, so that neither the page nor a message waits. */
const loadContract = () => {
	contract ??= import("../checks/contract.ts");
	return contract;
};

/** The routes of a server. */
export const routesOf = (server: FastifyInstance): Api => {
	const on =
		(method: keyof Api): AddRoute =>
		(path, act) => {
			server[method](path, async (request, reply) => {
				const params = request.params as Readonly<Record<string, string>>;
				const message = await readBody(request);
				const { body } = request;
				const loading = loadContract();
				if (method !== "get") (await loading).checkBody(operationOf(method, path, params), body ?? {});
				const answer = await act(
					{ params: params as never, query: request.query as Query, body, json: message.payload, message },
					reply,
				);
				return answer === undefined ? reply.code(204).send() : answer;
			});
		};
	return { get: on("get"), post: on("post"), put: on("put"), patch: on("patch"), delete: on("delete") };
};
