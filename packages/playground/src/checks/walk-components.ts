import { ComponentType } from "discord-api-types/v10";
import { isJson, type Json } from "./json.ts";

/** The components of a message or modal at any depth, each before those inside it. */
const allComponents = (components: unknown): Json[] =>
	(Array.isArray(components) ? components : [])
		.filter(isJson)
		.flatMap((component) => [
			component,
			...allComponents(component.components),
			...allComponents([component.component, component.accessory]),
		]);

/** Every component with a custom id, at any depth. */
export const interactiveComponents = (components: unknown): Json[] =>
	allComponents(components).filter((component) => "custom_id" in component);

/** What the text displays say, at any depth, in order. */
export const displayedTexts = (components: unknown): string[] =>
	allComponents(components).flatMap(({ type, content }) =>
		type === ComponentType.TextDisplay ? [String(content)] : [],
	);

/** A copy in which each component is changed, one before those inside it. */
export const mapComponents = (components: unknown, change: (component: Json) => Json): Json[] => {
	const map = (component: Json): Json => {
		const changed = change(component);
		const { components: inside, component: labelled, accessory } = component;
		return {
			...changed,
			...(Array.isArray(inside) && { components: mapComponents(inside, change) }),
			...(isJson(labelled) && { component: map(labelled) }),
			...(isJson(accessory) && { accessory: map(accessory) }),
		};
	};
	return (Array.isArray(components) ? components : []).filter(isJson).map(map);
};

/** A copy in which each component has an id: its own, or the next number that none has. */
export const numberComponents = (components: unknown): Json[] => {
	const taken = new Set(allComponents(components).map(({ id }) => id));
	let last = 0;
	return mapComponents(components, (component) => {
		if (component.id) return component;
		do last += 1;
		while (taken.has(last));
		return { ...component, id: last };
	});
};
