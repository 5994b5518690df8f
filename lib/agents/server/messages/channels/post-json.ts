import * as z from 'zod'
import { readBounded } from '#lib/platform/server/http/read-bounded.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { DeliveryError } from '../channel.ts'

type Post = {
  /** The receiver's name in error messages, such as "Telegram". */
  readonly to: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal
  /** What to do about a refusal, by its status. */
  readonly remedies: Readonly<Record<number, string>>
}

/** The maximum of bytes that are read from an answer. */
const longestAnswer = 64 * 1024

/**
 * Posts JSON and follows no redirect.
 *
 * @throws DeliveryError if there is no answer, or a refusal. Its message contains no address, because addresses may
 *   contain a token.
 * @returns the JSON of the answer; undefined if the body is not JSON or too long
 */
export async function postJson(post: Post): Promise<unknown> {
  const { to, remedies } = post
  const { ok, status, json } = await send(post)
  if (ok) return json
  const remedy = remedies[status]
  throw new DeliveryError(`${to} answered with status ${status}${remedy === undefined ? '' : `: ${remedy}`}`)
}

const Confirmation = z.object({ ok: z.literal(true) })

/** Like `postJson`, to a receiver that confirms each message with `{ "ok": true }`. */
export async function postConfirmed(post: Post): Promise<void> {
  const confirmed = Confirmation.safeParse(await postJson(post))
  if (!confirmed.success) throw new DeliveryError(`${post.to} did not confirm the message`)
}

async function send({ to, url, headers = {}, body, signal }: Post) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    const bytes = await readBounded(response, longestAnswer)
    const json = bytes && jsonOrNot(Buffer.from(bytes).toString())
    return { status: response.status, ok: response.ok, json }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TimeoutError') throw new DeliveryError(`${to} gave no answer in time`)
    throw new DeliveryError(`${to} could not be reached`)
  }
}
