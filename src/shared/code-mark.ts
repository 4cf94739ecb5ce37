declare const mark: unique symbol;

/** A code's fingerprint, a keyed hash. It stands for the code wherever the code itself mustn't be kept. */
export type CodeMark = string & { readonly [mark]: "code" };
