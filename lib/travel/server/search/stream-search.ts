import { viewerHeader } from '#lib/platform/model/viewer-header.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { viewerKey } from '#lib/platform/server/auth/viewer-key.ts'
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
import type { createSearchByCapability } from './search-by-capability.ts'
import type { SearchHistory } from './search-history.ts'
import type { SearchTurns } from './search-turns.ts'

/** The input for every skill of a capability, or the problem of each field. */
export type SearchCheck =
  | { readonly ok: true; readonly input: SkillInput }
  | { readonly ok: false; readonly faults: FieldFaults }

type SearchPorts = {
  readonly searchByCapability: ReturnType<typeof createSearchByCapability>
  readonly searchTurns: Pick<SearchTurns, 'own'>
  readonly searchHistory: SearchHistory
  readonly noteAnswer: NoteAnswer
  readonly log: Log
}

export type CheckedSearch = Context & {
  readonly capability: string
  readonly checked: SearchCheck
  /** The note of this search for the person's history. */
  readonly note: SearchNote
  /** The canonical query, by which saved offers and saved searches are found. */
  readonly search: string
  readonly requestId: string
  readonly request: Pick<Request, 'headers'>
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** How many results to request first; absent: all at once. */
  readonly firstResults?: number
}

/**
 * The response to a search: INVALID_INPUT, the refusal of all its sources, or a stream with a line for each answer as
 * it arrives. If the client disconnects, ends the work that only this client waits for. While the stream is read, the
 * person's background searches wait.
 */
export async function streamSearch(
  { searchByCapability, searchTurns, searchHistory, noteAnswer, log }: SearchPorts,
  {
    capability,
    checked,
    note,
    search: query,
    principal,
    limitKey,
    request,
    requestId,
    signal,
    firstResults,
  }: CheckedSearch,
): Promise<Response | Refused> {
  if (!checked.ok) return refuseFields(checked.faults)
  const left = new AbortController()
  const search = await searchByCapability({
    capability,
    input: checked.input,
    principal,
    limitKey,
    requestId,
    firstResults,
    signal: AbortSignal.any([signal, left.signal]),
  })
  if (search.kind === 'refused') return { ok: false, error: search.error }
  void searchHistory.note(principal, note)
  return ndjsonResponse({
    signal,
    accept: request.headers.get('accept'),
    encode: encodeSearchLine,
    headers: { [viewerHeader]: viewerKey(principal.id) },
    onError: (cause) => log.error('a search stream failed', { requestId, cause }),
    lines(stream) {
      stream.addEventListener('abort', () => left.abort(), { once: true })
      return searchTurns.own(
        limitKey,
        alsoTo(search.lines, (output) => void noteAnswer(principal, { search: query, output })),
      )
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
