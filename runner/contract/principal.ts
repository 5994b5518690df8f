import * as z from 'zod'

/** Trust, in order: each level may do all that the ones before it may. */
export const trustLevels = ['none', 'network', 'llm', 'write', 'full'] as const
export const Trust = z.enum(trustLevels)
export type Trust = z.infer<typeof Trust>

/** Where a request came from. Absent means `public`. */
export const sources = ['main', 'dm-approved', 'group', 'dm-unknown', 'public'] as const
export const Source = z.enum(sources)
export type Source = z.infer<typeof Source>

const trustOfSource: Record<Source, Trust> = {
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

/** Who asks, and how far they are trusted. Only a check of a session or key makes one. */
export const Principal = z.object({
  id: z.string(),
  role: z.enum(['guest', 'traveler', 'operator', 'agent']),
  source: Source,
  trust: Trust,
})
export type Principal = z.infer<typeof Principal>

/** Whoever comes from `source`: the one place in which a source becomes trust. */
export function principalFrom(source: Source, who: Pick<Principal, 'id' | 'role'>): Principal {
  return { id: who.id, role: who.role, source, trust: trustOfSource[source] }
}

/** The principal of a request that says nothing of itself. */
export const publicPrincipal = principalFrom('public', { id: 'public', role: 'guest' })
