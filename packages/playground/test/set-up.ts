// Runs before each test file. The hook of `without-sodium.ts` is registered only once in a process: one for each file
// would slow down all loading.
import "./without-sodium.ts";
import { afterAll } from "vitest";
import { noteCounts } from "./contract/watch.ts";

afterAll(noteCounts);
