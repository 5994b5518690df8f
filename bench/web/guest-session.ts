import * as z from 'zod'

/** A guest session, as the headers of its requests. */
export type GuestSession = { readonly cookie: string; readonly 'x-forwarded-for': string }

const Csrf = z.object({ csrfToken: z.string() })

/** Starts a guest session from a separate client address. */
export async function startGuestSession(url: string, address: string): Promise<GuestSession> {
  const from = { 'x-forwarded-for': address }
  const asked = await fetch(`${url}/api/auth/csrf`, { headers: from })
  const { csrfToken } = Csrf.parse(await asked.json())
  const answer = await fetch(`${url}/api/auth/callback/guest`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...from, origin: url, cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, json: 'true' }),
  })
  if (!answer.ok) throw new Error(`Starting a guest session failed: ${answer.status} ${await answer.text()}`)
  return { ...from, cookie: cookiesOf(answer) }
}

/** `count` guest sessions, each from another address. */
export async function startGuestSessions(url: string, count: number): Promise<GuestSession[]> {
  const sessions: GuestSession[] = []
  for (let at = 0; at < count; at++) sessions.push(await startGuestSession(url, addressOf(at)))
  return sessions
}

const addressOf = (at: number): string => `10.1.${at >> 8}.${at & 255}`

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
