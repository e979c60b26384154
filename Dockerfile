# Slipstream in a container: the workspace as it is (there is no build but the page's), without what only development
# needs. Everything that is kept lies in /data; the server runs as uid 1000.
#
# The image has no bubblewrap on purpose: the default profile of Docker does not let it make namespaces. Here the
# container is the wall around the commands of the agent, so give it nothing that they must not reach. Each still asks.

FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV CI=1 npm_config_update_notifier=false

FROM base AS page
COPY . .
RUN --mount=type=cache,target=/pnpm-store \
  npx -y pnpm@12.4.2 install --frozen-lockfile --store-dir /pnpm-store && npm run build

FROM base AS server
COPY . .
RUN --mount=type=cache,target=/pnpm-store \
  npx -y pnpm@12.4.2 install --frozen-lockfile --store-dir /pnpm-store --prod --filter-prod "@slipstream/server..."

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data WORKSPACE_DIR=/data/workspace \
  UNSANDBOXED_COMMANDS=ask
RUN mkdir -p /data/workspace && chown -R node:node /data
COPY --from=server /app/package.json ./
COPY --from=server /app/node_modules ./node_modules
COPY --from=server /app/packages ./packages
COPY --from=server /app/apps/server ./apps/server
COPY --from=page /app/apps/web/dist ./apps/web/dist
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "apps/server/src/main.ts"]
