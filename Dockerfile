# Herald in a container: `docker build -t herald .`, or `docker compose up -d` with compose.yaml.

# `--build-arg WITH_VOICES=yes` adds the engine for natural voices, and espeak-ng for other languages than English.
ARG WITH_VOICES=no

FROM node:24-bookworm-slim AS modules
ARG WITH_VOICES
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/common/package.json packages/common/
COPY packages/service/package.json packages/service/
COPY packages/playground/package.json packages/playground/
# The image has its own Node, no playground, no compiler that would want SQLite's sources, no debugger that would want
# maps of others' sources, and is Linux with glibc.
RUN npm ci --omit=dev \
	&& rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@herald/playground \
		node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
	&& find node_modules/better-sqlite3/prebuilds node_modules/sodium-native/prebuilds -mindepth 1 -maxdepth 1 \
		-not -name 'linux-*' -exec rm -r {} + \
	&& find node_modules -type f -name '*.map' -delete
COPY packages/neural packages/neural
RUN if [ "$WITH_VOICES" = yes ]; then npm ci --omit=dev --prefix packages/neural; fi

FROM node:24-bookworm-slim
ARG WITH_VOICES
# Whichever Debian has now: its fixes are worth more here than the same bytes tomorrow.
# hadolint ignore=DL3008
RUN if [ "$WITH_VOICES" = yes ]; then \
	apt-get update && apt-get install --yes --no-install-recommends espeak-ng && rm -rf /var/lib/apt/lists/*; fi
# npm, by which the operator's tools are run, may write to /tmp alone.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 DATA_DIR=/data OPERATIONS_PORT=9464 HERALD_IMAGE=yes \
	npm_config_cache=/tmp/npm npm_config_update_notifier=false
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=700 /data
COPY --from=modules /app/node_modules node_modules
COPY --from=modules /app/packages/neural packages/neural
COPY package.json LICENSE ./
COPY migrations migrations
COPY commands commands
COPY packages/common packages/common
COPY packages/service packages/service
COPY src src
# The user `node`, by number: Kubernetes wants to see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
	CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATIONS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that it gets SIGTERM.
ENTRYPOINT ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "--v8-pool-size=1", "--import", "./packages/common/src/process/prepare.js", "src/index.ts"]
