import { hash } from 'node:crypto'
import { type Principal, principalFrom, type Source } from '#runner/contract/principal.ts'

export type PersonPrincipal = Principal & { readonly role: 'operator' | 'traveler' | 'guest' }

type Person = { readonly id: string; readonly role: 'traveler' | 'operator'; readonly isGuest: boolean }

/** A user's policy source: an operator is `main`, a signed-in traveler `dm-approved`, a guest `public`. */
export function principalOf(person: Person): PersonPrincipal {
  const role = person.role === 'operator' ? 'operator' : person.isGuest ? 'guest' : 'traveler'
  return { ...principalFrom(sourceOfRole[role], { id: person.id, role }), role }
}

/**
 * The principal of background work for an absent person, such as a saved search. It has the least trust, whatever the
 * person's role, because nobody can confirm an action and a stolen schedule must not act.
 */
export const unattendedPrincipalOf = (userId: string): Principal =>
  principalFrom('public', { id: userId, role: 'schedule' })

/** The principal of the app's own actions, such as the approval of its own skills. */
export const appPrincipal = principalFrom('main', { id: 'app', role: 'agent' })

const sourceOfRole = {
  operator: 'main',
  traveler: 'dm-approved',
  guest: 'public',
} as const satisfies Record<string, Source>

/** A key that differs for each person but does not reveal the account. */
export const viewerKey = (principalId: string): string =>
  hash('sha256', `viewer ${principalId}`, 'base64url').slice(0, 22)
