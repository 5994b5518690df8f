import * as z from 'zod'

/** A guest as the app knows one: the headers of each of their requests. */
export type GuestSession = { readonly cookie: string; readonly 'x-forwarded-for': string }

const Csrf = z.object({ csrfToken: z.string() })

/** Begins a session of a guest who comes from an address of their own. */
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
  if (!answer.ok) throw new Error(`A guest session was refused: ${answer.status} ${await answer.text()}`)
  return { ...from, cookie: cookiesOf(answer) }
}

/** So many guests, each from another address. */
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
