import { selfAnswer, topupAnswer, topupRequest, usageAnswer } from "@herald/common/wire/credit.ts";
import { gatewayErrorBody } from "@herald/common/wire/errors.ts";
import {
	countTokensRequest,
	generateAnswer,
	generateEvent,
	generateRequest,
} from "@herald/common/wire/generate.ts";
import { ignoredFieldsHeader } from "@herald/common/wire/http.ts";
import { countTokensAnswer, modelAnswer, modelList, models } from "@herald/common/wire/models.ts";
import { voiceList, voiceListQuery } from "@herald/common/wire/voices.ts";
import { z } from "zod";
import { versions } from "./model-routes.ts";

const requests = {
	GenerateRequest: generateRequest,
	CountTokensRequest: countTokensRequest,
	TopupRequest: topupRequest,
} as const;
const replies = {
	GenerateAnswer: generateAnswer,
	GenerateEvent: generateEvent,
	CountTokensAnswer: countTokensAnswer,
	Model: modelAnswer,
	ModelList: modelList,
	VoiceList: voiceList,
	Error: gatewayErrorBody,
	TopupAnswer: topupAnswer,
	Usage: usageAnswer,
	Account: selfAnswer,
} as const;

type SchemaName = keyof typeof requests | keyof typeof replies;

/** Lets optional fields be null. In a request, that means the same as leaving them out. */
const allowNulls = ({ properties = {}, required = [] }: z.core.JSONSchema.BaseSchema): void => {
	// A schema without a type stands for a field that is refused unless it is null.
	for (const [name, schema] of Object.entries(properties))
		if (!required.includes(name) && typeof schema === "object")
			Object.assign(properties, {
				[name]: schema.type ? { ...schema, type: [schema.type, "null"] } : { type: "null" },
			});
};

/** Writes a schema that allows additional fields. */
const writeSchema = (
	schema: z.ZodType,
	{ io = "output", finish = () => {} }: { io?: "input" | "output"; finish?: typeof allowNulls } = {},
) => {
	const { $schema: _, ...written } = z.toJSONSchema(schema, {
		io,
		override: ({ jsonSchema, zodSchema }) => {
			delete jsonSchema.additionalProperties;
			// Zod calls this for an object's wrappers, too, such as `optional`.
			if (zodSchema._zod.def.type === "object") finish(jsonSchema);
		},
	});
	return written;
};

const writeSchemas = (all: Readonly<Record<string, z.ZodType>>, finish: typeof allowNulls = () => {}) =>
	Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, writeSchema(schema, { finish })]));

const refer = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const content = (name: SchemaName) => ({ content: { "application/json": { schema: refer(name) } } });
/** @returns the content of an event stream: the schema describes the fields of one event */
const events = (name: SchemaName) => ({
	content: {
		"text/event-stream": {
			schema: {
				type: "object",
				properties: {
					data: { type: "string", contentMediaType: "application/json", contentSchema: refer(name) },
				},
				required: ["data"],
			},
		},
	},
});

const refusals: Readonly<Record<number, string>> = {
	400: "The body or query can't be used: the message names the field",
	401: "No key, or none that is in use",
	403: "The account is disabled, or its balance is used up",
	404: "No such address",
	408: "The request took too long to arrive",
	413: "The body is too large",
	415: "The body is encoded in another way than by gzip",
	429: "Too much at once: Retry-After says when to come back, in seconds",
	500: "The service failed",
	503: "No such model",
};

const header = (name: string, type: string) => ({ headers: { [name]: { schema: { type } } } });
const headers: Readonly<Record<number, object>> = {
	401: header("www-authenticate", "string"),
	429: header("retry-after", "integer"),
};

const ignored = header(ignoredFieldsHeader, "string");

/** @param done - the headers and content of a 200 answer, or the name of its content's schema */
const answers = (done: SchemaName | object, statuses: readonly number[], refusal: SchemaName = "Error") => ({
	200: { description: "Done", ...(typeof done === "string" ? content(done) : done) },
	...Object.fromEntries(
		statuses.map((status) => [
			status,
			{ description: refusals[status] ?? "", ...headers[status], ...content(refusal) },
		]),
	),
});

