import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { ErrorCode } from '../contract/errors.ts'
import { FetchArgs, type FetchHead, LogArgs, SecretArgs, TimeOffsetArgs } from '../contract/host-calls.ts'
import type { HostOp, JournalEntry } from '../contract/journal.ts'
import type { Json, TraceEntry } from '../contract/skill-io.ts'
import type { EgressRequest, EgressResult, EgressSession } from '../egress/session.ts'
import type { Pending } from '../journal/journal-seam.ts'
import { createLogBudget } from '../journal/log-budget.ts'
import { createRecorder, type Recorder } from '../journal/recorder.ts'
import type { AnswerStore, Clock, Log, TimeOffsets } from '../ports.ts'
import type { HostAnswer, HostSeam } from '../runtimes/runtime.ts'
import type { Grant } from '../skill.ts'
import { createGate } from './gate.ts'

export type HostSeamOptions = {
  readonly grant: Grant
  readonly session: EgressSession
  /** Declared secrets that were not granted: asking for one can be caught. */
  readonly withheldSecrets: readonly string[]
  readonly timeOffsets: TimeOffsets
  readonly clock: Clock
  /** Aborts when the execution ends: what still waits then is not worked on. */
  readonly signal: AbortSignal
  /** Keeps large answers. Absent: the journal holds their hashes alone. */
  readonly answers?: AnswerStore | undefined
  /** Ours: says when an answer could not be kept. */
  readonly report?: Log | undefined
  /** Receives the skill's log lines, redacted and bounded. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void
}

export type RecordingSeam = HostSeam & {
  /** Every host call so far, by `seq`; the result of one under way is `unanswered`. */
  readonly journal: readonly JournalEntry[]
  /** Host calls so far, those included that the journal leaves out. */
  readonly count: number
  /** Those that are under way, by `seq`. */
  pending(): ReadonlyMap<number, Pending>
  /** As `call`, with the place of the answer in their order. */
  ask(op: HostOp, args: Json, fuelLeft: number): Pending
  /** The execution has ended: what is answered from here on reaches nobody. */
  close(): void
  /** Resolves when every answer that the journal names by hash is stored. */
  stored(): Promise<void>
  trace(): TraceEntry[]
}

/** Time offsets are worked out on the thread that serves everybody: in turns with the others, and not without end. */
const pairsAtOnce = 100
const mostOffsetPairs = 20_000

const end = (code: ErrorCode, reason: string): HostAnswer => ({ kind: 'end', code, reason })
const rejected = (name: string, message: string): HostAnswer => ({ kind: 'rejected', name, message })
/** A line of the log that is too much. */
const dropped = { answer: { kind: 'value', value: null }, settled: undefined } as const

