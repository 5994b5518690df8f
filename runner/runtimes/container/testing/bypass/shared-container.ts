import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { container } from '../../../../contract/runtimes.ts'
import { silentLog } from '../../../quickjs/testing/silent-log.ts'
import type { Runtime, RuntimeExecution, RuntimeOutcome } from '../../../runtime.ts'
import { createBridgeNetworks } from '../../bridge/bridge-networks.ts'
import { createOptionsOf } from '../../create-options.ts'
import type { SkillImage } from '../../create-skill-images.ts'
import { connectEngine } from '../../engine.ts'
import { createContainerGateway } from '../../gateway/container-gateway.ts'
import type { ContainerGateway } from '../../gateway/gateway.ts'
import { createInstanceCa, makeAuthority } from '../../gateway/instance-ca.ts'
import type { EgressMode } from '../../messages.ts'
import { writeResolvFile } from '../../network.ts'
import { createDemux } from '../../output/demux.ts'
import { endMarker, startMarker } from '../../output/output-markers.ts'
import { readOutput } from '../../output/read-output.ts'
import { createSocketNetworks } from '../../socket-networks.ts'
import { userIdsOn } from '../../user-ids.ts'
import { engineAddress } from '../engine.ts'

/** The line that `inside.py` prints when no process of an attack runs any more. */
const attackEnded = '---ATTACK_ENDED---'
/** Longer than the whole suite takes on a busy machine. The container is removed at the end. */
const lifetimeMs = 3_600_000
/** The default range of the real runtime. Networks of both avoid each other's subnets. */
const subnets = '10.213.0.0/16'

type SharedContainer = { readonly image: SkillImage; readonly mode: EgressMode; readonly hosts: readonly string[] }

/**
 * A runtime for attacks whose end the gateway or the container's confinement decides: they run one after another in
 * one container with the restrictions and the network of the real runtime. Each attack has its own process and its own
 * gateway, which denies everything after a violation, so no attack affects the next one.
 */
export async function startSharedContainer({ image, mode, hosts }: SharedContainer): Promise<Runtime> {
  const { tag, command } = image
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-test-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const authority = await makeAuthority(Date.now())
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.certificatePem)
  await chmod(caFile, 0o644)
  const ca = createInstanceCa(authority)
  let address = '127.0.0.1'
  const openGateway = () => createContainerGateway({ ca, address: { v4: address }, log: silentLog })

  /** The gateway of the current attack. */
  let gateway = openGateway()
  const current: ContainerGateway = {
    accept: (socket, port) => gateway.accept(socket, port),
    acceptPlain: (socket) => gateway.acceptPlain(socket),
    resolve: (query) => gateway.resolve(query),
    assign: (execution) => gateway.assign(execution),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
  const engine = connectEngine({ address: engineAddress, timeoutMs: 60_000 })
  const name = `travel-test-${randomBytes(8).toString('hex')}`
  const owner = { installation: name, instance: name, execution: name, expiresMs: Date.now() + lifetimeMs }
  const resolvFile = await writeResolvFile(folder)
  const networks = opened.use(
    mode === 'socket'
      ? createSocketNetworks({ folder, resolvFile, openGateway: () => current, newName: () => 'shared' })
      : createBridgeNetworks({
          ...{ engine, installation: name, instance: name, image: tag, pool: subnets, resolvFile, ca },
          relayAnswerMs: 60_000,
          openGateway(relay) {
            address = relay
            return current
          },
          now: Date.now,
          log: silentLog,
        }),
  )
  const network = opened.use(await networks.open(hosts, owner))

  const options = createOptionsOf({
    shape: { image: tag, ...(command ? { command } : {}), memoryMb: 64, cpus: 1, lifetimeMs, secrets: {} },
    image: await engine.image(tag),
    userId: opened.use(await userIdsOn(engine).take()).id,
    network: network.options,
    labels: { 'aw.travel.test': 'bypass' },
    caFile,
    engineCpus: (await engine.info()).NCPU,
  })
  opened.defer(() => engine.remove(name))
  await engine.create(name, options)
  const stream = await engine.attach(name)
  opened.defer(() => void stream.destroy())
  const printed = readAttacks(stream)
  await engine.start(name)

  const run = async (execution: RuntimeExecution): Promise<RuntimeOutcome> => {
    const { secrets, host, input, limits } = execution
    await gateway[Symbol.asyncDispose]()
    gateway = openGateway()
    let blocked: RuntimeOutcome | undefined
    gateway.assign({
      hosts: execution.hosts,
      hostCalls: false,
      secrets,
      call: (op, args) => host.call(op, args, 0),
      violation: (detail) => {
        blocked = { kind: 'failed', code: 'EGRESS_BLOCKED', detail, fuelUsed: 0 }
      },
      ended: (code, detail) => {
        blocked = { kind: 'failed', code, detail, fuelUsed: 0 }
      },
    })
    const next = printed.next()
    stream.write(`${JSON.stringify({ ...input, secrets })}\n`)
    const text = await next
    if (blocked !== undefined) return blocked
    const answer = text.split(`${startMarker}\n`)[1]?.split(`\n${endMarker}`)[0] ?? ''
    const rules = { harness: undefined, outputBytes: limits.outputKb * 1024, mayWait: false } as const
    return { ...(await readOutput(answer, rules)), fuelUsed: 0 }
  }

  /** Settles when the most recent attack has ended, so that attacks run one at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const acquired = opened.move()
  return {
    about: container,
    engineVersion: 'not counted',
    run: (execution) => {
      const outcome = last.then(() => run(execution))
      last = outcome.catch(() => {})
      return outcome
    },
    probe: async () => {},
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}

/** Splits the container's output by attack. */
function readAttacks(stream: NodeJS.ReadableStream): { next(): Promise<string> } {
  let text = ''
  let current = Promise.withResolvers<string>()
  // The container may end before the first attack.
  current.promise.catch(() => {})
  const demux = createDemux((from, bytes) => {
    // Ignores Python's warnings.
    if (from === 'stderr') return
    text += Buffer.from(bytes).toString('utf8')
    const end = text.indexOf(`${attackEnded}\n`)
    if (end === -1) return
    current.resolve(text.slice(0, end))
    text = text.slice(end + attackEnded.length + 1)
  })
  stream.on('data', (chunk: Buffer) => demux(chunk))
  stream.on('close', () => current.reject(new Error('The shared container has ended')))
  return {
    next() {
      current = Promise.withResolvers()
      return current.promise
    },
  }
}
