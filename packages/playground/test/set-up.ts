// Runs before each test file. What this imports is run once in a process: a hook for each file would slow down all loading.
import "./without-sodium.ts";
import { afterAll } from "vitest";
import { noteCounts } from "./contract/watch.ts";

afterAll(noteCounts);