const model = {
	name: "model",
	in: "path",
	required: true,
	schema: { type: "string", enum: models.map(({ id }) => id) },
};
const asEvents = { name: "alt", in: "query", required: true, schema: { const: "sse" } };

const voiceListParameters = Object.entries(voiceListQuery.shape).map(([name, schema]) => ({
	name,
	in: "query",
	required: false,
	schema: writeSchema(schema, { io: "input" }),
}));

/** Model routes also accept the key in Google's header. */
const security = [{ bearer: [] }, { googleKey: [] }];
const speechRefusals = [400, 401, 403, 404, 408, 413, 415, 429, 500, 503];

const get = (operationId: string, summary: string, responses: object, rest: object = {}) => ({
	get: { operationId, summary, ...rest, responses },
});
const post = (
	operationId: string,
	summary: string,
	asked: SchemaName,
	responses: object,
	rest: object = {},
) => ({
	post: { operationId, summary, ...rest, requestBody: { required: true, ...content(asked) }, responses },
});

const writeModelPaths = (version: string) => {
	const one = `/${version}/models/{model}`;
	const ofModel = { security, parameters: [model] };
	return {
		[`/${version}/models`]: get(
			`listModels_${version}`,
			"Lists the models",
			answers("ModelList", [401, 403, 500]),
			{ security },
		),
		[`/${version}/voices`]: get(
			`listVoices_${version}`,
			"Lists who speaks in a language for the names of voices",
			answers("VoiceList", [400, 401, 403, 500]),
			{ security, parameters: voiceListParameters },
		),
		[one]: get(`getModel_${version}`, "Tells of a model", answers("Model", [401, 403, 404, 500]), ofModel),
		[`${one}:generateContent`]: post(
			`generateContent_${version}`,
			"Speaks a text",
			"GenerateRequest",
			answers({ ...ignored, ...content("GenerateAnswer") }, speechRefusals),
			ofModel,
		),
		[`${one}:streamGenerateContent`]: post(
			`streamGenerateContent_${version}`,
			"Speaks a text, an event a sentence: raw samples, and what it counts in the last event",
			"GenerateRequest",
			answers({ ...ignored, ...events("GenerateEvent") }, speechRefusals),
			{ security, parameters: [model, asEvents] },
		),
		[`${one}:countTokens`]: post(
			`countTokens_${version}`,
			"Counts the tokens of a text",
			"CountTokensRequest",
			answers("CountTokensAnswer", [400, 401, 403, 404, 408, 413, 415, 500, 503]),
			ofModel,
		),
	};
};

const inApi = "TopupAnswer";
const usage = answers("Usage", [401, 500], inApi);

const creditPaths = {
	"/api/user/topup": post(
		"topup",
		"Redeems a code; a code that is worth nothing is a 200 with success false",
		"TopupRequest",
		answers("TopupAnswer", [400, 401, 408, 413, 415, 429, 500], inApi),
	),
	"/api/user/self": get(
		"readAccount",
		"Tells what the account has left",
		answers("Account", [401, 500], inApi),
	),
	"/api/usage/token": get("readUsage", "Tells what the key has left", usage),
	"/api/usage/token/": get("readUsageOfGateways", "The same, where gateways of the family have it", usage),
};

/** @returns the OpenAPI 3.1 document of all routes, with the schemas that requests are checked with */
export const writeOpenApi = () => ({
	openapi: "3.1.0",
	info: {
		title: "Herald's speech service",
		version: "1",
		description:
			"Speech from text, and codes that pay for it. Every answer has an id in the header x-oneapi-request-id; an x-request-id of your own is logged and answered back.",
		license: { name: "MIT", identifier: "MIT" },
	},
	servers: [{ url: "." }],
	security: [{ bearer: [] }],
	paths: {
		...Object.assign({}, ...versions.map(writeModelPaths)),
		...creditPaths,
		"/openapi.json": get(
			"readDocument",
			"This document",
			{ 200: { description: "Done", content: { "application/json": { schema: { type: "object" } } } } },
			{ security: [] },
		),
	},
	components: {
		securitySchemes: {
			bearer: { type: "http", scheme: "bearer" },
			googleKey: { type: "apiKey", in: "header", name: "x-goog-api-key" },
		},
		schemas: { ...writeSchemas(requests, allowNulls), ...writeSchemas(replies) },
	},
});
