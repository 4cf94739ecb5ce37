import { PermissionFlagsBits } from "discord-api-types/v10";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../src/index.ts";
import { findHome, homeDescription } from "../src/world/home.ts";
import { computePermissions, mayDo } from "../src/world/permissions.ts";
import { World } from "../src/world/world.ts";

const makeHome = () => {
	const clock = new ManualClock(Date.UTC(2026, 10, 21));
	const world = new World({ clock, botName: "Bot", messageContent: "limited" });
	return findHome([world.addGuild(homeDescription)]);
};
const names = Object.keys(PermissionFlagsBits) as (keyof typeof PermissionFlagsBits)[];

test("a member's own overwrite wins over everyone's, and in one overwrite, allow wins over deny", () => {
	fc.assert(
		fc.property(fc.constantFrom(...names), fc.boolean(), (name, allowed) => {
			const home = makeHome();
			const bit = String(PermissionFlagsBits[name]);
			home.text.overwrites.push(
				{ id: home.guild.id, type: 0, allow: allowed ? "0" : bit, deny: allowed ? bit : "0" },
				{ id: home.ordinary.user.id, type: 1, allow: allowed ? bit : "0", deny: allowed ? "0" : bit },
			);
			return mayDo(home.ordinary, name, home.text) === allowed;
		}),
	);
});

test("a member who can't view a channel may do nothing in it, and the owner may do everything", () => {
	const home = makeHome();
	const deny = String(PermissionFlagsBits.ViewChannel);
	for (const id of [home.guild.id, home.owner.user.id])
		home.text.overwrites.push({ id, type: id === home.guild.id ? 0 : 1, allow: "0", deny });
	expect(computePermissions(home.ordinary, home.text)).toBe(0n);
	expect(mayDo(home.ordinary, "SendMessages", home.voice)).toBe(true);
	expect(names.every((name) => mayDo(home.owner, name, home.text))).toBe(true);
});

test("a manual clock runs due timers in order, and no cancelled ones", () => {
	const clock = new ManualClock(0);
	const ran: string[] = [];
	const note = (ms: number, name: string, then = () => {}) =>
		clock.after(ms, () => {
			ran.push(`${name} at ${clock.now()}`);
			then();
		});
	note(20, "b");
	note(10, "a", () => note(5, "c"));
	note(12, "never")();
	clock.advance(19);
	expect(ran).toEqual(["a at 10", "c at 15"]);
	clock.advance(1);
	expect(ran.at(-1)).toBe("b at 20");
});
