import { setTimeout as wait } from 'node:timers/promises'
import { type ContainerShape, createOptionsOf } from './create-options.ts'
import type { Engine } from './engine.ts'
import { labelsOf, type Owner } from './labels.ts'
import type { ContainerEnd, ContainerRun } from './messages.ts'
import type { ContainerNetworks } from './network.ts'
import { createContainerLog } from './output/container-log.ts'
import { createDemux } from './output/demux.ts'
import { createEndMark, createOutputParser, newEndDigits } from './output/output-markers.ts'
import type { UserIds } from './user-ids.ts'

export type OpenPorts = {
  readonly engine: Engine
  readonly networks: ContainerNetworks
  readonly owner: Owner
  /** A unique container name on the engine. */
  readonly name: string
  readonly caFile: string
  readonly engineCpus: number
  readonly userIds: UserIds
  /** Aborts when the container is no longer needed. */
  readonly signal: AbortSignal
}

/** A created container that the engine watches. Its output is read from the first byte on. */
export type OpenContainer = Awaited<ReturnType<typeof openContainer>>

/** Limit for log lines on stdout in addition to the output. */
const slackBytes = 256 * 1024
const maxStderrBytes = 16 * 1024 * 1024
/** Maximum wait for the end of both output streams. */
const lastOutputMs = 1000

/** Creates a container without starting it. Disposing `opened` removes everything, at any stage of the creation. */
export async function openContainer(
  shape: ContainerShape & Pick<ContainerRun, 'hosts' | 'outputBytes'>,
  ports: OpenPorts,
  opened: AsyncDisposableStack,
) {
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
    // On a bridge, data that a program sent last may still be in the relay when its end is reported.
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
      demux(chunk)
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
  // A program may close its stdin before it has read everything. The exit watch reports an engine that is gone.
  stream.on('error', () => outputEnded.resolve())

  return {
    name,
    network,
    log,
    start: () => engine.start(name),
    /** Sends its complete stdin. Called once. */
    send: (stdin: string) => void stream.end(stdin),
    /** The exit code from the engine. Rejects with an `EngineFailure` when the engine is gone. */
    code: watch.code,
    /**
     * The exit code as reported by the first process, which no other process can impersonate: earlier than the engine's,
     * but not always available. By then no process of the program runs, and all of its output has arrived.
     */
    told: told.promise,
    /** Resolves if the container must be ended because of its output, for example because there is too much. */
    trouble: trouble.promise,
    /** Resolves when the line with the end marker has arrived. */
    complete: complete.promise,
    /** Called after the container's end. Resolves when all of its output has arrived, or after a maximum wait. */
    drained: () => Promise.race([outputEnded.promise, wait(lastOutputMs, undefined, { ref: false })]),
    /** The output between its markers. Called once, last. */
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
  if (bytes.stderr > maxStderrBytes) return `it printed more than ${maxStderrBytes} bytes on stderr`
  return undefined
}
