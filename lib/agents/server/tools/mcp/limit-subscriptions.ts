import { whileSending } from '#lib/platform/server/http/while-sending.ts'

/** The answer to a request that would open too much at once, in the form of the protocol. */
export const tooMany = (message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32603, message } }, { status: 429 })

/** Answers a request for a subscription, unless its key has too many open ones. */
type SubscriptionLimit = (
  request: Request,
  key: string,
  serve: (request: Request) => Promise<Response>,
) => Promise<Response>

/** The open subscriptions of each key, up to `maxPerKey`, so that one key cannot use up those of all. */
export function createSubscriptionLimit(maxPerKey: number): SubscriptionLimit {
  const open = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (open.get(key) ?? 0) + by
    if (count === 0) open.delete(key)
    else open.set(key, count)
  }

  return async (request, key, serve) => {
    if ((open.get(key) ?? 0) >= maxPerKey)
      return tooMany(`This key has ${maxPerKey} open subscriptions, the most it may have. End one first.`)
    change(key, 1)
    return untilEnded(request, serve, () => change(key, -1))
  }
}

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
