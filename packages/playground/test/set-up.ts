// Runs before each test file. The hook of `without-sodium.ts` is registered only once in a process: one for each file
// would slow down all loading.
import "./without-sodium.ts";
import { Agent, setGlobalDispatcher } from "undici";
import { afterAll } from "vitest";
import { noteCounts } from "./contract/watch.ts";

afterAll(noteCounts);
// An answer is awaited as long as its test runs: beside busy programs, a model loads for minutes.
setGlobalDispatcher(new Agent({ headersTimeout: 0 }));
