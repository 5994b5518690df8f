import * as z from 'zod'
import { EndCause } from '../../contract/end-cause.ts'
import { ErrorCode } from '../../contract/errors.ts'
import { HostOp } from '../../contract/journal.ts'
import { LogArgs } from '../../contract/operations/console.ts'
import { container } from '../../contract/runtimes.ts'
import { Json } from '../../contract/skill-io.ts'

/** The main thread numbers executions; no two open executions share a number. */
const number = z.int().nonnegative()
const text = z.string()

/** How a container reaches its gateway. */
export const EgressMode = z.enum(container.egress)
export type EgressMode = z.infer<typeof EgressMode>

/** Describes a container and its limits. */
export const ContainerRun = z.object({
  /** For labels and the log. */
  id: text,
  image: text,
  /** The key of the caller's limits. Absent: the app itself. */
  fairKey: text.exactOptional(),
  /** Replaces the image's own command. */
  command: z.array(text).exactOptional(),
  egress: EgressMode,
  /** True: a harness of the base image runs a bundle or a script. False: the image runs the skill's own program. */
  hasHarness: z.boolean(),
  memoryMb: z.int().positive(),
  cpus: z.number().positive(),
  outputBytes: number,
  /** Measured from its creation. After this time the container ends itself, even if this process is gone. */
  lifetimeMs: z.int().positive(),
  /** Declared egress, host or host:port. */
  hosts: z.array(text),
  /** Placeholders by name; null: withheld. */
  secrets: z.record(text, text.nullable()),
  /** One JSON document. */
  stdin: text,
})
export type ContainerRun = z.infer<typeof ContainerRun>

const WireAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: Json, body: z.instanceof(Uint8Array).exactOptional() }),
  z.object({ kind: z.literal('rejected'), name: text, message: text }),
  z.object({ kind: z.literal('end'), code: ErrorCode, reason: text, cause: EndCause.optional() }),
  /** The answer comes later, from outside. */
  z.object({ kind: z.literal('suspend') }),
])

export const ToWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), execution: number, run: ContainerRun }),
  z.object({ type: z.literal('answer'), execution: number, call: number, answer: WireAnswer }),
  /** The main thread no longer needs the execution: the worker ends it and releases its resources. */
  z.object({ type: z.literal('drop'), execution: number }),
  z.object({ type: z.literal('describe'), request: number }),
  /** Requests the instances that have anything on the engine or in the socket folder. */
  z.object({ type: z.literal('survey'), request: number }),
  /**
   * Removes the remains of the `dead` instances, unused objects of this instance, and long expired objects of other
   * installations.
   */
  z.object({ type: z.literal('sweep'), request: number, dead: z.array(text) }),
  /** Ends every execution, and answers when nothing of them is left. */
  z.object({ type: z.literal('close'), request: number }),
])
export type ToWorker = z.infer<typeof ToWorker>

/** How a container ended. */
export const ContainerEnd = z.discriminatedUnion('kind', [
  /** It exited with 0, and its output between the markers is `text`. */
  z.object({ kind: z.literal('output'), text }),
  z.object({ kind: z.literal('failed'), code: ErrorCode, detail: text }),
  z.object({ kind: z.literal('no_image'), detail: text }),
])
export type ContainerEnd = z.infer<typeof ContainerEnd>

export const LogLine = LogArgs
export type LogLine = z.infer<typeof LogLine>

export const EngineDescription = z.object({
  version: text,
  cpus: z.int().positive(),
  memoryMb: z.int().positive(),
  /** What the engine lacks for a sandbox, in sentences. If not empty, the engine cannot be used. */
  lacks: z.array(text),
})
export type EngineDescription = z.infer<typeof EngineDescription>

export const Swept = z.object({ containers: number, networks: number, folders: number })
export type Swept = z.infer<typeof Swept>

/** What the worker answers to each request. */
export const Answers = { describe: EngineDescription, survey: z.array(text), sweep: Swept, close: z.undefined() }

/** Messages from the worker. It reads output of foreign programs, so its messages are parsed like any input. */
export const FromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('call'), execution: number, call: number, op: HostOp, args: Json }),
  /** The execution violated a rule and is over, whatever its container reports afterwards. */
  z.object({
    type: z.literal('stopped'),
    execution: number,
    code: ErrorCode,
    reason: text,
    cause: EndCause.optional(),
  }),
  z.object({ type: z.literal('ended'), execution: number, end: ContainerEnd, lines: z.array(LogLine) }),
  /** Nothing of the container is left, or the sweep will remove the rest. */
  z.object({ type: z.literal('gone'), execution: number }),
  /** `answer`: what `Answers` has for the request. */
  z.object({ type: z.literal('answered'), request: number, answer: z.unknown() }),
  z.object({ type: z.literal('refused'), request: number, reason: text }),
  z.object({
    type: z.literal('log'),
    level: z.enum(['debug', 'info', 'warn', 'error']),
    message: text,
    fields: z.record(text, z.unknown()),
  }),
])
export type FromWorker = z.infer<typeof FromWorker>

/** The data that the worker thread starts with. */
export const WorkerData = z.object({
  engine: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('socket'), path: z.string() }),
    z.object({ kind: z.literal('tcp'), host: z.string(), port: z.int() }),
  ]),
  engineTimeoutMs: z.int().positive(),
  instance: z.string(),
  /** Folder of the instance's certificate authority. Only the worker reads its key. Absolute. */
  caFolder: z.string(),
  /** Contains a folder for each instance of this installation, including this one. Absolute. */
  socketRoot: z.string(),
  /** An image that contains the relay. */
  relayImage: z.string(),
  /** The address range for the networks of executions, such as 10.213.0.0/16. */
  subnets: z.string(),
})
export type WorkerData = z.infer<typeof WorkerData>
