type Deferred<T> = T extends Promise<unknown> ? AsyncDisposable : Disposable;

/**
 * Leaves an act for the end of a block: `using _closing = defer(() => file.close())`. A promise of the act needs
 * `await using`, which awaits it. Where the block throws and the act throws, too, a SuppressedError holds both errors.
 */
export const defer = <T>(act: () => T) =>
	({ [Symbol.dispose]: act, [Symbol.asyncDispose]: act }) as Disposable & AsyncDisposable as Deferred<T>;
