/** `npm run openapi`: writes the document of the speech service's paths to docs/. */
import { writeFileSync } from "node:fs";
import { writeOpenApi } from "../http/openapi.ts";

writeFileSync(
	new URL("../../../../docs/openapi.json", import.meta.url),
	JSON.stringify(writeOpenApi(), undefined, "\t"),
);
