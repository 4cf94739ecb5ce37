/**
 * A program in place of espeak-ng. Makes half a second of a tone, unless the text says otherwise, and logs its
 * arguments in the file "calls" beside it.
 */
const { appendFileSync, readFileSync, writeSync } = require("node:fs");
const { dirname, join } = require("node:path");

const [, program, ...args] = process.argv;
const log = join(dirname(program), "calls");

const speak = (height) => {
	const wav = Buffer.alloc(44 + 2 * 11_025);
	wav.write("RIFF", 0);
	wav.writeUInt32LE(0x7ffff024, 4);
	wav.write("WAVEfmt ", 8);
	wav.writeUInt32LE(16, 16);
	wav.writeUInt16LE(1, 20);
	wav.writeUInt16LE(1, 22);
	wav.writeUInt32LE(22_050, 24);
	wav.writeUInt32LE(44_100, 28);
	wav.writeUInt16LE(2, 32);
	wav.writeUInt16LE(16, 34);
	wav.write("data", 36);
	wav.writeUInt32LE(0x7ffff000, 40);
	for (let i = 0; i < 11_025; i++) wav.writeInt16LE(Math.round(height * Math.sin(i / 8)), 44 + 2 * i);
	process.stdout.write(wav);
};

const act = (text) => {
	appendFileSync(log, `${JSON.stringify({ args, text, env: Object.keys(process.env) })}\n`);
	const faults = readFileSync(log, "utf8").split("fault").length - 1;
	if (text === "hang") setInterval(() => {}, 1_000);
	else if (text === "crash") process.exit(1);
	else if (text === "fault always" || (text === "fault" && faults === 1))
		process.kill(process.pid, "SIGSEGV");
	else if (text === "flood") for (;;) writeSync(1, Buffer.alloc(1 << 16));
	else speak(text.startsWith("still") ? 0 : 9_000);
};

if (args[0] === "--version") console.log("eSpeak NG text-to-speech: 9.9  Data at: /x");
else if (args[0] === "--voices") process.stdout.write(readFileSync(join(__dirname, "espeak-voices.txt")));
else act(readFileSync(0, "utf8"));
