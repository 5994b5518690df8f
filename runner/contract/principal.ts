import * as z from 'zod'

/** Trust levels in ascending order; each includes the lower levels. */
export const trustLevels = ['none', 'network', 'llm', 'write', 'full'] as const
export const Trust = z.enum(trustLevels)
export type Trust = z.infer<typeof Trust>

/** The sources of a request. An absent source counts as `public`. */
export const sources = ['main', 'dm-approved', 'group', 'dm-unknown', 'public'] as const
export const Source = z.enum(sources)
export type Source = z.infer<typeof Source>

/** The trust of a request, by its source. Principals get it from `principalFrom` only. */
export const trustOfSource: Readonly<Record<Source, Trust>> = {
  main: 'full',
  'dm-approved': 'write',
  group: 'llm',
  'dm-unknown': 'network',
  public: 'network',
}

/** True when `held` is at least `needed`. */
export function hasTrust(held: Trust, needed: Trust): boolean {
  return trustLevels.indexOf(held) >= trustLevels.indexOf(needed)
}

/** The higher of two levels. */
export function highestTrust(a: Trust, b: Trust): Trust {
  return hasTrust(a, b) ? a : b
}

/**
 * The requester and its trust. A request cannot contain a principal: a session or key check, or the platform's own
 * code, creates it.
 */
export const Principal = z.object({
  id: z.string(),
  /** `schedule`: the app, for a person who is absent. */
  role: z.enum(['guest', 'traveler', 'operator', 'agent', 'schedule']),
  source: Source,
  trust: Trust,
})
export type Principal = z.infer<typeof Principal>

/** The principal of a request from `source`. Only this function turns a source into trust. */
export function principalFrom(source: Source, who: Pick<Principal, 'id' | 'role'>): Principal {
  return { id: who.id, role: who.role, source, trust: trustOfSource[source] }
}

/** The principal of an anonymous request. */
export const publicPrincipal = principalFrom('public', { id: 'public', role: 'guest' })
