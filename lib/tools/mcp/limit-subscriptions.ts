/** Answers a request for a subscription, unless its key has too many open ones. */
export type SubscriptionLimit = (
  request: Request,
  key: string,
  serve: (request: Request) => Promise<Response>,
) => Promise<Response>

/** The open subscriptions of each key, up to `mostPerKey`, so that one key cannot use up those of all. */
export function createSubscriptionLimit(mostPerKey: number): SubscriptionLimit {
  const open = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (open.get(key) ?? 0) + by
    if (count === 0) open.delete(key)
    else open.set(key, count)
  }

  return async (request, key, serve) => {
    if ((open.get(key) ?? 0) >= mostPerKey) return tooMany(mostPerKey)
    change(key, 1)
    let isOpen = true
    const end = () => {
      if (isOpen) change(key, -1)
      isOpen = false
    }
    // A client may leave without reading the stream to its end.
    request.signal.addEventListener('abort', end, { once: true })
    try {
      const response = await serve(request)
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (response.body === null || !isStream || request.signal.aborted) {
        end()
        return response
      }
      // `cancel` is part of the standard, but not yet of TypeScript's types.
      const counted = { flush: end, cancel: end }
      return new Response(response.body.pipeThrough(new TransformStream(counted)), response)
    } catch (cause) {
      end()
      throw cause
    }
  }
}

const tooMany = (most: number): Response =>
  Response.json(
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32603, message: `This key has ${most} open subscriptions, the most it may have. End one first.` },
    },
    { status: 429 },
  )
