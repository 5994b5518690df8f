import type { Context } from '#lib/platform/server/auth/context.ts'
import { leavesAnOperator } from '#lib/platform/server/auth/delete-account.ts'
import { lockPerson } from '#lib/platform/server/auth/sessions.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { UserId } from '#runner/contract/ids.ts'
import type { PersonChange } from '../../model/console-people.ts'

type Ports = Pick<PlatformPorts, 'db' | 'audit' | 'clock'>

const actions = {
  disable: 'user.disabled',
  enable: 'user.enabled',
  end_sessions: 'user.sessions_ended',
  make_operator: 'operator.granted',
  unmake_operator: 'operator.withdrawn',
} as const satisfies Record<PersonChange, string>

/**
 * Changes the account of another person, or the operator's own one. Each change ends the sessions of the person, except
 * `enable`: who becomes an operator signs in again.
 *
 * @returns NOT_FOUND for an unknown account, CONFLICT if it would leave no operator, or changes nothing
 */
export async function changePerson(
  { db, audit, clock }: Ports,
  { principal }: Context,
  id: string,
  change: PersonChange,
): Promise<Outcome<{ done: true }>> {
  const userId = UserId.safeParse(id)
  if (!userId.success) return refuse('NOT_FOUND')
  const at = new Date(clock.now())
  return db.$transaction(async (tx): Promise<Outcome<{ done: true }>> => {
    const takesAway = change === 'disable' || change === 'unmake_operator'
    if (takesAway && !(await leavesAnOperator(tx, id))) return refuse('CONFLICT', { message: lastOperator })
    await lockPerson(tx, userId.data)
    const person = await tx.user.findUnique({ where: { id }, select: { role: true, disabledAt: true, isGuest: true } })
    if (person === null || (person.isGuest && person.role !== 'operator')) return refuse('NOT_FOUND')
    const data = dataOf(change, person, at)
    if (data === undefined) return refuse('CONFLICT', { message: 'This is done already. Reload the page.' })
    await tx.user.update({ where: { id }, data })
    const ended =
      change === 'enable'
        ? undefined
        : await tx.session.updateMany({ where: { userId: id, revokedAt: null }, data: { revokedAt: at } })
    await audit.record(tx, {
      at,
      by: principal,
      action: actions[change],
      subject: id,
      detail: {
        ...(change === 'make_operator' ? { by: 'operator' } : {}),
        ...(ended ? { sessions: ended.count } : {}),
      },
    })
    return { ok: true, value: { done: true } }
  })
}

const lastOperator = 'This is the last operator. Make another person an operator first.'

type Before = { readonly role: 'traveler' | 'operator'; readonly disabledAt: Date | null }

/** The new values of the row. Undefined: the change is done already. */
function dataOf(change: PersonChange, { role, disabledAt }: Before, at: Date) {
  switch (change) {
    case 'disable':
      return disabledAt === null ? { disabledAt: at } : undefined
    case 'enable':
      return disabledAt === null ? undefined : { disabledAt: null }
    case 'make_operator':
      return role === 'operator' ? undefined : { role: 'operator' as const }
    case 'unmake_operator':
      return role === 'operator' ? { role: 'traveler' as const } : undefined
    case 'end_sessions':
      return {}
  }
}
