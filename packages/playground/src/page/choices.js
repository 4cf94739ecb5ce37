import { state } from "./state.js";

/** @typedef {{ readonly name: string, readonly value: string, readonly hint?: string }} NamedChoice */

/** @returns {readonly NamedChoice[]} */
export const people = () =>
	state.guild.members.map(({ id, name, username }) => ({ name: `@${name}`, value: id, hint: username }));

/** @returns {readonly NamedChoice[]} */
export const roles = () =>
	state.guild.roles.map(({ id, name }) => ({ name: name.startsWith("@") ? name : `@${name}`, value: id }));

const text = 0;

/**
 * The channels of these types as choices; all channels if no type is given.
 *
 * @param {readonly number[] | undefined} types
 * @returns {readonly NamedChoice[]}
 */
export const channels = (types) =>
	state.guild.channels
		.filter(({ type }) => !types?.length || types.includes(type))
		.map(({ id, name, type }) => ({ name: type === text ? `#${name}` : name, value: id }));
