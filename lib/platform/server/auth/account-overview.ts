import { type KeptSearch, keptSearches } from './kept-searches.ts'
import type { AuthPorts } from './ports.ts'
import type { SignedIn } from './sessions.ts'

export type AccountOverview = {
  readonly hasPassword: boolean
  /** Whether this instance has an operator. */
  readonly hasOperator: boolean
  /** The latest searches first, each search once. */
  readonly searches: readonly KeptSearch[]
}

const mostShown = 20

/** What the account page shows besides the session. */
export async function accountOverview({ db }: Pick<AuthPorts, 'db'>, { userId }: SignedIn): Promise<AccountOverview> {
  const [user, operator, searches] = await Promise.all([
    db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } }),
    db.user.findFirst({ where: { role: 'operator' }, select: { id: true } }),
    db.keptSearch.findMany({ where: { userId }, orderBy: { searchedAt: 'desc' }, take: mostShown }),
  ])
  return {
    hasPassword: user !== null && user.passwordHash !== null,
    hasOperator: operator !== null,
    searches: keptSearches(searches),
  }
}
