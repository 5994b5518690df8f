import { type Outcome, refuse, refuseField } from './outcome.ts'
import { readBounded } from './read-bounded.ts'

const megabyte = 1024 * 1024
const sizeWords = (bytes: number): string =>
  bytes % megabyte === 0 ? `${bytes / megabyte} MB` : `${Math.floor(bytes / 1024)} KB`

/** The request's body. Refused as soon as it exceeds `limitBytes`, or when the client leaves in the middle of it. */
export async function readBytes(request: Request, limitBytes: number): Promise<Outcome<Buffer<ArrayBuffer>>> {
  const tooLarge = refuse('PAYLOAD_TOO_LARGE', { facts: { limit: sizeWords(limitBytes) } })
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) return tooLarge
  try {
    const value = await readBounded(request, limitBytes)
    return value === undefined ? tooLarge : { ok: true, value }
  } catch {
    // Only a lost connection lets a body fail.
    return refuse('CANCELLED')
  }
}

/** The request's body as text. Refused as soon as it exceeds `limitBytes`. */
export async function readText(request: Request, limitBytes: number): Promise<Outcome<string>> {
  const body = await readBytes(request, limitBytes)
  if (!body.ok) return body
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(body.value) }
  } catch {
    return refuseField('body', 'is not UTF-8 text')
  }
}

/** The request's JSON body, not yet validated. */
export async function readJson(request: Request, limitBytes: number): Promise<Outcome<unknown>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return refuseField('content-type', 'must be application/json')
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity') return refuseField('content-encoding', 'must be absent: send the body uncompressed')
  const text = await readText(request, limitBytes)
  if (!text.ok) return text
  if (text.value.trim() === '') return refuseField('body', 'is empty; send a JSON object')
  try {
    const value: unknown = JSON.parse(text.value)
    return { ok: true, value }
  } catch {
    return refuseField('body', 'is not valid JSON')
  }
}
