import { mostUsers } from '#lib/agents/model/console-profile.ts'
import { expiryTone } from '#lib/console/client/console-time.ts'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { counted, countedUpTo } from '#lib/platform/model/counted.ts'

export const shownKinds = ['all', 'secrets', 'settings'] as const
export type ShownKind = (typeof shownKinds)[number]

export const expiries = ['soon', 'past', 'far', 'never'] as const
type ExpiryFilter = (typeof expiries)[number]
export const expiryNames: Readonly<Record<ExpiryFilter, string>> = {
  soon: 'Within 30 days',
  past: 'Expired',
  far: 'Later',
  never: 'Never',
}

export const isShown = ({ use }: ConsoleCredential, show: ShownKind): boolean =>
  show === 'all' || (use.kind === 'setting') === (show === 'settings')

/** The credentials of this kind and with this expiry. Null: any. The server applies the other filters. */
export const filterCredentials = (
  credentials: readonly ConsoleCredential[],
  { show, expires }: { readonly show: ShownKind; readonly expires: ExpiryFilter | null },
  now = new Date(),
): readonly ConsoleCredential[] =>
  credentials.filter((one) => isShown(one, show) && (expires === null || expiryTone(one.expires_at, now) === expires))

/** "2 profiles and 1 skill": how many use the credential. Empty: none. */
export const usesOf = ({ profiles_total: profiles, skills }: ConsoleCredential, and = ' and '): string =>
  [profiles > 0 && countedUpTo(mostUsers, profiles, 'profile'), skills.length > 0 && counted(skills.length, 'skill')]
    .filter(Boolean)
    .join(and)

/** "and 3 more": the profiles that a cut list leaves out. Empty: none. */
export const moreOf = ({ profiles, profiles_total: all }: ConsoleCredential): string => {
  if (all > mostUsers) return 'and more'
  return all > profiles.length ? `and ${all - profiles.length} more` : ''
}
