import * as z from 'zod'
import { readBounded } from '#lib/platform/server/http/read-bounded.ts'

/** `value`: the secret. `expires_at`: in seconds since the epoch. */
const ClientSecret = z.object({ value: z.string().min(1).max(4096), expires_at: z.number() })
export type ClientSecret = z.infer<typeof ClientSecret>

type Asked = { readonly url: string; readonly key: string; readonly session: object }
type Made = { readonly ok: true; readonly secret: ClientSecret } | { readonly ok: false; readonly why: string }

const longestWaitMs = 20_000
const maxBytes = 1024 * 1024

/**
 * Requests a secret for one session from the Realtime API. Redirects are not followed, so the key reaches no other
 * server. `why` contains no part of a URL or a response.
 */
export async function makeClientSecret({ url, key, session }: Asked): Promise<Made> {
  try {
    const response = await fetch(`${url}/realtime/client_secrets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ session }),
      redirect: 'manual',
      signal: AbortSignal.timeout(longestWaitMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { ok: false, why: `it answered with status ${response.status}` }
    }
    const bytes = await readBounded(response, maxBytes)
    const read = ClientSecret.safeParse(bytes && JSON.parse(Buffer.from(bytes).toString('utf8')))
    // If the server returns the API key as the secret, the caller must not get it.
    const isSecret = read.success && !read.data.value.includes(key)
    return isSecret ? { ok: true, secret: read.data } : { ok: false, why: 'its answer is not a client secret' }
  } catch {
    return { ok: false, why: 'it could not be reached' }
  }
}
