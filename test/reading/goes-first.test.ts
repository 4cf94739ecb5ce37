import { expect, test } from "vitest";
import { speakForSeconds, useReading } from "./start-reading.ts";

const { upstream, playground, member, panel, write, asked, settled } = await useReading();

test("members with the role that goes first are read before waiting members", async () => {
	const { guild } = playground.home;
	const { id } = playground.world.addRole(guild, { name: "Quiet ones" });
	playground.world.changeMember(member, { roles: [...member.roles, id] });
	await panel.set({ firstRole: id });
	const crowd = Array.from({ length: 6 }, (_, n) =>
		playground.world.addMember(guild, { username: `crowd${n}` }),
	);
	for (const each of crowd) playground.voice.join(each);
	upstream.behave(speakForSeconds(0.4));
	for (const [n, each] of crowd.entries()) write(`Waits in line ${n}`, each);
	write("Can't speak", member);
	await settled();
	const order = asked().flatMap((text) => /line \d|Can't speak/.exec(text)?.[0] ?? []);
	expect(new Set(order).size).toBe(7);
	expect(order.indexOf("Can't speak")).toBeLessThan(order.indexOf("line 4"));
});
