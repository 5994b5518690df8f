/** The same response, which disposes `held` when its body has been sent, or when the client stops reading it. */
export function whileSending(response: Response, held: Disposable): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) {
    held[Symbol.dispose]()
    return response
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          held[Symbol.dispose]()
          controller.close()
        } catch (cause) {
          held[Symbol.dispose]()
          controller.error(cause)
        }
      },
      async cancel(reason) {
        held[Symbol.dispose]()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, response)
}
