import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import Docker from 'dockerode'
import { SkillManifest } from '../../../../contract/manifest.ts'
import type { Principal } from '../../../../contract/principal.ts'
import type { Json, SkillOutput } from '../../../../contract/skill-io.ts'
import { fixedSkills } from '../../../../core/fixed-skills.ts'
import type { ExecutionEnd } from '../../../../core/ports.ts'
import type { LoadedSkill } from '../../../../core/skill.ts'
import { classifyAddress } from '../../../../egress/address-policy.ts'
import { brokerOf, engineOf, type LogLine, recordingLog } from '../../../../egress/testing/engine-fixture.ts'
import { type Answer, type SeenRequest, startServer } from '../../../../egress/testing/local-server.ts'
import { testRunner } from '../../../../testing/runner-fixture.ts'
import { createSkillImages } from '../../create-skill-images.ts'
import { ownerOf } from '../../labels.ts'
import type { EgressMode } from '../../messages.ts'
import { engineAddress } from '../engine.ts'
import { startPrograms } from '../programs.ts'
import type { BypassCase, Given } from './bypass-case.ts'
import { openOutside } from './outside.ts'
import { startSharedContainer } from './shared-container.ts'

/** The outcome of an attack, and what others observed. */
export type Attempted = {
  readonly output: SkillOutput
  /** The reason for its end, from the log. */
  readonly reason: string | undefined
  readonly provider: readonly SeenRequest[]
  /** Output, log and journal as one text. */
  readonly everything: string
}

type Attack = Pick<BypassCase, 'attack' | 'resolves' | 'isAlone'>

export type World = AsyncDisposable & {
  readonly given: Given
  attempt(attack: Attack, signal?: AbortSignal): Promise<Attempted>
  /** The number of connections and datagrams that reached the test's own servers on this machine. */
  heard(): number
}

export const credential = 'r3al-value-of-the-key'
const principal: Principal = { id: 'test', role: 'operator', source: 'main', trust: 'full' }
const neighbourPort = 8081
/**
 * Number of concurrent containers. One principal gets three quarters of them, of which the neighbour takes one. An
 * attack that waits for its turn does not time out.
 */
const atOnce = 8

const manifest = SkillManifest.parse({
  name: 'bypass',
  version: '0.1.0',
  description: 'tries to get out of its container',
  risk_level: 'low',
  runtimes: ['container'],
  permissions: {
    network: { egress: ['api.example.com', 'other.example.com', 'rebound.example.com'], methods: ['GET', 'POST'] },
    secrets: ['API_KEY'],
  },
  limits: { timeout_ms: 90_000, memory_mb: 64, cpus: 1 },
})

const skill: LoadedSkill = {
  manifest,
  tier: 'local',
  approved: manifest.permissions,
  digest: 'bypass',
  program: { kind: 'image' },
  folder: '/nowhere',
}

