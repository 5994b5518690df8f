import * as z from 'zod'
import type { ErrorCode } from '#runner/contract/errors.ts'
import {
  ExecArgs,
  FetchArgs,
  FetchHead,
  LogArgs,
  MessageArgs,
  RecallArgs,
  SecretArgs,
  SettingArgs,
  TimeOffsetArgs,
} from '#runner/contract/host-calls.ts'
import type { JournalEntry, JournalResult } from '#runner/contract/journal.ts'
import type { CutText, JournalCall } from '../../model/console-executions.ts'

/** For a request, the journal stores a hash of its body. */
const RequestShown = z.object({ url: FetchArgs.shape.url, method: FetchArgs.shape.method }).partial()
/** For a file, the journal stores its path and a hash of its text. */
const FilePathShown = z.object({ path: z.string() })

const instructionsPerFuel = 1_000_000
/** In characters. */
const longestNote = 300
const longestPath = 120

/**
 * A host call as the timeline shows it. It never contains a secret's value, because the journal has none. `isOver`:
 * whether the execution has ended. An answer that it waits for then no longer comes.
 */
export function callOf(entry: JournalEntry, isOver: boolean): JournalCall {
  const { seq, op, result } = entry
  return {
    seq,
    op,
    ...whatOf(entry, isOver),
    outcome: outcomeOf(result, isOver),
    result: resultOf(entry),
    duration_ms: entry.duration_ms,
    fuel_left: entry.fuel_left / instructionsPerFuel,
  }
}

/** The journal stores a bounded copy of the arguments, so they may be truncated or missing. */
function whatOf({ op, args, result }: JournalEntry, isOver: boolean): Pick<JournalCall, 'title' | 'note'> {
  switch (op) {
    case 'fetch': {
      const { url, method } = RequestShown.safeParse(args).data ?? {}
      const parsed = url !== undefined && URL.canParse(url) ? new URL(url) : undefined
      const title = parsed ? `${method ?? 'GET'} ${parsed.host}` : (url ?? 'A request')
      return { title: short(title), note: parsed ? short(parsed.pathname + parsed.search, longestPath) : '' }
    }
    case 'secrets.get':
      return { title: SecretArgs.safeParse(args).data?.name ?? '', note: 'A placeholder: the value stays outside.' }
    case 'settings.get':
      return { title: SettingArgs.safeParse(args).data?.name ?? '', note: '' }
    case 'settings.keys':
      return { title: 'The names of the keys', note: '' }
    case 'time.offset': {
      const count = TimeOffsetArgs.safeParse(args).data?.pairs.length
      return { title: count === undefined ? 'Local times' : `${count} local times`, note: '' }
    }
    case 'console.log':
      return { title: 'Printed', note: short(LogArgs.safeParse(args).data?.text ?? '') }
    case 'llm.complete':
      return { title: "The agent's model", note: result.kind === 'awaited' ? waitOf(isOver) : '' }
    case 'llm.predict':
      return { title: 'The language model', note: result.kind === 'awaited' ? waitOf(isOver) : '' }
    case 'memory.recall':
      return { title: 'Memory', note: short(RecallArgs.safeParse(args).data?.query ?? '') }
    case 'call.context':
      return { title: 'The call', note: '' }
    case 'call.log':
      return { title: 'The call log', note: short(JSON.stringify(args)) }
    case 'messages.send':
      return {
        title: 'A message to the operator',
        note: short(MessageArgs.safeParse(args).data?.message.text ?? ''),
      }
    case 'gateway.post':
      return { title: 'The OpenClaw gateway', note: short(JSON.stringify(args)) }
    case 'files.read':
      return { title: 'Read a file', note: short(FilePathShown.safeParse(args).data?.path ?? '', longestPath) }
    case 'files.write':
      return { title: 'Wrote a file', note: short(FilePathShown.safeParse(args).data?.path ?? '', longestPath) }
    case 'exec.run': {
      const shown = ExecArgs.safeParse(args).data
      return { title: short(`Ran ${shown?.name ?? 'a program'}`), note: short(shown?.args.join(' ') ?? '') }
    }
  }
}

/**
 * The outcome of calls that ended their execution, by error code. `refused`: the host refused the call before it sent
 * anything. `unknown`: the process ended during the request, which may have arrived.
 */
const endedOutcomes: Partial<Record<ErrorCode, JournalCall['outcome']>> = {
  CAPABILITY_DENIED: 'refused',
  EGRESS_BLOCKED: 'refused',
  NOT_CONFIGURED: 'refused',
  INTERRUPTED: 'unknown',
}

const waitOf = (isOver: boolean) =>
  isOver ? 'It did not answer before the execution ended.' : 'It has not answered yet.'

function outcomeOf(result: JournalResult, isOver: boolean): JournalCall['outcome'] {
  switch (result.kind) {
    case 'value':
    case 'stored':
      return 'done'
    case 'rejected':
      return 'failed'
    case 'ended':
      return endedOutcomes[result.code] ?? 'failed'
    case 'awaited':
      return isOver ? 'failed' : 'waiting'
    case 'unanswered':
      return 'unknown'
  }
}

function resultOf({ op, result }: JournalEntry): string {
  switch (result.kind) {
    case 'value':
      return op === 'fetch' ? String(FetchHead.safeParse(result.value).data?.status ?? '') : ''
    case 'stored':
      return `${Math.ceil(result.bytes / 1024)} KB`
    case 'rejected':
      return short(result.message)
    case 'ended':
      return result.code
    case 'awaited':
    case 'unanswered':
      return ''
  }
}

const short = (text: string, most = longestNote) => (text.length > most ? `${text.slice(0, most)} …` : text)

/** Truncates a text for a page. */
export function cutText(text: string, most: number): CutText {
  return { text: text.length > most ? text.slice(0, most) : text, length: text.length }
}

const Stored = z.object({ hash: z.string(), bytes: z.number() })

/** The hash of a large value that the journal stores elsewhere. Undefined: the value is in the journal. */
export const storedHash = (value: unknown): string | undefined => Stored.safeParse(value).data?.hash
