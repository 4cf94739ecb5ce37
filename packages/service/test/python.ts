import { spawnSync } from "node:child_process";

/** The command for Python in tests. */
export const python = process.env.PYTHON ?? "python3";

/** Whether {@link python} can import a module. */
export const hasModule = (name: string): boolean => spawnSync(python, ["-c", `import ${name}`]).status === 0;
