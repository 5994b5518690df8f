import { cache } from 'react'
import type { Viewer } from '#components/shell/site-header.tsx'
import { getSignedIn } from '#lib/server.ts'

/** The checked session of this request, asked for once however many parts of a page need it. */
export const signedInOnce = cache(getSignedIn)

/** The person of this request as the header names them. */
export async function viewerOf(): Promise<Viewer> {
  const signedIn = await signedInOnce()
  if (!signedIn) return null
  const { isGuest, name, email } = signedIn
  return { label: isGuest ? 'Guest' : (name ?? email ?? 'Account') }
}
