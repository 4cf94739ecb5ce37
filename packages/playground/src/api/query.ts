import { Form } from "../checks/form.ts";

/** A query's boolean: libraries write `true`, `True` or `1`. */
export const isTrue = (value: string | undefined): boolean => /^(true|1)$/i.test(value ?? "");

/** A query's count, by default `fallback`. @throws ApiError 50035 when it is out of bounds */
export const readLimit = (value: string | undefined, fallback: number, max: number): number => {
	if (value === undefined) return fallback;
	const form = new Form();
	form.in("limit").integer(/^-?\d+$/.test(value) ? Number(value) : value, 1, max);
	form.finish();
	return Number(value);
};

/** A query's id, if it has one. @throws ApiError 50035 when it isn't an id */
export const readId = (name: string, value: string | undefined): bigint | undefined => {
	if (value === undefined) return undefined;
	const form = new Form();
	if (!/^\d{1,20}$/.test(value))
		form.in(name).refuse("NUMBER_TYPE_COERCE", `Value "${value}" is not snowflake.`);
	form.finish();
	return BigInt(value);
};
