import { DeleteAccountForm } from '../../model/account-schema.ts'
import { emailOf } from '../../model/email-address.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Prisma } from '../db/generated/client.ts'
import { parseInput } from '../http/input-error.ts'
import type { Outcome, Refused } from '../http/outcome.ts'
import { verifyOwnPassword } from './change-password.ts'
import { forgetPrincipals } from './forget-principals.ts'
import type { AuthPorts, Client } from './ports.ts'
import { refuseAccount } from './refuse-account.ts'
import type { SignedIn } from './sessions.ts'

/** The word to type for an account with neither password nor email address. */
const word = 'delete'

/**
 * Deletes an account with its identities, sessions, searches, saved trips and recordings. Requires the password. An
 * account that signs in through a provider needs its email address instead, or a fixed word if it has no address. A
 * guest confirms nothing. The audit trail keeps the user id, which no longer identifies anybody.
 *
 * @returns INVALID_INPUT by field, FORBIDDEN for a wrong password, address or word, CONFLICT for the last operator and
 *   when the account changed in the meantime, RATE_LIMITED
 */
export async function deleteAccount(
  ports: AuthPorts,
  input: unknown,
  signedIn: SignedIn,
  client: Client,
): Promise<Outcome<{ deleted: true }>> {
  const form = parseInput(DeleteAccountForm, input, 'form')
  if (!form.ok) return form
  const { userId, principal } = signedIn
  const user = await ports.db.user.findUnique({
    where: { id: userId },
    select: { passwordHash: true, isGuest: true, email: true },
  })
  if (user === null) return changed
  let { passwordHash } = user
  if (passwordHash !== null) {
    const verified = await verifyOwnPassword(ports, form.value.current ?? '', signedIn, client)
    if (!verified.ok) return verified
    passwordHash = verified.value
  } else if (!user.isGuest) {
    const missing = missingProof(user.email, form.value)
    if (missing !== undefined) return missing
  }
  return ports.db.$transaction(async (tx): Promise<Outcome<{ deleted: true }>> => {
    if (!(await leavesAnOperator(tx, userId))) return refuseAccount('CONFLICT', 'lastOperator')
    // Deletes only the account as it was verified: a changed password or a guest's sign-up needs a new confirmation.
    const { count } = await tx.user.deleteMany({ where: { id: userId, isGuest: user.isGuest, passwordHash } })
    if (count !== 1) return changed
    // Deletes the executions after the user, because from then on the database refuses new ones of this user.
    await forgetPrincipals(tx, [userId])
    await recordAct(ports, tx, principal, 'user.deleted', userId, { was_guest: user.isGuest })
    return { ok: true, value: { deleted: true } }
  })
}

const changed = refuseAccount('CONFLICT', 'accountChanged')

/** Checks the confirmation for a non-guest account without a password. */
function missingProof(email: string | null, form: DeleteAccountForm): Refused | undefined {
  if (email === null)
    return form.word?.toLowerCase() === word ? undefined : refuseAccount('FORBIDDEN', 'typeDelete', 'word')
  return emailOf(form.email) === email ? undefined : refuseAccount('FORBIDDEN', 'wrongEmail', 'email')
}

/**
 * Whether an operator is left when this person is no operator any more. Locks all operators until the transaction ends:
 * of two people who are taken away at once, the second is counted without the first.
 */
export async function leavesAnOperator(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  const operators = await tx.$queryRaw<{ id: string }[]>`
    select id from users where role = 'operator' and disabled_at is null order by id for no key update`
  return operators.some(({ id }) => id !== userId) || operators.length === 0
}
