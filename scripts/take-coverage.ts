/** Set up before each test file. Vitest ends its processes by a signal, so coverage has to be taken explicitly. */
import { takeCoverage } from "node:v8";
import { afterAll } from "vitest";

afterAll(() => takeCoverage());
