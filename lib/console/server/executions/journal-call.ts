import * as z from 'zod'
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
export function callOf(entry: JournalEntry, isOver: boolean): JournalCall {
  const { seq, op, result } = entry
  return {
    seq,
    op,
    ...whatOf(entry, isOver),
    outcome: outcomeOf(result, isOver),
    result: resultOf(entry),
    duration_ms: entry.duration_ms,
    fuel_left: entry.fuel_left / instructionsPerUnit,
  }
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

const short = (text: string) => (text.length > longestNote ? `${text.slice(0, longestNote)} …` : text)

/** Truncates a text for a page. */
export function cutText(text: string, most: number): CutText {
  return { text: text.length > most ? text.slice(0, most) : text, length: text.length }
}

const Stored = z.object({ hash: z.string(), bytes: z.number() })

/** The hash of a large value that the journal stores elsewhere. Undefined: the value is in the journal. */
export const storedHash = (value: unknown): string | undefined => Stored.safeParse(value).data?.hash
