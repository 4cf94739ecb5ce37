/**
 * A model's process without a model. The text of a phrase decides what happens: "quit" ends the process, "hang" never
 * answers, "fail" is refused, "grow" reports 900 MB more memory, a number takes that many milliseconds. Every phrase
 * that is spoken is a tenth of a second of sound. A model file called "broken.onnx" ends the process while the model
 * is loaded; "bad.onnx" is refused.
 */
import { connect } from "@herald/common/child.ts";
import type { ModelProgram } from "../../src/engine/neural/sherpa.ts";

const megabyte = 1024 * 1024;
let rssBytes = 150 * megabyte;
let stop = () => {};

process.once("disconnect", () => process.exit());
connect<object, ModelProgram>(process, {
	load: async ({ source }) => {
		const { model } = source.files;
		if (model === "broken.onnx") {
			process.stderr.write("/src/model.cc:Load:12 Protobuf parsing failed\n");
			process.kill(process.pid, "SIGKILL");
		}
		if (model === "bad.onnx") throw new Error("it is bad");
		return { sampleRate: 22_050, speakers: 2, rssBytes };
	},
	speak: async ({ text }) => {
		if (text === "quit") process.exit(3);
		if (text === "hang") return new Promise(() => {});
		if (text === "grow") rssBytes += 900 * megabyte;
		if (text === "fail") throw new Error("no such sound");
		if (/^\d+$/.test(text))
			await new Promise<void>((resolve) => {
				stop = resolve;
				setTimeout(resolve, Number(text));
			});
		return { samples: new Int16Array(2_400).fill(process.pid), rssBytes };
	},
	stop: () => stop(),
});
