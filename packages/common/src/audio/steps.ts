/** Work in steps of a few ms: between two of them, a thread may do other work. */
export type Steps<T> = Generator<undefined, T>;

/** Takes all steps at once. */
export const finish = <T>(steps: Steps<T>): T => {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
};
