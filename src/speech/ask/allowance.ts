/** How many more attempts at one Line may be charged, over all its models, retries and pieces. */
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
