/**
 * Keeps requests to this machine away from proxies. With NODE_USE_ENV_PROXY, Node sends them to the proxy unless NO_PROXY
 * says otherwise: the playground, and services on this machine, would be unreachable.
 */
import { createRequire } from "node:module";

const here = ["127.0.0.1", "localhost", "[::1]"];
const { env } = process;
for (const name of ["NO_PROXY", "no_proxy"])
	if (env[name] !== undefined || name === "NO_PROXY")
		env[name] = [...(env[name] ? [env[name]] : []), ...here].join(",");

// Node has already read these variables; versions before 24.14 can't read them again.
if (env.NODE_USE_ENV_PROXY === "1") createRequire(import.meta.url)("node:http").setGlobalProxyFromEnv?.(env);
