// Runs before each test file; what it imports runs only once in a process. A module hook for each file would slow down
// all loading.
import "./without-sodium.ts";
import { afterAll } from "vitest";
import { noteCounts } from "./contract/watch.ts";

afterAll(noteCounts);
