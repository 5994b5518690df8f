import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContainerGateway } from './gateway/gateway.ts'
import { listenOnSockets } from './gateway/listen-on-sockets.ts'
import { type ContainerNetworks, morePortsOf, writeHostsFile } from './network.ts'

type SocketNetworksOptions = {
  /**
   * The absolute path of this instance's own folder, which must exist. The path must be short, because the path of a
   * socket may have at most 103 bytes.
   */
  readonly folder: string
  /** The absolute path of a resolv.conf that directs a container's lookups to the container's first process. */
  readonly resolvFile: string
  readonly openGateway: () => ContainerGateway
  /** A unique short name of letters and digits. */
  readonly newName: () => string
}

/** The folder of the sockets inside the container. */
const folderInside = '/run/travel/net'

/**
 * Egress by Unix sockets: the container has no network but its loopback, on which its forwarder listens and passes
 * everything to the sockets in a folder that no other container sees.
 */
export function createSocketNetworks({
  folder,
  resolvFile,
  openGateway,
  newName,
}: SocketNetworksOptions): ContainerNetworks {
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
      const hostsFile = await writeHostsFile(own, hosts)
      const acquired = opened.move()
      return {
        options: {
          mode: 'socket',
          host: { NetworkMode: 'none' },
          // The engine writes these two files only for the networks that it sets up.
          binds: [`${own}:${folderInside}:ro`, `${resolvFile}:/etc/resolv.conf:ro`, `${hostsFile}:/etc/hosts:ro`],
          env: ports.length === 0 ? {} : { TRAVEL_PORTS: ports.join(',') },
        },
        assign: gateway.assign,
        close: async () => gateway[Symbol.asyncDispose](),
        [Symbol.asyncDispose]: () => acquired.disposeAsync(),
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}