/** The real runner, egress engine and container runtime, with a fake provider on the loopback and the base image. */
export async function openWorld(mode: EgressMode): Promise<World> {
  await using opened = new AsyncDisposableStack()
  const images = await createSkillImages({
    projectDir: process.cwd(),
    operatorBase: undefined,
    engine: engineAddress,
    signal: new AbortController().signal,
  })
  const inside = await readFile(join(import.meta.dirname, 'inside.py'), 'utf8')
  const imageOf = () => ({ tag: images.probe.tag, command: ['python3', '-c', inside] })
  const instance = `inst_${randomBytes(8).toString('hex')}`
  const { runtime } = opened.use(
    await startPrograms({
      instance,
      egress: [mode],
      containers: atOnce,
      loadImages: async () => ({ imageOf, probe: images.probe }),
    }),
  )
  const status = await runtime.status()
  if (status.kind !== 'on' || status.egress !== mode)
    throw new Error(`the mode ${mode} does not work: ${JSON.stringify(status)}`)
  if (engineAddress.kind !== 'socket') throw new Error('the engine is not on a socket')
  const outside = opened.use(await openOutside(engineAddress.path, images.probe.tag))

  const shared = opened.use(
    await startSharedContainer({
      image: { ...imageOf(), command: [...imageOf().command, 'shared'] },
      mode,
      hosts: manifest.permissions.network.egress,
    }),
  )

  const attempt = async (
    { attack, resolves = {}, isAlone = false }: Attack,
    given: Json,
    signal?: AbortSignal,
    onRequest: (request: SeenRequest) => void = () => {},
  ): Promise<Attempted> => {
    await using provider = await startServer(
      (request, response) => {
        onRequest(request)
        answer(request, response)
      },
      { secure: false },
    )
    const lines: LogLine[] = []
    const ended: ExecutionEnd[] = []
    const log = recordingLog(lines)
    await using egress = engineOf({
      log,
      addressPolicy: classifyAddress,
      upstream: {
        'api.example.com': { url: `http://127.0.0.1:${provider.port}/api`, data: 'test' },
        'other.example.com': { url: `http://127.0.0.1:${provider.port}/other`, data: 'test' },
      },
      resolve: async (host) => resolves[host] ?? [],
    })
    const runner = testRunner({
      skills: fixedSkills(skill),
      runtimes: [isAlone ? runtime : shared],
      broker: brokerOf({ API_KEY: { value: credential, hosts: ['api.example.com'] } }),
      egress,
      store: { started: async () => {}, finished: async (end) => void ended.push(end) },
      log,
    })
    const input = { action: 'attack', params: { attack, given }, config: {} }
    const output = await runner.execute('bypass', input, { principal, ...(signal ? { signal } : {}) })
    const detail = lines.find(({ message }) => message === 'skill ended with an error')?.fields?.detail
    return {
      output,
      reason: typeof detail === 'string' ? detail : undefined,
      provider: provider.seen,
      everything: JSON.stringify([output, lines, ended]),
    }
  }

  const neighbour = await startNeighbour()
  opened.defer(neighbour.end)
  const addresses = await addressesOf(instance)
  if (addresses.length !== (mode === 'bridge' ? 1 : 0))
    throw new Error(`the neighbour has the addresses ${addresses.join(', ')}`)
  const given: Given = {
    hostAddresses: [...outside.hostAddresses],
    hostPort: outside.hostPort,
    otherContainer: { address: outside.otherContainer.address, port: outside.otherContainer.port },
    neighbour: { addresses, port: neighbourPort, placeholder: neighbour.placeholder },
  }
  await reachable(given, outside.heard)
  const heardBefore = outside.heard()
  const acquired = opened.move()
  return {
    given,
    attempt: (attack, signal) => attempt(attack, given, signal),
    heard: () => outside.heard() - heardBefore,
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }

  /** Another execution, which listens on its own port and reports its placeholder, reversed, through the provider. */
  async function startNeighbour() {
    const controller = new AbortController()
    const told = Promise.withResolvers<string>()
    const attack = `
      server = socket.create_server(('::', ${neighbourPort}), family=socket.AF_INET6, dualstack_ipv6=True)
      get('other.example.com', '/' + os.environ['API_KEY'][::-1])
      while True:
          server.accept()[0].close()`
    const running = attempt({ attack, isAlone: true }, {}, controller.signal, ({ path }) =>
      told.resolve(path.replace('/other/', '')),
    )
    running.then(({ output, reason }) => told.reject(new Error(JSON.stringify([output, reason]))), told.reject)
    const backwards = await told.promise
    return {
      placeholder: [...backwards].reverse().join(''),
      end: async () => {
        controller.abort()
        await running
      },
    }
  }
}

/** The provider's behavior. One path is hostile: it sends the credential back. */
const answer: Answer = ({ path, headers }, response) => {
  const key = String(headers['x-key'] ?? '')
  switch (path) {
    case '/api/echo':
      return void response.end(key)
    case '/api/holds-the-key':
      return void response.writeHead(key === credential ? 200 : 401).end()
    default:
      return void response.end('ok')
  }
}

/** Addresses of this runtime's executions on the engine's networks. */
async function addressesOf(instance: string): Promise<string[]> {
  const docker = new Docker({ socketPath: engineAddress.kind === 'socket' ? engineAddress.path : '' })
  const all = await docker.listContainers()
  const own = all.filter(({ Labels }) => {
    const owner = ownerOf(Labels)
    return owner?.instance === instance && owner.execution !== 'relay'
  })
  return own.flatMap(({ NetworkSettings }) =>
    Object.values(NetworkSettings.Networks).flatMap(({ IPAddress }) => (IPAddress ? [IPAddress] : [])),
  )
}

/** Checks that this machine reaches all of these servers. If a container does not reach them, the sandbox blocks it. */
async function reachable({ hostAddresses, hostPort, otherContainer }: Given, heard: () => number): Promise<void> {
  const global = hostAddresses.filter((address) => !address.startsWith('fe80'))
  await Promise.all(global.map((address) => connects(address, hostPort)))
  await connects(otherContainer.address, otherContainer.port)
  for (const address of global) await hears(address, hostPort, heard)
}

/** Sends one datagram and waits until it is counted. */
async function hears(host: string, port: number, heard: () => number): Promise<void> {
  const before = heard()
  const deadline = performance.now() + patienceMs
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.send('?', port, host)
  while (heard() === before) {
    if (performance.now() > deadline) throw new Error(`${host}:${port} hears no datagram`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  socket.close()
}

/** Maximum wait for a server that has just been started. */
const patienceMs = 60_000

async function connects(host: string, port: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(port, host, () => socket.write('GET / HTTP/1.0\r\n\r\n'))
        // The server closes a connection after it has counted it.
        socket.resume().on('close', () => resolve())
        socket.on('error', (cause: NodeJS.ErrnoException) => (cause.code === 'ECONNRESET' ? resolve() : reject(cause)))
      })
      return
    } catch (cause) {
      if (performance.now() > deadline) throw new Error(`${host}:${port} does not answer`, { cause })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
