import { expect, test } from "vitest";
import {
	button,
	declareRoutes,
	handleRoutes,
	modal,
	readValues,
	select,
	splitCustomId,
} from "../../src/discord/declare-routes.ts";

const routes = declareRoutes("tea", { pour: button(), sort: select("menu", "cup"), order: modal("cup") });
const ignore = async () => {};

test("a custom_id leads back to its route and its values", () => {
	expect(routes.pour.to()).toBe("tea:pour");
	const { path, rest } = splitCustomId(routes.sort.to({ menu: "1", cup: "a:b" }));
	expect(path).toBe(routes.sort.path);
	expect(readValues(routes.sort.parameters, rest)).toEqual({ menu: "1", cup: "a:b" });
});

test("the type check refuses a renamed handler, a missing one, and one for another kind of component", () => {
	handleRoutes(routes, { pour: ignore, sort: ignore, order: ignore });
	// @ts-expect-error: there is no such route
	handleRoutes(routes, { pour: ignore, sort: ignore, order: ignore, brew: ignore });
	// @ts-expect-error: `order` leads nowhere
	handleRoutes(routes, { pour: ignore, sort: ignore });
	handleRoutes(routes, {
		pour: ignore,
		// @ts-expect-error: a menu's interaction is no modal's
		sort: async (interaction) => void interaction.fields,
		// @ts-expect-error: a route carries what it declares
		order: async (_, values) => void values.saucer,
	});
	// @ts-expect-error: there is no such route
	void routes.brew;
	// @ts-expect-error: without the cup it leads nowhere
	routes.order.to();
});
