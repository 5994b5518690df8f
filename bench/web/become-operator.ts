import { withDatabase } from '../../e2e/support/database.ts'
import type { GuestSession } from './guest-session.ts'
import type { OpenApp } from './open-app.ts'

/** Makes a guest the operator, as somebody with an account and the operator token becomes it. */
export async function becomeOperator(app: OpenApp, session: GuestSession): Promise<void> {
  const { user } = await (await fetch(`${app.url}/api/auth/session`, { headers: session })).json()
  const account = { email: 'operator@example.com', role: 'operator', isGuest: false, guestExpiresAt: null } as const
  await withDatabase((db) => db.user.update({ where: { id: String(user.id) }, data: account }), app.databaseUrl)
}
