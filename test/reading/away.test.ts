import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
import { Problem } from "../../src/shared/problem.ts";
import { lookUpNumber } from "../support/look-into.ts";
import { slowStore } from "../support/slow-store.ts";
import { useReading } from "./start-reading.ts";

let isAway = false;
const { herald, playground, owner, voice, use, write, asked, heard } = await useReading({
	wrapStore: (store) =>
		slowStore(store, async () => {
			if (isAway) throw new Problem({ kind: "not_stored" }, "away");
		}),
});

const countTexts = (dataDir: string) => lookUpNumber(dataDir, "SELECT total(texts) FROM speech_months");

test("while the database is away, earlier listeners are still read, and what is counted is kept for later", async () => {
	const stranger = playground.world.addMember(playground.home.guild, { username: "stranger" });
	isAway = true;
	playground.voice.join(stranger);
	await heard(write("Written while it is away 1"));
	// Herald can't look up whether this member wants to be read.
	write("Written by somebody unknown", stranger, voice);
	await heard(write("Written while it is away 2"));
	expect((await use("voice me", { voice: "Puck" }, owner)).content).toMatch(/couldn't save that/);
	isAway = false;
	await heard(write("Written when it is back", stranger, voice));
	expect(asked().join("\n")).not.toContain("somebody unknown");
	await eventually(() => expect(countTexts(herald.dataDir)).toBe(3));
});
