import { type Principal, principalFrom } from '#runner/contract/principal.ts'
import { actorOf } from '../../model/actor.ts'

/** For whom an operation works. Each operation that the audit trail records takes it first, after its ports. */
export type Context = {
  readonly principal: Principal
  /** The key of the actor's limits and turns. */
  readonly limitKey: string
}

/** `address`: the key of the client's address. Absent: the request comes from no client. */
export const contextOf = (principal: Principal, address?: string): Context => ({
  principal,
  limitKey: limitKeyOf(principal, address),
})

/** The key of an address, for callers without an account. */
export const addressKey = (address: string): string => `address ${address}`

/** A guest's key is the address, because a person can start any number of guests. */
function limitKeyOf(principal: Principal, address: string | undefined): string {
  const { kind } = actorOf(principal)
  const isGuest = kind === 'guest' || kind === 'anonymous'
  return isGuest && address !== undefined ? addressKey(address) : principal.id
}

/** The context of a command of the terminal. Whoever may run commands may do everything. */
export const commandLine = contextOf(principalFrom('main', { id: 'main', role: 'operator' }))
