import { type KeptSearch, keptSearches } from './kept-searches.ts'
import type { AuthPorts } from './ports.ts'
import type { SignedIn } from './sessions.ts'

export type AccountOverview = {
  readonly hasPassword: boolean
  /** Whether this instance has an operator. */
  readonly hasOperator: boolean
  /** Without repeats, latest first. */
  readonly searches: readonly KeptSearch[]
}

const mostRead = 200

/** What the account page shows besides the session. */
export async function accountOverview({ db }: Pick<AuthPorts, 'db'>, { userId }: SignedIn): Promise<AccountOverview> {
  const [user, operator, executions] = await Promise.all([
    db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } }),
    db.user.findFirst({ where: { role: 'operator' }, select: { id: true } }),
    db.execution.findMany({
      where: { userId, action: { in: ['search_flights', 'search_hotels'] } },
      orderBy: { startedAt: 'desc' },
      select: { input: true, startedAt: true },
      take: mostRead,
    }),
  ])
  return {
    hasPassword: user !== null && user.passwordHash !== null,
    hasOperator: operator !== null,
    searches: keptSearches(executions),
  }
}
