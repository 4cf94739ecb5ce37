/** How many attempts at one Line may still be charged: one count for its models, its retries and its pieces. */
export class Allowance {
	#left: number;

	constructor(attempts: number) {
		this.#left = attempts;
	}

	get left(): number {
		return this.#left;
	}

	spend(): void {
		this.#left -= 1;
	}
}
