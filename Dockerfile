# The whole of travel.aw in one image: docs/operating.md.
#   docker build -t travel.aw .
#   docker run -p 9090:9090 -v travel-data:/data travel.aw

# Another registry's copy of the same images can take their place.
ARG BUILDER=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ARG BASE=debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716

FROM ${BUILDER} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build -- --strict && npm run image:files -- /image

FROM ${BASE}
# The Node with which the project is tested.
ENV PATH=/app/node_modules/node/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOST=0.0.0.0 \
    PORT=9090 \
    TRAVEL_DATA_DIR=/data \
    NODE_ENV=production
USER root
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin travel \
    && install --directory --owner=travel --group=travel --mode=700 /data
COPY --from=build /image /app
RUN ln -s /app/bin/travel.mjs /usr/local/bin/travel
WORKDIR /app
VOLUME /data
EXPOSE 9090
# `root` where the platform mounts volumes of root: the first process then takes /data over and becomes the user 10001.
ARG START_AS=10001:10001
USER ${START_AS}
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/image/main.ts"]
