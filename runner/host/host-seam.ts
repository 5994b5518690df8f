import { createHash } from 'node:crypto'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { ErrorCode } from '../contract/errors.ts'
import { FetchArgs, type FetchHead, LogArgs, SecretArgs, TimeOffsetArgs } from '../contract/host-calls.ts'
import type { HostOp, JournalEntry } from '../contract/journal.ts'
import type { Json, TraceEntry } from '../contract/skill-io.ts'
import type { EgressRequest, EgressResult, EgressSession } from '../egress/session.ts'
import type { Clock, TimeOffsets } from '../ports.ts'
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
  /** Receives the skill's log lines, redacted and bounded. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void
}

export type RecordingSeam = HostSeam & {
  /** Every host call so far; `{ unanswered: true }` is the result of one under way. */
  readonly journal: readonly JournalEntry[]
  trace(): TraceEntry[]
}

/** A result longer than this stands in the journal as its hash. */
const inlineResultBytes = 4096
/** All log lines of one execution together; what comes after is dropped. */
const logBudgetBytes = 64 * 1024
/** Time offsets are worked out on the thread that serves everybody: in turns with the others, and not without end. */
const pairsAtOnce = 100
const mostOffsetPairs = 20_000

const end = (code: ErrorCode, reason: string): HostAnswer => ({ kind: 'end', code, reason })
const rejected = (name: string, message: string): HostAnswer => ({ kind: 'rejected', name, message })

/** The seam of one execution: parses, checks against the grant, counts, answers, and journals every host call. */
export function createHostSeam({
  grant,
  session,
  withheldSecrets,
  timeOffsets,
  clock,
  signal,
  log,
}: HostSeamOptions): RecordingSeam {
  const answered: JournalEntry[] = []
  /** Calls under way, as they stand in the journal when the execution ends before them. */
  const open = new Map<number, () => JournalEntry>()
  const urls = new Map<number, string>()
  const enter = createGate(grant.limits.hostCallsInFlight)
  let calls = 0
  let seq = 0
  let logBytes = 0
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
    logBytes += Buffer.byteLength(parsed.data.text)
    if (logBytes <= logBudgetBytes) log(parsed.data.level, parsed.data.text)
    return { kind: 'value', value: null }
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

  const journal = () => [...answered, ...[...open.values()].map((entry) => entry())]
  return {
    get journal() {
      return journal()
    },
    trace: () =>
      journal().map((entry) => {
        const url = urls.get(entry.seq)
        return {
          op: entry.op,
          ...(url === undefined ? {} : { url }),
          fuel: Math.floor(entry.fuel_left / 1_000_000),
          ms: entry.duration_ms,
        }
      }),
    async call(op, args, fuelLeft) {
      const at = seq++
      const started = clock.monotonic()
      const entryOf = (recorded: Pick<JournalEntry, 'result' | 'result_hash'>): JournalEntry => ({
        seq: at,
        op,
        args: argsOf(op, args),
        ...recorded,
        fuel_left: Math.max(0, Math.floor(fuelLeft)),
        duration_ms: Math.max(0, clock.monotonic() - started),
      })
      if (op !== 'console.log') open.set(at, () => entryOf({ result: { unanswered: true } }))
      const given = await answer(op, args, at)
      open.delete(at)
      if (op === 'console.log' && logBytes > logBudgetBytes) return given
      answered.push(entryOf(recordOf(given)))
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

/** Bodies of requests stand in the journal as their hash: they may be large. */
function argsOf(op: HostOp, args: Json): Json {
  if (op !== 'fetch' || args === null || typeof args !== 'object' || Array.isArray(args)) return bounded(args)
  const { body, ...rest } = args
  return bounded(body === undefined || body === null ? rest : { ...rest, body_hash: sha256(JSON.stringify(body)) })
}

function bounded(value: Json): Json {
  const text = JSON.stringify(value)
  return text.length <= inlineResultBytes ? value : { hash: sha256(text), bytes: text.length }
}

function recordOf(given: HostAnswer): Pick<JournalEntry, 'result' | 'result_hash'> {
  switch (given.kind) {
    case 'value': {
      const head = bounded(given.value)
      return given.body === undefined ? { result: head } : { result: head, result_hash: sha256(given.body) }
    }
    case 'rejected':
      return { result: { rejected: given.name, message: given.message } }
    case 'end':
      return { result: { ended: given.code } }
  }
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
