import type { IncomingMessage } from 'node:http'

type ReadBody =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  /** The body has trailers, which are headers that no check has seen. */
  | { readonly kind: 'trailers' }
  /** The body is incomplete. */
  | { readonly kind: 'cut' }

type BodyBounds = {
  readonly maxBytes: number
  readonly maxDiscarded: number
  /** Called with the number of received bytes. No more bytes are read until the returned promise resolves. */
  taken(bytes: number): Promise<void>
}

/**
 * Reads a request body of at most `maxBytes`. Excess bytes are read too, up to `maxDiscarded`, and discarded, because
 * many clients look for an answer only after they have sent everything.
 */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, maxDiscarded, taken }: BodyBounds,
): Promise<ReadBody> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('the body does not arrive as bytes')
      size += chunk.length
      if (size > maxBytes) chunks.length = 0
      else chunks.push(chunk)
      if (size > maxBytes + maxDiscarded) break
      await taken(chunk.length)
    }
  } catch {
    return { kind: 'cut' }
  }
  if (size > maxBytes) return { kind: 'too_large' }
  if (request.rawTrailers.length > 0) return { kind: 'trailers' }
  return request.complete ? { kind: 'body', bytes: Buffer.concat(chunks, size) } : { kind: 'cut' }
}
