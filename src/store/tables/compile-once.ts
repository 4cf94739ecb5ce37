import type { CompiledQuery, DialectAdapter, Kysely } from "kysely";
import type { Party, Place } from "../../shared/party.ts";

/** The placeholder of a parameter's value. */
class Placeholder {
	readonly name: string;

	constructor(name: string) {
		this.name = name;
	}
}

/**
 * Compiles a query only once for each database: compiling takes longer than running it.
 *
 * @param build - returns the compiled query; it may only pass its parameters on as values
 * @returns a function that runs the query with parameters and returns its rows
 */
export const compileOnce = <D, P extends Readonly<Record<string, string | number | Party | Place>>, O>(
	build: (queries: Kysely<D>, parameters: P) => CompiledQuery<O>,
): ((queries: Kysely<D>, parameters: P) => Promise<readonly O[]>) => {
	const compiled = new WeakMap<DialectAdapter, CompiledQuery<O>>();
	const places = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as P;
	return async (queries, parameters) => {
		const { adapter } = queries.getExecutor();
		const query = compiled.get(adapter) ?? build(queries, places);
		compiled.set(adapter, query);
		const values = query.parameters.map((value) =>
			value instanceof Placeholder ? parameters[value.name] : value,
		);
		const { rows } = await queries.executeQuery<O>({ ...query, parameters: values });
		return rows;
	};
};
