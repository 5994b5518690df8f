import type { AuthPorts } from './ports.ts'
import type { SignedIn } from './sessions.ts'

export type AccountOverview = {
  readonly hasPassword: boolean
  /** Whether this instance has an operator. */
  readonly hasOperator: boolean
}

/** What the account page shows besides the session. */
export async function accountOverview({ db }: Pick<AuthPorts, 'db'>, { userId }: SignedIn): Promise<AccountOverview> {
  const [user, operator] = await Promise.all([
    db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } }),
    db.user.findFirst({ where: { role: 'operator' }, select: { id: true } }),
  ])
  return {
    hasPassword: typeof user?.passwordHash === 'string',
    hasOperator: operator !== null,
  }
}
