import type { IncomingMessage } from 'node:http'

const MOST_BODY_BYTES = 64 * 1024

/** The body as text. `undefined` when it is longer than any request of this API. */
export async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= MOST_BODY_BYTES) chunks.push(Buffer.from(chunk))
  }
  return bytes <= MOST_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined
}

/** The fields of a token request's form. Empty if the body is not a form or is too long. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const text = (await readText(request)) ?? ''
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return new URLSearchParams(isForm ? text : '')
}

/** The value of a header; the first of several. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