const nothing = () => {}
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** The seam of one execution: parses, checks against the grant, counts, answers, and journals every host call. */
export function createHostSeam({
  grant,
  session,
  withheldSecrets,
  timeOffsets,
  clock,
  signal,
  answers,
  report = silent,
  log,
}: HostSeamOptions): RecordingSeam {
  const recorder: Recorder = createRecorder({ clock, answers, redact: shownArgs, log: report })
  const underWay = new Map<number, Pending>()
  const urls = new Map<number, string>()
  const enter = createGate(grant.limits.hostCallsInFlight)
  let calls = 0
  let seq = 0
  const fitsTheLog = createLogBudget()
  let offsetPairs = 0

  async function fetchFor(args: Json, at: number): Promise<HostAnswer> {
    if (grant.permissions.network.egress.length === 0)
      return end('CAPABILITY_DENIED', 'fetch without network permission')
    const parsed = FetchArgs.safeParse(args)
    if (!parsed.success) return rejected('TypeError', 'fetch: the arguments are not valid')
    urls.set(at, parsed.data.url)
    using _slot = await enter()
    return answerOf(await session.fetch(requestOf(parsed.data)))
  }

  async function timeOffset(args: Json): Promise<HostAnswer> {
    const parsed = TimeOffsetArgs.safeParse(args)
    if (!parsed.success) return rejected('TypeError', 'time.offset: takes a list of [place or zone, local time] pairs')
    using _slot = await enter()
    const { pairs } = parsed.data
    const offsets: string[] = []
    for (let at = 0; at < pairs.length; at += pairsAtOnce) {
      if (at > 0 || offsetPairs > 0) await turnOfTheEventLoop()
      if (signal.aborted) return rejected('AbortError', 'time.offset: the execution has ended')
      const some = pairs.slice(at, at + pairsAtOnce)
      offsetPairs += some.length
      if (offsetPairs > mostOffsetPairs) {
        return end('CAPABILITY_DENIED', `more than ${mostOffsetPairs} pairs in time.offset`)
      }
      const found = timeOffsets(some)
      if (!found.ok) return rejected('RangeError', `time.offset: pair ${at + found.index}: ${found.reason}`)
      offsets.push(...found.offsets)
    }
    return { kind: 'value', value: offsets }
  }

  function secret(args: Json): HostAnswer {
    const parsed = SecretArgs.safeParse(args)
    const name = parsed.success ? parsed.data.name : ''
    if (Object.hasOwn(session.placeholders, name)) return { kind: 'value', value: null }
    if (withheldSecrets.includes(name)) return rejected('CapabilityRevoked', `The secret ${name} was withheld`)
    return end('CAPABILITY_DENIED', `undeclared secret ${JSON.stringify(name)}`)
  }

  function writeLog(args: Json): HostAnswer {
    const parsed = LogArgs.safeParse(args)
    if (!parsed.success) return end('SKILL_CRASHED', 'a malformed log line')
    log(parsed.data.level, session.redact.text(parsed.data.text))
    return { kind: 'value', value: null }
  }

  /** As log and journal show them. */
  function shownArgs(op: HostOp, args: Json): Json {
    const line = op === 'console.log' ? LogArgs.safeParse(args).data : undefined
    return line === undefined ? session.redact.json(args) : { ...line, text: session.redact.text(line.text) }
  }

  async function answer(op: HostOp, args: Json, at: number): Promise<HostAnswer> {
    if (op === 'console.log') return writeLog(args)
    if (++calls > grant.limits.hostCalls)
      return end('CAPABILITY_DENIED', `more than ${grant.limits.hostCalls} host calls`)
    switch (op) {
      case 'fetch':
        return fetchFor(args, at)
      case 'time.offset':
        return timeOffset(args)
      case 'secrets.get':
        return secret(args)
    }
  }

  async function settle(at: number, answering: Promise<HostAnswer>) {
    const given = await answering
    underWay.delete(at)
    return { answer: given, settled: recorder.settle(at, given) }
  }

  function ask(op: HostOp, args: Json, fuelLeft: number): Pending {
    const at = seq++
    if (op === 'console.log' && !fitsTheLog(args)) return Promise.resolve(dropped)
    recorder.open(at, op, args, fuelLeft)
    const asked = settle(at, answer(op, args, at))
    underWay.set(at, asked)
    return asked
  }

  return {
    get journal() {
      return recorder.entries()
    },
    get count() {
      return seq
    },
    pending: () => new Map(underWay),
    ask,
    close: () => recorder.close(),
    stored: () => recorder.stored(),
    trace: () =>
      recorder.entries().map((entry) => {
        const url = urls.get(entry.seq)
        return {
          op: entry.op,
          ...(url === undefined ? {} : { url: session.redact.text(url) }),
          fuel: Math.floor(entry.fuel_left / 1_000_000),
          ms: entry.duration_ms,
        }
      }),
    async call(op, args, fuelLeft) {
      const { answer: given } = await ask(op, args, fuelLeft)
      return given
    },
  }
}

function requestOf(args: FetchArgs): EgressRequest {
  const body = args.body
  return {
    url: args.url,
    method: args.method.toUpperCase(),
    headers: args.headers,
    body:
      body === null ? undefined : 'text' in body ? Buffer.from(body.text, 'utf8') : Buffer.from(body.base64, 'base64'),
    timeoutMs: args.timeoutMs ?? undefined,
  }
}

const failureNames = {
  network: 'NetworkError',
  timeout: 'TimeoutError',
  too_large: 'ResponseTooLargeError',
  aborted: 'AbortError',
} as const

function answerOf(result: EgressResult): HostAnswer {
  switch (result.kind) {
    case 'response': {
      const { status, url, body } = result
      const head: FetchHead = { status, url, headers: result.headers.map(([name, value]) => [name, value]) }
      return { kind: 'value', value: head, body }
    }
    case 'failed':
      return rejected(failureNames[result.reason], result.message)
    case 'blocked':
      return end('EGRESS_BLOCKED', result.reason)
    case 'unconfigured':
      return end('NOT_CONFIGURED', `no value for ${result.secret}`)
  }
}
