/** V8's garbage collection settings, for all threads. This is JavaScript that any Node can read. */
import { setFlagsFromString } from "node:v8";

/** Whether collecting early was asked for: it isn't in tests, which are left alone. */
let collectsEarly = false;

/** Garbage goes early instead of when there is much of it: a program takes some 20 MB less. */
export const collectEarly = () => {
	collectsEarly = true;
	setFlagsFromString("--optimize-for-size");
	setFlagsFromString("--heap-growing-percent=0");
};

/**
 * In a program that collects early: garbage may become half as much as what is used, and memory isn't tidied each time, so
 * that a channel's frames don't wait 20 to 35 ms for that, as they did once a second where hundreds of channels speak.
 *
 * @param {boolean} isWanted - false: from now on, it collects early again
 */
export const collectSeldom = (isWanted) => {
	if (!collectsEarly) return;
	if (!isWanted) return collectEarly();
	setFlagsFromString("--no-optimize-for-size");
	setFlagsFromString("--heap-growing-percent=50");
};
