/**
 * Serves a request, and calls `end` exactly once: when the answer is complete, serving fails or the client leaves. A
 * stream is complete when it was read to its end or cancelled.
 */
export async function untilEnded(
  request: Request,
  serve: (request: Request) => Promise<Response>,
  end: () => void,
): Promise<Response> {
  let isOpen = true
  const endOnce = () => {
    if (isOpen) end()
    isOpen = false
  }
  // A client may leave without reading the stream to its end.
  request.signal.addEventListener('abort', endOnce, { once: true })
  try {
    const response = await serve(request)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (response.body === null || !isStream || request.signal.aborted) {
      endOnce()
      return response
    }
    // `cancel` is part of the standard, but not yet of TypeScript's types.
    const counted = { flush: endOnce, cancel: endOnce }
    return new Response(response.body.pipeThrough(new TransformStream(counted)), response)
  } catch (cause) {
    endOnce()
    throw cause
  }
}
