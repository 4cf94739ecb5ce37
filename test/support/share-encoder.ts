/**
 * Loads the encoder, which tests themselves hardly use, and keeps it: the machine code that V8 makes of it then serves
 * the threads of every bot that is started in this process. Each would make it anew, the most of its start.
 */
import { OpusEncoder } from "@herald/common/audio/opus.ts";

new OpusEncoder().close();
