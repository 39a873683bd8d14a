# The image contains the server and the command line. compose.yaml adds a database and Redis; docs/operations.md explains how to run it.
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
# no install script has to run, because the dependencies contain their binaries
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY server server
COPY cli cli
COPY console console
COPY models models
COPY migrations migrations
COPY docs docs
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN chmod +x dist/cli/index.js dist/server/index.js && ln -s /app/dist/cli/index.js /usr/local/bin/diwan \
  && ln -s /app/dist/server/index.js /usr/local/bin/diwan-server && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--heap-growing-percent=20", "--v8-pool-size=1", "dist/server/index.js"]
