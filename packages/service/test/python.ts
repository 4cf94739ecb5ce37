import { spawnSync } from "node:child_process";

export const python = process.env.PYTHON ?? "python3";

export const hasModule = (name: string): boolean => spawnSync(python, ["-c", `import ${name}`]).status === 0;
