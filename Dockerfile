# Capstan as one image with two commands: web (the console) and controller. Built by: npm run image
# Same sources, same layers: versions are pinned, files carry one date, and nothing random goes in.

# The Node that package.json pins; a test compares the two.
ARG NODE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /src
ENV CI=true NEXT_TELEMETRY_DISABLED=1 CAPSTAN_STANDALONE=1
COPY package.json package-lock.json .npmrc ./
# Where npm fetches from, and whom it trusts, is the builder's affair: secrets, so that they stay out of the image.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities \
    NODE_EXTRA_CA_CERTS=/run/authorities npm ci
COPY . .
RUN node local/build/main.ts
RUN node local/image/collect.ts /out

FROM ${NODE}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Capstan" \
      org.opencontainers.image.description="The operator console for any Kubernetes cluster, and the controller that installs operators" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /out /app
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOME=/tmp MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
# A number, so that Kubernetes can tell that it is not root. It owns nothing here, and nothing needs to be written.
USER 65532:65532
EXPOSE 9000 9010 9080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "capstan.mjs", "healthy"]
ENTRYPOINT ["node", "capstan.mjs"]
CMD ["web"]
