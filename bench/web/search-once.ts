import type { GuestSession } from './guest-session.ts'

/** Searches as the page does, and reads the whole answer. Throws unless a source answered. */
export async function searchOnce(url: string, path: string, session: GuestSession): Promise<void> {
  const answer = await fetch(`${url}${path}`, { headers: session })
  const text = await answer.text()
  if (!text.includes('"status":"success"')) throw new Error(`A search failed with status ${answer.status}: ${text}`)
}
