import { viewerHeader } from '#lib/platform/model/viewer-header.ts'
import { viewerKey } from '#lib/platform/server/auth/principal.ts'
import { refuseFields } from '#lib/platform/server/http/input-error.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import type { Refused } from '#lib/platform/server/http/outcome.ts'
import type { FieldFaults } from '#runner/contract/field-fault.ts'
import type { SkillInput, SkillOutput } from '#runner/contract/skill-io.ts'
import type { SearchLine } from '#runner/contract/stream.ts'
import type { Log } from '#runner/core/ports.ts'
import type { SearchNote } from '../../model/search-note.ts'
import { encodeSearchLine } from './encode-search-line.ts'
import type { NoteAnswer } from './note-answer.ts'
import type { CapabilityQuery, createSearchByCapability } from './search-by-capability.ts'
import type { SearchHistory } from './search-history.ts'
import type { SearchTurns } from './search-turns.ts'

/** The input for every skill of a capability, or the problem of each field. */
export type SearchCheck =
  | { readonly ok: true; readonly input: SkillInput }
  | { readonly ok: false; readonly faults: FieldFaults }

type StreamPorts = {
  readonly searchByCapability: ReturnType<typeof createSearchByCapability>
  readonly searchTurns: Pick<SearchTurns, 'own'>
  readonly searchHistory: SearchHistory
  readonly noteAnswer: NoteAnswer
  readonly log: Log
}

type CheckedSearch = Omit<CapabilityQuery, 'input'> & {
  readonly checked: SearchCheck
  /** The note of this search for the person's history. */
  readonly note: SearchNote
  /** By which saved offers and saved searches are found. */
  readonly canonicalQuery: string
  readonly request: Pick<Request, 'headers'>
  /** The caller's turn: it ends with the stream. */
  readonly turn: DisposableStack
}

/**
 * The response to a search: INVALID_INPUT, the refusal of all its sources, or a stream with a line for each answer as
 * it arrives. If the client disconnects, ends the work that only this client waits for. While the stream is read, the
 * person's background searches wait.
 */
export async function streamSearch(
  { searchByCapability, searchTurns, searchHistory, noteAnswer, log }: StreamPorts,
  { checked, note, canonicalQuery, request, turn, ...query }: CheckedSearch,
): Promise<Response | Refused> {
  if (!checked.ok) return refuseFields(checked.faults)
  const left = new AbortController()
  const { principal, limitKey, requestId, signal } = query
  const results = await searchByCapability({
    ...query,
    input: checked.input,
    signal: AbortSignal.any([signal, left.signal]),
  })
  if (results.kind === 'refused') return { ok: false, error: results.error }
  void searchHistory.note(principal, note)
  const held = turn.move()
  held.use(searchTurns.own(limitKey))
  return ndjsonResponse({
    held,
    signal,
    accept: request.headers.get('accept'),
    encode: encodeSearchLine,
    headers: { [viewerHeader]: viewerKey(principal.id) },
    onError: (cause) => log.error('a search stream failed', { requestId, cause }),
    lines(stream) {
      // Not in the generator, which never begins if the client leaves before the first line.
      stream.addEventListener('abort', () => left.abort(), { once: true })
      return alsoTo(results.lines, (output) => void noteAnswer(principal, { canonicalQuery, output }))
    },
  })
}

/** The same lines; `see` gets each source's whole answer. */
async function* alsoTo(lines: AsyncIterable<SearchLine>, see: (output: SkillOutput) => void) {
  for await (const line of lines) {
    yield line
    if (line.type === 'answer' && !line.is_first) see(line.output)
  }
}
