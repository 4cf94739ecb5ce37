import type { CompiledQuery, DialectAdapter, Kysely } from "kysely";

/** Stands where a parameter's value will be. */
class Place {
	readonly name: string;

	constructor(name: string) {
		this.name = name;
	}
}

/**
 * Has a query built and compiled only once for each database, which takes longer than to run it.
 *
 * @param build - returns the compiled query; it may hand its parameters on as values, and do nothing else with them
 * @returns what runs it with other parameters, and answers with its rows
 */
export const compileOnce = <D, P extends Readonly<Record<string, string | number>>, O>(
	build: (queries: Kysely<D>, parameters: P) => CompiledQuery<O>,
): ((queries: Kysely<D>, parameters: P) => Promise<readonly O[]>) => {
	const compiled = new WeakMap<DialectAdapter, CompiledQuery<O>>();
	const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as P;
	return async (queries, parameters) => {
		const { adapter } = queries.getExecutor();
		const query = compiled.get(adapter) ?? build(queries, places);
		compiled.set(adapter, query);
		const values = query.parameters.map((value) => (value instanceof Place ? parameters[value.name] : value));
		const { rows } = await queries.executeQuery<O>({ ...query, parameters: values });
		return rows;
	};
};
