import { type ContainerShape, createOptionsOf } from './create-options.ts'
import type { Engine } from './engine.ts'
import { labelsOf, type Owner } from './labels.ts'
import type { ContainerEnd, ContainerRun } from './messages.ts'
import type { ContainerNetwork, ContainerNetworks } from './network.ts'
import { type ContainerLog, createContainerLog } from './output/container-log.ts'
import { createDemux } from './output/demux.ts'
import { createEndMark, newEndDigits } from './output/end-mark.ts'
import { createOutputParser, type MarkedOutput } from './output/output-markers.ts'
import type { UserIds } from './user-ids.ts'

export type OpenPorts = {
  readonly engine: Engine
  readonly networks: ContainerNetworks
  readonly owner: Owner
  /** A container's name on the engine, that no other has. */
  readonly name: string
  readonly caFile: string
  readonly engineCpus: number
  readonly userIds: UserIds
  /** Aborts when nobody wants it any more. */
  readonly signal: AbortSignal
}

/** One container that is there and watched. What it prints is read from its first byte on, whenever that comes. */
export type OpenContainer = {
  readonly name: string
  readonly network: ContainerNetwork
  readonly log: ContainerLog
  start(): Promise<void>
  /** All that it gets on stdin. Once. */
  send(stdin: string): void
  /** Its exit code, from the engine. Rejects with an `EngineFailure` when the engine is gone. */
  readonly code: Promise<number>
  /**
   * The same from its first process, which nobody else can be taken for: sooner, and not always. Nothing of the program
   * runs any more then, and all that it printed has come.
   */
  readonly told: Promise<number>
  /** Resolves when what it prints has to be its end. */
  readonly trouble: Promise<ContainerEnd>
  /** Resolves when the line of the end marker has come. */
  readonly complete: Promise<void>
  /** Resolves when all that it printed has come, once it has ended; after a while in any case. */
  drained(): Promise<void>
  /** What stood between its markers. Once, last. */
  output(): MarkedOutput
}

/** Lines of its log that a program may print beside its output, at most. */
const slackBytes = 256 * 1024
const mostStderrBytes = 16 * 1024 * 1024
/** Whoever has both outputs closed and their ends not told by the engine by then is not waited for. */
const lastOutputMs = 1000

/** Makes a container that has not started. Disposing `opened` leaves nothing of it, whether it was made or not. */
export async function openContainer(
  shape: ContainerShape & Pick<ContainerRun, 'hosts' | 'outputBytes'>,
  ports: OpenPorts,
  opened: AsyncDisposableStack,
): Promise<OpenContainer> {
  const { engine, name, signal } = ports
  signal.throwIfAborted()
  const image = await engine.image(shape.image)
  const network = opened.use(await ports.networks.open(shape.hosts, ports.owner))
  const { id: userId } = opened.use(await ports.userIds.take())
  const endDigits = newEndDigits()
  const options = createOptionsOf({
    shape,
    image,
    userId,
    network: network.options,
    // In a bridge's network what a program sent in its last moment is with the relay, and not here, when its end is told.
    ...(network.options.mode === 'socket' ? { endDigits } : {}),
    labels: labelsOf(ports.owner),
    caFile: ports.caFile,
    engineCpus: ports.engineCpus,
  })
  signal.throwIfAborted()
  opened.defer(() => engine.remove(name))
  await engine.create(name, options)
  signal.throwIfAborted()
  const [stream, watch] = await Promise.all([engine.attach(name), engine.watchExit(name)])
  opened.defer(() => {
    stream.destroy()
    watch[Symbol.dispose]()
  })

  const log = createContainerLog()
  const complete = Promise.withResolvers<void>()
  const trouble = Promise.withResolvers<ContainerEnd>()
  const output = createOutputParser({ maxBytes: shape.outputBytes, outside: (bytes) => log.take('stdout', bytes) })
  const bytes = { stdout: 0, stderr: 0 }
  const told = Promise.withResolvers<number>()
  const ends = {
    stdout: createEndMark(endDigits, output.push),
    stderr: createEndMark(endDigits, (piece) => log.take('stderr', piece)),
  }
  const demux = createDemux((from, piece) => {
    bytes[from] += piece.length
    ends[from].push(piece)
  })
  const outputEnded = Promise.withResolvers<void>()
  stream.on('data', (chunk: Buffer) => {
    try {
      demux.push(chunk)
    } catch (cause) {
      trouble.resolve({ kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail: String(cause) })
    }
    if (output.isComplete) complete.resolve()
    if (ends.stdout.status !== undefined && ends.stderr.status !== undefined) told.resolve(ends.stdout.status)
    const detail = floodOf(bytes, shape.outputBytes, output.isTooLarge)
    if (detail !== undefined) {
      stream.pause()
      trouble.resolve({ kind: 'failed', code: 'OUTPUT_TOO_LARGE', detail })
    }
  })
  for (const event of ['end', 'close'] as const) stream.once(event, () => outputEnded.resolve())
  // A program may close its stdin before it has read all of it; an engine that leaves is found out by the watch.
  stream.on('error', () => outputEnded.resolve())

  return {
    name,
    network,
    log,
    start: () => engine.start(name),
    send: (stdin) => void stream.end(stdin),
    code: watch.code,
    told: told.promise,
    trouble: trouble.promise,
    complete: complete.promise,
    drained: () => within(lastOutputMs, outputEnded.promise),
    output: () => {
      stream.pause()
      ends.stdout.end()
      ends.stderr.end()
      return output.end()
    },
  }
}

function floodOf(
  bytes: Readonly<Record<'stdout' | 'stderr', number>>,
  outputBytes: number,
  isTooLarge: boolean,
): string | undefined {
  if (isTooLarge) return `its output has more than ${outputBytes} bytes`
  if (bytes.stdout > outputBytes + slackBytes) return `it printed more than ${outputBytes + slackBytes} bytes on stdout`
  if (bytes.stderr > mostStderrBytes) return `it printed more than ${mostStderrBytes} bytes on stderr`
  return undefined
}

async function within(ms: number, promise: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late])
  clearTimeout(timer)
}
