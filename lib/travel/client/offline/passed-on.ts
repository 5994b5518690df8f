/**
 * Passes a body on and collects its chunks. A clone would read on after the page has cancelled the request, and the
 * server would continue a search that nobody waits for.
 *
 * @returns `whole`: the complete body, at its end; undefined if it is larger than `maxBytes` or breaks off
 */
export function passedOn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): { body: ReadableStream<Uint8Array<ArrayBuffer>>; whole: Promise<Blob | undefined> } {
  const { promise: whole, resolve } = Promise.withResolvers<Blob | undefined>()
  const reader = body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  return {
    whole,
    body: new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            resolve(size > maxBytes ? undefined : new Blob(chunks))
            controller.close()
            return
          }
          size += value.byteLength
          if (size <= maxBytes) chunks.push(value)
          controller.enqueue(value)
        } catch (cause) {
          resolve(undefined)
          controller.error(cause)
        }
      },
      async cancel(reason) {
        resolve(undefined)
        await reader.cancel(reason)
      },
    }),
  }
}
