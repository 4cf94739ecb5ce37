type Deferred<T> = T extends PromiseLike<unknown> ? AsyncDisposable : Disposable;

/**
 * Leaves an act for the end of a block: `using _closing = defer(() => file.close())`. A promise of the act needs
 * `await using`, which awaits it; the types tell it only if the act's own type says that it returns a promise. Where the
 * block throws and the act throws, too, a SuppressedError holds both errors.
 */
export const defer = <T>(act: () => T) =>
	({ [Symbol.dispose]: act, [Symbol.asyncDispose]: act }) as Disposable & AsyncDisposable as Deferred<T>;
