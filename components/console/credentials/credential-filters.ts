import { expiryTone } from '#lib/console/client/console-time.ts'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { counted } from '#lib/platform/model/counted.ts'

export const shownKinds = ['all', 'secrets', 'settings'] as const
export type ShownKind = (typeof shownKinds)[number]

export const expiryNames = { soon: 'Within 30 days', past: 'Expired', far: 'Later', never: 'Never' } as const
type ExpiryFilter = keyof typeof expiryNames
export const isExpiry = (value: string): value is ExpiryFilter => Object.hasOwn(expiryNames, value)

/** The value of `used` for credentials that no profile and no skill uses. No skill has this name. */
export const noUser = '-'

/** Which credentials the list shows. Null or empty: any. */
export type CredentialFilters = {
  readonly show: ShownKind
  /** The id of a profile, the name of a skill, or `noUser`. */
  readonly used: string | null
  readonly expires: ExpiryFilter | null
  readonly text: string
}

export const isShown = ({ use }: ConsoleCredential, show: ShownKind): boolean =>
  show === 'all' || (use.kind === 'setting') === (show === 'settings')

/** The credentials that pass all filters. */
export function filterCredentials(
  credentials: readonly ConsoleCredential[],
  { show, used, expires, text }: CredentialFilters,
  now = new Date(),
): readonly ConsoleCredential[] {
  return credentials.filter(
    (one) =>
      isShown(one, show) &&
      (used === null || isUsedBy(one, used)) &&
      (expires === null || expiryTone(one.expires_at, now) === expires) &&
      contains(one, text.trim().toLowerCase()),
  )
}

/**
 * The values of the filter `used`, each with its label: `noUser`, then the profiles and skills that use these
 * credentials.
 */
export function usersOf(credentials: readonly ConsoleCredential[]): readonly (readonly [string, string])[] {
  const users = new Map<string, string>()
  for (const { profiles, skills } of credentials) {
    for (const { id, description } of profiles) users.set(id, `“${description}”`)
    for (const name of skills) users.set(name, name)
  }
  return [[noUser, 'Nothing'] as const, ...[...users].sort(([, a], [, b]) => a.localeCompare(b))]
}

/** "2 profiles and 1 skill": how many use the credential. Empty: none. */
export const usesOf = ({ profiles_total: profiles, skills }: ConsoleCredential, and = ' and '): string =>
  [profiles > 0 && counted(profiles, 'profile'), skills.length > 0 && counted(skills.length, 'skill')]
    .filter(Boolean)
    .join(and)

const isUsedBy = ({ profiles, profiles_total: all, skills }: ConsoleCredential, user: string): boolean =>
  user === noUser ? all + skills.length === 0 : skills.includes(user) || profiles.some(({ id }) => id === user)

/** Whether the name, the description, a host, or a profile or skill that uses the credential contains the text. */
const contains = ({ name, hosts, profiles, skills, description }: ConsoleCredential, text: string): boolean =>
  [name, description, ...hosts, ...skills, ...profiles.map((profile) => profile.description)].some((part) =>
    part.toLowerCase().includes(text),
  )

/** "and 3 more": the profiles that a cut list leaves out. Empty: none. */
export const moreOf = ({ profiles, profiles_total: all }: ConsoleCredential): string =>
  all > profiles.length ? `and ${all - profiles.length} more` : ''
