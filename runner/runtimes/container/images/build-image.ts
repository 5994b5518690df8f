import { createInterface } from 'node:readline'
import * as z from 'zod'
import { jsonOrNot } from '../../../core/json-or-not.ts'
import type { ImageEngine } from './image-engine.ts'
import { ImageError } from './image-error.ts'

/** Shows progress. */
export type Progress = {
  /** Shows one step from its start to its end. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>
  /** Shows the state of the current step in a few words. */
  detail(text: string): void
}

type ImageBuild = {
  readonly context: NodeJS.ReadableStream
  readonly tag: string
  readonly labels: Record<string, string>
  readonly buildArgs?: Record<string, string>
  /** `none`: build steps have no network. */
  readonly network: 'none' | 'default'
  readonly signal: AbortSignal
  /** Called with each line of the build's output. */
  readonly onLine: (line: string) => void
}

/** Memory limit of a build step. No legitimate step needs more. */
const buildMemoryBytes = 1024 * 1024 * 1024
const cpuPeriodUs = 100_000
const shownLines = 12

const Message = z.object({
  stream: z.string().optional(),
  status: z.string().optional(),
  id: z.string().optional(),
  error: z.string().optional(),
})

/** Builds one image. If the build fails, throws an ImageError with its last lines. */
export async function buildImage(engine: ImageEngine, build: ImageBuild): Promise<void> {
  const { context, tag, labels, buildArgs = {}, network, signal, onLine } = build
  const stream = await engine.build(context, {
    t: tag,
    labels,
    buildargs: buildArgs,
    networkmode: network,
    rm: true,
    forcerm: true,
    memory: buildMemoryBytes,
    memswap: buildMemoryBytes,
    cpuperiod: cpuPeriodUs,
    cpuquota: 2 * cpuPeriodUs,
    abortSignal: signal,
  })
  await followEngine(stream, `The image ${tag} could not be built`, { signal, onLine })
}

/** Reads the engine's report of a long task to its end. If the task fails, throws an ImageError with its last lines. */
export async function followEngine(
  stream: NodeJS.ReadableStream,
  failure: string,
  { signal, onLine }: Pick<ImageBuild, 'signal' | 'onLine'>,
): Promise<void> {
  const lines: string[] = []
  for await (const json of createInterface({ input: stream, signal })) {
    const { stream: text, status, id, error } = Message.safeParse(jsonOrNot(json)).data ?? {}
    if (error !== undefined) throw new ImageError(`${[`${failure}:`, ...lines.slice(-shownLines), error].join('\n')}`)
    const line = (text ?? [id, status].filter(Boolean).join(': ')).trimEnd()
    if (line === '') continue
    lines.push(line)
    onLine(line)
  }
  signal.throwIfAborted()
}
