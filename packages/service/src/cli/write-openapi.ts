import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { offerHelp } from "@herald/common/process/command-line.ts";
import { writeOpenApi } from "../http/openapi.ts";

offerHelp(`npm run openapi

Writes docs/openapi.json anew, from the schemas that requests are checked with.
`);
const file = fileURLToPath(new URL("../../../../docs/openapi.json", import.meta.url));
writeFileSync(file, JSON.stringify(writeOpenApi(), undefined, "\t"));
execFileSync("biome", ["format", "--write", file], { stdio: "inherit" });
