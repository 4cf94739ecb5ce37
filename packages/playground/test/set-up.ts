// Runs before each test file. Its imports run once in a process. A hook for each file would slow down all loading.
import "./without-sodium.ts";
import { afterAll } from "vitest";
import { noteCounts } from "./contract/watch.ts";

afterAll(noteCounts);
