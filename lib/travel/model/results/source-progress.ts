import type { SearchLine } from '#runner/contract/stream.ts'
import type { Steps } from '../steps.ts'
import { type Found, originOf, type ReadResults } from './found.ts'
import type { SourceProgress } from './search-stream.ts'

/** The progress of a source, from the line with its answer. */
export function* progressOf<Item extends Found>(
  { source: skill, output, is_first: isFirst }: Extract<SearchLine, { type: 'answer' }>,
  read: ReadResults<Item>,
): Steps<SourceProgress<Item>> {
  if (output.status === 'error') return { state: 'failed', error: output.error }
  if (output.status === 'requires_confirmation') {
    // The contract's message, without the prompt of the confirmation, because a search cannot ask for it.
    const message = `The skill ${skill} acts for you and needs your confirmation first.`
    return { state: 'failed', error: { code: 'CONFIRMATION_REQUIRED', message } }
  }
  const { metadata, results } = output
  const { offers, leftOut } = yield* read(results, originOf(skill, output))
  return {
    state: 'answered',
    offers,
    leftOut,
    unread: metadata,
    elapsedMs: metadata.query_time_ms,
    cached: metadata.cached,
    partial: metadata.partial || leftOut > 0 || metadata.unreadable !== undefined,
    ...(isFirst && { isFirst }),
  }
}
