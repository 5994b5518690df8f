import type { EngineAddress } from '#runner/runtimes/container/engine.ts'

/**
 * The engine that `DOCKER_HOST` names: a socket (`unix:///…`) or a port (`tcp://host:port`, for one on this machine or behind a
 * tunnel). `undefined`: one that is reached in another way. That is no mistake of the app's settings: other programs read it too.
 */
export function engineAddressOf(dockerHost: string | undefined): EngineAddress | undefined {
  if (dockerHost === undefined) return { kind: 'socket', path: '/var/run/docker.sock' }
  const path = /^unix:\/\/(\/.+)$/.exec(dockerHost)?.[1]
  if (path !== undefined) return { kind: 'socket', path }
  const url = URL.canParse(dockerHost) ? new URL(dockerHost) : undefined
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return undefined
  return { kind: 'tcp', host: url.hostname, port: Number(url.port) }
}
