declare const mark: unique symbol;

/** The fingerprint of a redeemable code: a keyed hash, which is stored instead of the code. */
export type CodeMark = string & { readonly [mark]: "code" };
