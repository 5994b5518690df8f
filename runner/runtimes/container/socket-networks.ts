import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContainerGateway } from './gateway/gateway.ts'
import { listenOnSockets } from './gateway/listen-on-sockets.ts'
import { type ContainerNetworks, morePortsOf, namesOf } from './network.ts'

export type SocketNetworksOptions = {
  /**
   * This instance's own folder: absolute, existing, with a short path, because the path of a socket has at most 107
   * bytes.
   */
  readonly folder: string
  readonly openGateway: () => ContainerGateway
  /** A unique short name of letters and digits. */
  readonly newName: () => string
}

const loopback = '127.0.0.1'
/** The folder of the sockets inside the container. */
const folderInside = '/run/travel/net'

/**
 * Egress by Unix sockets: the container has no network but its loopback, on which its forwarder listens and passes
 * everything to the sockets in a folder that no other container sees.
 */
export function createSocketNetworks({ folder, openGateway, newName }: SocketNetworksOptions): ContainerNetworks {
  return {
    mode: 'socket',
    uses: () => false,
    async open(hosts) {
      await using opened = new AsyncDisposableStack()
      const own = join(folder, newName())
      opened.defer(() => rm(own, { recursive: true, force: true }))
      await mkdir(own)
      // The container's user must be able to find the sockets; the instance's folder keeps other users of the machine
      // out.
      await chmod(own, 0o755)
      const gateway = opened.use(openGateway())
      const ports = morePortsOf(hosts)
      opened.use(await listenOnSockets(gateway, own, ports))
      const acquired = opened.move()
      return {
        options: {
          mode: 'socket',
          host: {
            NetworkMode: 'none',
            ExtraHosts: namesOf(hosts).map((name) => `${name}:${loopback}`),
            Dns: [loopback],
            DnsOptions: ['timeout:1', 'attempts:1'],
            DnsSearch: ['.'],
          },
          binds: [`${own}:${folderInside}:ro`],
          env: ports.length === 0 ? {} : { TRAVEL_PORTS: ports.join(',') },
        },
        early: gateway.early,
        assign: gateway.assign,
        close: async () => gateway[Symbol.asyncDispose](),
        [Symbol.asyncDispose]: () => acquired.disposeAsync(),
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}
