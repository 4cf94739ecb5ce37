/**
 * The parts of WebAssembly that the engine uses. Node has WebAssembly, but TypeScript declares it only for browsers.
 */
declare namespace WebAssembly {
	type ModuleImports = Record<string, (...args: never[]) => unknown>;

	class Module {
		constructor(bytes: Uint8Array);
	}

	class Instance {
		constructor(module: Module, imports: Record<string, ModuleImports>);
		readonly exports: { readonly memory: Memory; _start(): unknown };
	}

	interface Memory {
		readonly buffer: ArrayBuffer;
	}

	function compile(bytes: Uint8Array): Promise<Module>;
}
