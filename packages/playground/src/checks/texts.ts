/** A text in the page's languages. */
export interface Texts {
	readonly en: string;
	readonly de: string;
}
