import { cache } from 'react'
import type { Viewer } from '#components/shell/site-header.tsx'
import { getSignedIn } from '#lib/server.ts'

/** The validated session of this request, looked up once per request. */
export const signedInOnce = cache(getSignedIn)

/** The request's user as shown in the header. */
export async function viewerOf(): Promise<Viewer> {
  const signedIn = await signedInOnce()
  if (!signedIn) return null
  const { isGuest, name, email } = signedIn
  return { label: isGuest ? 'Guest' : (name ?? email ?? 'Account') }
}
