/**
 * A model's process without a model. The text of a phrase decides what happens: "quit" ends the process, "hang" never
 * answers, "fail" is refused, "grow" reports 900 MB more memory, a number takes that many milliseconds. Every phrase
 * that is spoken is a tenth of a second of sound. A model file called "broken.onnx" ends the process while the model
 * is loaded; "bad.onnx" is refused.
 */
import type { ModelCommand, ModelReport } from "../../src/engine/neural/sherpa.ts";

const megabyte = 1024 * 1024;
let rssBytes = 150 * megabyte;
const stopped = new Map<number, () => void>();

const tell = (report: ModelReport): void => {
	process.send?.(report);
};

const load = (model: string | undefined): void => {
	if (model === "broken.onnx") {
		process.stderr.write("/src/model.cc:Load:12 Protobuf parsing failed\n");
		process.kill(process.pid, "SIGKILL");
	}
	if (model === "bad.onnx") {
		tell({ type: "failed", message: "it is bad" });
		process.disconnect();
		return;
	}
	tell({ type: "loaded", sampleRate: 22_050, speakers: 2, rssBytes });
};

const speak = (id: number, text: string): void => {
	const finish = () =>
		tell({ type: "spoken", id, samples: new Int16Array(2_400).fill(process.pid), rssBytes });
	if (text === "quit") process.exit(3);
	if (text === "hang") return;
	if (text === "grow") rssBytes += 900 * megabyte;
	if (text === "fail") {
		tell({ type: "unspoken", id, message: "no such sound" });
		return;
	}
	if (!/^\d+$/.test(text)) {
		finish();
		return;
	}
	const timer = setTimeout(finish, Number(text));
	stopped.set(id, () => {
		clearTimeout(timer);
		finish();
	});
};

process.once("disconnect", () => process.exit());
process.on("message", (command: ModelCommand) => {
	if (command.type === "load") load(command.source.files.model);
	else if (command.type === "speak") speak(command.id, command.text);
	else stopped.get(command.id)?.();
});
