import * as z from 'zod'
import { showTerminalMarks } from '#lib/platform/server/log/terminal-marks.ts'
import type { ErrorCode } from '#runner/contract/errors.ts'
import { instructionsPerUnit } from '#runner/contract/fuel.ts'
import type { JournalEntry, JournalResult } from '#runner/contract/journal.ts'
import { FetchHead } from '#runner/contract/operations/fetch.ts'
import { operations } from '#runner/contract/operations/host-operations.ts'
import type { CutText, JournalCall } from '../../model/console-executions.ts'

/** In characters. */
const longestNote = 300

/**
 * A host call as the timeline shows it. It never contains a secret's value, because the journal has none. `isOver`:
 * whether the execution has ended. An answer that it waits for then no longer comes.
 */
export function callOf(entry: JournalEntry, isOver: boolean, { startMs, sizes }: CallContext): JournalCall {
  const { seq, op, result, began_ms: began } = entry
  return {
    seq,
    op,
    ...whatOf(entry, isOver),
    outcome: outcomeOf(result, isOver),
    result: resultOf(entry),
    status: op === 'fetch' && result.kind === 'value' ? (FetchHead.safeParse(result.value).data?.status ?? null) : null,
    bytes: bytesOf(entry, sizes),
    at_ms: began === undefined ? null : Math.max(0, began - startMs),
    duration_ms: entry.duration_ms,
    fuel_left: entry.fuel_left / instructionsPerUnit,
  }
}

/** `startMs`: when the code began. `sizes`: the sizes of stored answers, by hash. */
type CallContext = { readonly startMs: number; readonly sizes: ReadonlyMap<string, number> }

function bytesOf({ op, result, result_hash: body }: JournalEntry, sizes: CallContext['sizes']): number | null {
  if (body !== undefined) return sizes.get(body) ?? null
  if (result.kind === 'stored') return result.bytes
  // The value of a request is only the head of its answer.
  return result.kind === 'value' && op !== 'fetch' ? Buffer.byteLength(JSON.stringify(result.value)) : null
}

/** The journal stores a bounded copy of the arguments, so they may be truncated or missing. */
function whatOf({ op, args, result }: JournalEntry, isOver: boolean): Pick<JournalCall, 'title' | 'note'> {
  const { title, note } = operations[op]
  return {
    title: short(typeof title === 'string' ? title : title(args)),
    note: result.kind === 'awaited' ? waitOf(isOver) : short(note?.(args) ?? ''),
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

function resultOf({ result }: JournalEntry): string {
  switch (result.kind) {
    case 'rejected':
      return short(result.message)
    case 'ended':
      return result.code
    case 'value':
    case 'stored':
    case 'awaited':
    case 'unanswered':
      return ''
  }
}

/** In one line, in which an agent's text cannot look like more. */
const short = (text: string) => showTerminalMarks(text.length > longestNote ? `${text.slice(0, longestNote)} …` : text)

/** Truncates a text for a page. */
export function cutText(text: string, most: number): CutText {
  return { text: text.length > most ? text.slice(0, most) : text, length: text.length }
}

const Stored = z.object({ hash: z.string(), bytes: z.number() })

/** The hash of a large value that the journal stores elsewhere. Undefined: the value is in the journal. */
export const storedHash = (value: unknown): string | undefined => Stored.safeParse(value).data?.hash
