import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../runner/contract/ids.ts'
import { Permissions } from '../../runner/contract/manifest.ts'
import type { Log } from '../../runner/core/ports.ts'
import { createEgressEngine } from '../../runner/egress/engine.ts'
import { createHostSeam } from '../../runner/host/host-seam.ts'
import { testOwner } from '../../runner/operations/testing/owner.ts'
import { makeAuthority } from '../../runner/runtimes/container/gateway/certificates.ts'
import { createContainerGateway } from '../../runner/runtimes/container/gateway/container-gateway.ts'
import { createInstanceCa } from '../../runner/runtimes/container/gateway/instance-ca.ts'
import { gatewaySocket, listenOnSockets } from '../../runner/runtimes/container/gateway/listen-on-sockets.ts'
import { Upstream } from './upstream-line.ts'

/**
 * A container's gateway with the app's policy engine. The argument describes the only allowed host, the upstream.
 * Prints JSON, `{ "path", "authority" }`, and exits when its standard input ends.
 */
const upstream = Upstream.parse(JSON.parse(process.argv[2] ?? ''))
const host = 'api.example.com'
const fuelLeft = 0
const hourMs = 3_600_000

const nothing = () => {}
const say = (message: string, fields?: object) =>
  void process.stderr.write(`${message} ${JSON.stringify(fields ?? {})}\n`)
const log: Log = { debug: nothing, info: nothing, warn: say, error: say }
const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const { signal } = new AbortController()

const grant = {
  permissions: Permissions.parse({ network: { egress: [host], methods: ['GET', 'POST'] } }),
  runtimes: [],
  limits: {
    timeoutMs: hourMs,
    memoryMb: 64,
    cpus: 1,
    fuel: 1,
    outputKb: 1,
    hostCalls: Number.MAX_SAFE_INTEGER,
    hostCallsInFlight: 8,
    responseKb: 1024,
  },
}
const engine = createEgressEngine({
  upstreams: {
    of: (name) => (name === host ? { url: `https://localhost:${upstream.port}`, data: 'test' } : undefined),
  },
  clock,
  randomBytes,
  log,
  ca: upstream.authority,
})
const session = engine.open({
  execution: newId('exec', randomBytes),
  skill: 'bench',
  fairKey: 'bench',
  grant,
  credentials: new Map(),
  uses: {},
  alsoHidden: [],
  rate: undefined,
  leftMs: () => hourMs,
  signal,
})
const seam = createHostSeam({
  owner: testOwner,
  grant,
  session,
  withheldSecrets: [],
  services: { timeOffsets: () => ({ ok: true, offsets: [] }) },
  clock,
  signal,
  log: nothing,
})

const authority = await makeAuthority(Date.now())
const gateway = createContainerGateway({ ca: createInstanceCa(authority), address: { v4: '127.0.0.1' }, log })
gateway.assign({
  hosts: [host],
  hostCalls: false,
  secrets: {},
  call: (op, args) => seam.call(op, args, fuelLeft),
  violation: (reason) => say('violation', { reason }),
  ended: (code, reason) => say('ended', { code, reason }),
})
const directory = await mkdtemp(join(tmpdir(), 'bench-gateway-'))
await listenOnSockets(gateway, directory)
process.stdout.write(
  `${JSON.stringify({ path: join(directory, gatewaySocket), authority: authority.certificatePem })}\n`,
)
process.stdin.resume().once('end', () => {
  rm(directory, { recursive: true }).finally(() => process.exit(0))
})
