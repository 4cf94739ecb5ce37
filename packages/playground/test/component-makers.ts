/** Makers of components as Discord's API takes them. `more` adds fields or replaces them. */

const repeat = <T>(count: number, make: (index: number) => T) =>
	Array.from({ length: count }, (_, n) => make(n));

export const row = (...components: object[]) => ({ type: 1, components });
export const button = (id: string, more: object = {}) => ({
	...{ type: 2, style: 2, label: id, custom_id: id },
	...more,
});
export const buttons = (count: number) => repeat(count, (n) => button(`${n}`));
export const link = (url: string, more: object = {}) => ({ type: 2, style: 5, label: "a", url, ...more });
export const options = (count: number, more: object = {}) =>
	repeat(count, (n) => ({ label: `No. ${n}`, value: `${n}`, ...more }));
export const select = (more: object = {}) => ({ type: 3, custom_id: "pick", options: options(3), ...more });
export const input = (id: string, more: object = {}) => ({ type: 4, custom_id: id, style: 1, ...more });
export const users = (more: object = {}) => ({ type: 5, custom_id: "who", ...more });
export const channels = (more: object = {}) => ({ type: 8, custom_id: "where", ...more });
export const section = (accessory: object, ...texts: object[]) => ({ type: 9, components: texts, accessory });
export const text = (content: string, more: object = {}) => ({ type: 10, content, ...more });
export const picture = (url = "https://example.com/a.png") => ({ type: 11, media: { url } });
export const file = (url: string) => ({ type: 13, file: { url } });
export const container = (...components: object[]) => ({ type: 17, components });
export const label = (component: object, more: object = {}) => ({
	...{ type: 18, label: "A field", component },
	...more,
});
export const upload = (more: object = {}) => ({ type: 19, custom_id: "files", ...more });
export const radio = (more: object = {}) => ({ type: 21, custom_id: "radio", options: options(3), ...more });
export const checks = (more: object = {}) => ({
	type: 22,
	custom_id: "checks",
	options: options(3),
	...more,
});
export const checkbox = (id: string, more: object = {}) => ({ type: 23, custom_id: id, ...more });
