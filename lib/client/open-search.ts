import { Refusal } from '#runner/contract/errors.ts'
import { ndjsonGzipType, SearchLine } from '#runner/contract/stream.ts'
import type { SearchEvent, StreamFailure } from '../travel/results/search-stream.ts'
import { readNdjson } from './ndjson.ts'

export interface OpenSearchPorts {
  fetch: typeof globalThis.fetch
  isOnline: () => boolean
}

/**
 * Streams one search from its address and reports each line. Whatever happens is reported as an event; only the abort of `signal` ends it
 * in silence.
 */
export async function openSearch(
  address: string,
  ports: OpenSearchPorts,
  signal: AbortSignal,
  report: (event: SearchEvent) => void,
): Promise<void> {
  try {
    const response = await ports.fetch(address, {
      signal,
      headers: { accept: `${ndjsonGzipType}, application/x-ndjson` },
      cache: 'no-store',
    })
    if (!response.ok || !response.body) {
      const failure = await readRefusal(response)
      if (!signal.aborted) report({ type: 'failed', failure })
      return
    }
    let isDone = false
    for await (const json of readNdjson(linesOf(response.body, response.headers.get('content-type')))) {
      if (signal.aborted) return
      const line = SearchLine.parse(json)
      isDone ||= line.type === 'done'
      report({ type: 'line', line })
    }
    if (!isDone && !signal.aborted) report({ type: 'failed', failure: { kind: 'broken' } })
  } catch {
    if (signal.aborted) return
    report({ type: 'failed', failure: { kind: ports.isOnline() ? 'broken' : 'offline' } })
  }
}

function linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, type: string | null): ReadableStream<Uint8Array> {
  return type === ndjsonGzipType ? body.pipeThrough(new DecompressionStream('gzip')) : body
}

async function readRefusal(response: Response): Promise<StreamFailure> {
  const requestId = response.headers.get('x-request-id')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const body = Refusal.safeParse(await response.json().catch(() => null))
  if (!body.success) {
    return requestId ? { kind: 'refused', error: { code: 'INTERNAL', message: '' }, requestId } : { kind: 'broken' }
  }
  return {
    kind: 'refused',
    error: body.data.error,
    ...(Number.isFinite(retryAfter) && retryAfter >= 0 && { retryAfterS: retryAfter }),
    ...(requestId && { requestId }),
  }
}
