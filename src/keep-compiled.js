/**
 * Preloaded by `npm start`: what Node has compiled once, it compiles no more, here, in threads and in children. This is
 * JavaScript, since for a first file of TypeScript Node would load what strips types from it, and need it no more.
 */
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";

process.env.NODE_COMPILE_CACHE ??= resolve(process.env.DATA_DIR || "./data", "compile-cache");
enableCompileCache(process.env.NODE_COMPILE_CACHE);
