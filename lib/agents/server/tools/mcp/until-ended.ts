import { whileSending } from '#lib/platform/server/http/while-sending.ts'

/**
 * Serves a request, and calls `end` exactly once: when the answer is complete, serving fails or the client leaves. A
 * stream is complete when it was read to its end or cancelled.
 */
export async function untilEnded(
  request: Request,
  serve: (request: Request) => Promise<Response>,
  end: () => void,
): Promise<Response> {
  const ending = new DisposableStack()
  ending.defer(end)
  // A client may leave without reading the stream to its end.
  request.signal.addEventListener('abort', () => ending.dispose(), { once: true })
  try {
    const response = await serve(request)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (isStream && !request.signal.aborted) return whileSending(response, ending)
    ending.dispose()
    return response
  } catch (cause) {
    ending.dispose()
    throw cause
  }
}
