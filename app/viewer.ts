import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import type { Viewer } from '#components/ui/shell/site-header.tsx'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { viewerKey } from '#lib/platform/server/auth/principal.ts'

/** The validated session of this request, looked up once per request. */
export const signedInOnce = cache(getSignedIn)

/** The request's user as shown in the header. */
export async function viewerOf(): Promise<Viewer> {
  const signedIn = await signedInOnce()
  if (!signedIn) return null
  const { isGuest, name, email, principal } = signedIn
  const [t, { savedSearches }] = await Promise.all([getTranslations('shell'), services()])
  const unread = await savedSearches.countUnread(principal)
  return { label: isGuest ? t('guest') : (name ?? email ?? t('account')), unread }
}

/** The key of the session's person; "" without a session. */
export async function viewerKeyOf(): Promise<string> {
  const signedIn = await signedInOnce()
  return signedIn ? viewerKey(signedIn.principal.id) : ''
}
