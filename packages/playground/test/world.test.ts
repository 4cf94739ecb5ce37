import { SnowflakeUtil } from "discord.js";
import { PermissionFlagsBits } from "discord-api-types/v10";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../src/index.ts";
import { computePermissions, mayDo } from "../src/world/permissions.ts";
import { createSnowflakes } from "../src/world/snowflake.ts";
import { createWorld } from "../src/world/world.ts";

const makeWorld = () => {
	const clock = new ManualClock(Date.UTC(2026, 10, 21));
	return createWorld(createSnowflakes(clock), clock, "Bot");
};
const names = Object.keys(PermissionFlagsBits) as (keyof typeof PermissionFlagsBits)[];

test("ids grow, never repeat and tell the clock's time", () => {
	fc.assert(
		fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 50 }), (steps) => {
			const clock = new ManualClock(Date.UTC(2026, 10, 21));
			const newId = createSnowflakes(clock);
			let last = 0n;
			return steps.every((step) => {
				clock.advance(step);
				const id = newId();
				const grows = BigInt(id) > last;
				last = BigInt(id);
				return grows && SnowflakeUtil.timestampFrom(id) === clock.now();
			});
		}),
	);
});

test("a member's own overwrite wins over everyone's, and allowing wins over denying in one", () => {
	fc.assert(
		fc.property(fc.constantFrom(...names), fc.boolean(), (name, allowed) => {
			const world = makeWorld();
			const bit = String(PermissionFlagsBits[name]);
			world.text.permission_overwrites.push(
				{ id: world.guildId, type: 0, allow: allowed ? "0" : bit, deny: allowed ? bit : "0" },
				{ id: world.ordinary.user.id, type: 1, allow: allowed ? bit : "0", deny: allowed ? "0" : bit },
			);
			return mayDo(world, world.ordinary, name, world.text.id) === allowed;
		}),
	);
});

test("who may not see a channel may do nothing in it, and the owner may do everything", () => {
	const world = makeWorld();
	const deny = String(PermissionFlagsBits.ViewChannel);
	for (const id of [world.guildId, world.owner.user.id])
		world.text.permission_overwrites.push({ id, type: id === world.guildId ? 0 : 1, allow: "0", deny });
	expect(computePermissions(world, world.ordinary, world.text.id)).toBe(0n);
	expect(mayDo(world, world.ordinary, "SendMessages", world.voice.id)).toBe(true);
	expect(names.every((name) => mayDo(world, world.owner, name, world.text.id))).toBe(true);
});

test("a manual clock runs what falls due in order, and not what was cancelled", () => {
	const clock = new ManualClock(0);
	const ran: string[] = [];
	clock.after(20, () => ran.push(`b at ${clock.now()}`));
	clock.after(10, () => {
		ran.push(`a at ${clock.now()}`);
		clock.after(5, () => ran.push(`c at ${clock.now()}`));
	});
	clock.after(12, () => ran.push("never"))();
	clock.advance(19);
	expect(ran).toEqual(["a at 10", "c at 15"]);
	clock.advance(1);
	expect(ran).toEqual(["a at 10", "c at 15", "b at 20"]);
});
