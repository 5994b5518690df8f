import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import Docker from 'dockerode'
import { hardening, nobody, piped } from '../../create-options.ts'
import { createSigner, makeAuthority } from '../../gateway/instance-ca.ts'
import { writeHostsFile, writeResolvFile } from '../../network.ts'

export type ContainerRun = {
  readonly image: string
  readonly command?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly hosts?: readonly string[]
  readonly input?: string
  /** Keeps stdin open after the input. */
  readonly staysOpen?: boolean
}
export type ContainerEnd = { readonly stdout: string; readonly stderr: string; readonly exitCode: number }

/** A folder with the sockets of containers, as in the runtime. */
export type SocketPlace = AsyncDisposable & {
  run(container: ContainerRun): Promise<ContainerEnd>
  /** Accepts connections of containers on a socket: `gateway.sock`, `dns.sock`, `gateway-8443.sock`, `plain.sock`. */
  listen(name: string, take: (socket: Socket) => void): Promise<void>
  /** Answers HTTPS on `gateway.sock` for these names, with a certificate that containers trust. */
  serve(names: readonly string[], answer: RequestListener): Promise<void>
  /** Answers HTTP on `plain.sock`. */
  serveWithoutTls(answer: RequestListener): Promise<void>
  /** Stops listening. */
  close(name: string): Promise<void>
}

const ttlMs = 60_000

export async function openSocketPlace(): Promise<SocketPlace> {
  const docker = new Docker()
  const folder = await mkdtemp(join(tmpdir(), 'travel-net-'))
  const net = join(folder, 'net')
  await mkdir(net)
  await chmod(folder, 0o755)
  await chmod(net, 0o755)
  const authority = await makeAuthority(Date.now())
  const authorityFile = join(folder, 'ca.pem')
  await writeFile(authorityFile, authority.certificatePem, { mode: 0o644 })
  const resolvFile = await writeResolvFile(folder)
  const signer = await createSigner(authority)
  const open = new Map<string, { server: Server; sockets: Set<Socket> }>()

  const start = async (name: string, server: Server) => {
    const sockets = new Set<Socket>()
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    open.set(name, { server, sockets })
    server.listen(join(net, name))
    await once(server, 'listening')
    await chmod(join(net, name), 0o666)
  }
  const close = async (name: string) => {
    const listening = open.get(name)
    if (listening === undefined) return
    open.delete(name)
    const closed = once(listening.server, 'close')
    listening.server.close()
    for (const socket of listening.sockets) socket.destroy()
    await closed
  }

  return {
    run: async ({ image, command, env = {}, hosts = [], input = '', staysOpen = false }) => {
      const hostsFile = await writeHostsFile(await mkdtemp(join(folder, 'run-')), hosts)
      const settings = { TRAVEL_TTL_MS: String(ttlMs), TRAVEL_EGRESS: 'socket', ...env, ...trust }
      const options: Docker.ContainerCreateOptions = {
        Image: image,
        ...(command === undefined ? {} : { Cmd: [...command] }),
        User: nobody,
        Env: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
        Labels: { 'aw.travel.test': 'images' },
        ...piped,
        NetworkDisabled: true,
        HostConfig: {
          ...hardened,
          Binds: [
            `${net}:/run/travel/net`,
            `${authorityFile}:/run/travel/ca.pem:ro`,
            `${resolvFile}:/etc/resolv.conf:ro`,
            `${hostsFile}:/etc/hosts:ro`,
          ],
        },
      }
      return runContainer(docker, options, input, staysOpen)
    },
    listen: (name, take) => start(name, createServer({ allowHalfOpen: true }, take)),
    serve: async (names, answer) => {
      const contexts = await Promise.all(
        names.map(async (name) => {
          const { certificatePem, keyPem } = await signer.sign(name, {
            fromMs: Date.now() - 1000,
            untilMs: Date.now() + ttlMs,
          })
          return { cert: certificatePem, key: keyPem }
        }),
      )
      const [first = {}] = contexts
      const server = createHttpsServer(first, answer)
      for (const [index, name] of names.entries()) server.addContext(name, contexts[index] ?? first)
      await start('gateway.sock', server)
    },
    serveWithoutTls: (answer) => start('plain.sock', createHttpServer(answer)),
    close,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...open.keys()].map(close))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const trust = {
  SSL_CERT_FILE: '/run/travel/ca.pem',
  NODE_EXTRA_CA_CERTS: '/run/travel/ca.pem',
  HOME: '/tmp',
  TZ: 'UTC',
}
const hardened: Docker.HostConfig = {
  ...hardening,
  NetworkMode: 'none',
  PidsLimit: 64,
  Memory: 128 * 1024 * 1024,
  MemorySwap: 128 * 1024 * 1024,
  Tmpfs: { '/tmp': 'rw,noexec,nosuid,nodev,size=16m,mode=1777' },
  Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
}

async function runContainer(
  docker: Docker,
  options: Docker.ContainerCreateOptions,
  input: string,
  staysOpen: boolean,
): Promise<ContainerEnd> {
  const creating: Promise<Docker.Container> = docker.createContainer(options)
  const container = await creating
  try {
    const attaching: Promise<NodeJS.ReadWriteStream> = container.attach({
      stream: true,
      stdin: true,
      stdout: true,
      stderr: true,
      hijack: true,
    })
    const stream = await attaching
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    docker.modem.demuxStream(stream, stdout, stderr)
    // A program may ignore its stdin.
    stream.on('error', () => {})
    stream.once('end', () => [stdout, stderr].map((output) => output.end()))
    const texts = Promise.all([buffer(stdout), buffer(stderr)])
    const waiting: Promise<{ StatusCode: number }> = container.wait({ condition: 'next-exit' })
    await container.start()
    if (staysOpen) stream.write(input)
    else stream.end(input)
    const { StatusCode: exitCode } = await waiting
    const [out, err] = await texts
    return { stdout: out.toString('utf8'), stderr: err.toString('utf8'), exitCode }
  } finally {
    await container.remove({ force: true, v: true })
  }
}
