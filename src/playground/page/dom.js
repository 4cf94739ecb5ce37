/** Makes an element; strings among its children become text, never markup. */
export const make = (tag, properties = {}, ...children) => {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children.filter((child) => child !== undefined && child !== null));
	return element;
};

export const find = (id) => document.getElementById(id);
