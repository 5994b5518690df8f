import type { EngineAddress } from '#runner/runtimes/container/engine.ts'

/**
 * The engine in `DOCKER_HOST`: a socket (`unix:///…`) or a plain port (`tcp://host:port`, on this machine or behind a
 * tunnel). `undefined`: an address of another kind. That is not an error, because other programs read the variable too.
 */
export function engineAddressOf(dockerHost: string | undefined): EngineAddress | undefined {
  if (dockerHost === undefined) return { kind: 'socket', path: '/var/run/docker.sock' }
  const path = /^unix:\/\/(\/.+)$/.exec(dockerHost)?.[1]
  if (path !== undefined) return { kind: 'socket', path }
  const url = URL.parse(dockerHost)
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return undefined
  return { kind: 'tcp', host: url.hostname, port: Number(url.port) }
}
