import { newId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'
import { OperatorForm } from '../../model/account-schema.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Prisma } from '../db/generated/client.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, refuse, refuseTooMany } from '../http/outcome.ts'
import { commandLine } from './context.ts'
import type { AuthPorts, Client } from './ports.ts'
import { lockPerson, type SignedIn, type StartedSession, startSession } from './sessions.ts'

type TokenPorts = Pick<AuthPorts, 'db' | 'clock' | 'randomBytes' | 'audit'>

/** Lets one process at a time decide whether a token is needed. */
const tokenLock = 7_201_940_312n

const notValid = 'This token is invalid or was already used.'
const invalid = refuse('FORBIDDEN', { message: notValid, details: { token: notValid } })

/**
 * Creates the token for the first operator. It is returned only this once; the database keeps its hash. Undefined if an
 * operator or an unused token exists.
 */
export async function ensureOperatorToken(ports: TokenPorts): Promise<{ token: string } | undefined> {
  return ports.db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${tokenLock})`
    if (await tx.user.findFirst({ where: { role: 'operator' }, select: { id: true } })) return undefined
    if (await tx.operatorToken.findFirst({ where: { usedAt: null }, select: { id: true } })) return undefined
    return createToken(tx, ports)
  })
}

/** Creates a new token, to replace a lost one or for another operator. Unused tokens stop working. */
export async function reissueOperatorToken(ports: TokenPorts): Promise<{ token: string }> {
  return ports.db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${tokenLock})`
    await tx.operatorToken.deleteMany({ where: { usedAt: null } })
    const made = await createToken(tx, ports)
    await recordAct(ports, tx, commandLine.principal, 'operator_token.reissued', 'operator_token')
    return made
  })
}

async function createToken(tx: Prisma.TransactionClient, ports: TokenPorts): Promise<{ token: string }> {
  const token = newId('atk', ports.randomBytes)
  const createdAt = new Date(ports.clock.now())
  await tx.operatorToken.create({
    data: { id: newId('optok', ports.randomBytes), tokenHash: sha256(token), createdAt },
  })
  return { token }
}

/**
 * Makes a person with an account an operator under a new session: a guest could never sign in again. Each token works
 * once.
 *
 * @returns INVALID_INPUT for `token`, FORBIDDEN for an unknown or used one, UNAUTHENTICATED for a guest or when the
 *   session has ended, RATE_LIMITED by address
 */
export async function becomeOperator(
  ports: Omit<AuthPorts, 'passwords'>,
  input: unknown,
  signedIn: SignedIn,
  client: Client,
): Promise<Outcome<StartedSession>> {
  const verdict = await ports.limits.take('operatorToken', client.key)
  if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
  const form = parseInput(OperatorForm, input, 'form')
  if (!form.ok) return form
  const { userId, sessionId } = signedIn
  const at = new Date(ports.clock.now())
  return ports.db.$transaction(async (tx): Promise<Outcome<StartedSession>> => {
    await lockPerson(tx, userId)
    const standing = await tx.session.findFirst({
      where: { id: sessionId, userId, revokedAt: null, user: { isGuest: false } },
      select: { id: true },
    })
    if (standing === null) return refuse('UNAUTHENTICATED')
    const { count } = await tx.operatorToken.updateMany({
      where: { tokenHash: sha256(form.value.token), usedAt: null },
      data: { usedAt: at, usedByUserId: userId },
    })
    if (count !== 1) return invalid
    const user = await tx.user.update({ where: { id: userId }, data: { role: 'operator' } })
    const session = await startSession(tx, ports, user, client, signedIn, null)
    await recordAct(ports, tx, signedIn.principal, 'operator.granted', userId, { by: 'token' })
    return { ok: true, value: session }
  })
}
