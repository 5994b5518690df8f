import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import Docker from 'dockerode'

/**
 * The test's servers on this machine and in another container of its engine. A sandboxed container must not reach them.
 */
export type Outside = AsyncDisposable & {
  readonly hostAddresses: readonly string[]
  readonly hostPort: number
  readonly otherContainer: { readonly address: string; readonly port: number }
  /** The number of connections and datagrams that the servers of this machine have received. */
  heard(): number
}

/** Listens with TCP and UDP on one port of all addresses, and in a plain container on the engine's default network. */
export async function openOutside(socketPath: string, image: string): Promise<Outside> {
  await using opened = new AsyncDisposableStack()
  let heard = 0
  const listen = async (host: string, port: number): Promise<number> => {
    const server = createServer((socket) => {
      heard += 1
      socket.on('error', () => {}).destroy()
    })
    server.listen({ host, port, ipv6Only: host === '::' })
    await once(server, 'listening')
    opened.defer(() => closed(server))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    return address.port
  }
  const hostPort = await listen('0.0.0.0', 0)
  await listen('::', hostPort)
  const datagrams = createSocket({ type: 'udp6' })
  datagrams.on('message', () => {
    heard += 1
  })
  // Also receives IPv4.
  datagrams.bind(hostPort, '::')
  await once(datagrams, 'listening')
  opened.defer(() => void datagrams.close())

  const otherContainer = opened.use(await startContainer(new Docker({ socketPath }), image))
  const acquired = opened.move()
  return {
    hostAddresses: addressesOfThisMachine(),
    hostPort,
    otherContainer,
    heard: () => heard,
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}

function addressesOfThisMachine(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return all.filter(({ internal }) => !internal).map(({ address }) => address)
}

async function closed(server: Server): Promise<void> {
  const closing = once(server, 'close')
  server.close()
  await closing
}

const containerPort = 8080

async function startContainer(docker: Docker, image: string) {
  const container = await docker.createContainer({
    Image: image,
    Entrypoint: ['python3', '-m', 'http.server', `${containerPort}`],
    Cmd: [],
    User: '65534:65534',
    WorkingDir: '/opt',
    Labels: { 'aw.travel.test': 'bypass' },
    HostConfig: { ReadonlyRootfs: true, Memory: 64 * 1024 * 1024 },
  })
  await container.start()
  const { NetworkSettings } = await container.inspect()
  const { IPAddress: address = '' } = NetworkSettings.Networks.bridge ?? {}
  if (address === '') throw new Error('the container has no address on the network "bridge"')
  return {
    address,
    port: containerPort,
    async [Symbol.asyncDispose]() {
      await container.remove({ force: true, v: true })
    },
  }
}
