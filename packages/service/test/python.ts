import { spawnSync } from "node:child_process";

/** What tests run programs in Python with. */
export const python = process.env.PYTHON ?? "python3";

/** Whether such a program can import a module. */
export const hasModule = (name: string): boolean => spawnSync(python, ["-c", `import ${name}`]).status === 0;
