/** Run before a test file: Vitest ends its processes by a signal, which would leave no coverage. */
import { takeCoverage } from "node:v8";
import { afterAll } from "vitest";

afterAll(() => takeCoverage());
