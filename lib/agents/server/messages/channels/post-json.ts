import { jsonOf } from '#lib/platform/model/json-of.ts'
import { readBounded } from '#lib/platform/server/http/read-bounded.ts'
import { DeliveryError } from '../channel.ts'

type Post = {
  /** The receiver's name in error messages, such as "Telegram". */
  readonly to: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal
}

/** The maximum of bytes that are read from an answer. */
const longestAnswer = 64 * 1024

/**
 * Posts JSON, follows no redirect, and returns the status and the JSON of the answer. `json`: undefined if the body is
 * not JSON or too long.
 *
 * @throws DeliveryError if there is no answer. Its message contains no address, because addresses may contain a token.
 */
export async function postJson({ to, url, headers = {}, body, signal }: Post) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    const bytes = await readBounded(response, longestAnswer)
    const json = bytes && jsonOf(Buffer.from(bytes).toString())
    return { status: response.status, ok: response.ok, json }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TimeoutError') throw new DeliveryError(`${to} gave no answer in time`)
    throw new DeliveryError(`${to} could not be reached`)
  }
}

/** The status of a refusal, with its remedy. */
export function refused(to: string, status: number, remedies: Readonly<Record<number, string>> = {}): DeliveryError {
  const remedy = remedies[status]
  return new DeliveryError(`${to} answered with status ${status}${remedy === undefined ? '' : `: ${remedy}`}`)
}
