import { createHash } from 'node:crypto'
import { newId } from '#runner/contract/ids.ts'
import type { Prisma } from '../db/generated/client.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, refuse, refuseTooMany } from '../http/outcome.ts'
import { OperatorForm } from '../shared/account-schema.ts'
import type { AuthPorts, Client } from './ports.ts'
import { type SignedIn, type StartedSession, startSession } from './sessions.ts'

type TokenPorts = Pick<AuthPorts, 'db' | 'clock' | 'randomBytes' | 'audit'>

/** Only one process at a time decides whether a token is needed. */
const tokenLock = 7_201_940_312n

/** What is kept of a token. */
export const hashOfOperatorToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Makes the token for the first operator. It is given back this once; only its hash is kept. Undefined when there is an
 * operator, or a token that nobody has used yet.
 */
export async function ensureOperatorToken(ports: TokenPorts): Promise<{ token: string } | undefined> {
  return ports.db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${tokenLock})`
    if (await tx.user.findFirst({ where: { role: 'operator' }, select: { id: true } })) return undefined
    if (await tx.operatorToken.findFirst({ where: { usedAt: null }, select: { id: true } })) return undefined
    return createToken(tx, ports)
  })
}

/** Makes a new token, for when the last one was lost or another operator is wanted. Unused ones stop working. */
export async function reissueOperatorToken(ports: TokenPorts): Promise<{ token: string }> {
  return ports.db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${tokenLock})`
    await tx.operatorToken.deleteMany({ where: { usedAt: null } })
    const made = await createToken(tx, ports)
    await ports.audit.record(tx, {
      at: new Date(ports.clock.now()),
      actorUserId: null,
      actorSource: 'main',
      action: 'operator_token.reissued',
      subject: 'operator_token',
      detail: {},
    })
    return made
  })
}

async function createToken(tx: Prisma.TransactionClient, ports: TokenPorts): Promise<{ token: string }> {
  const token = newId('atk', ports.randomBytes)
  const createdAt = new Date(ports.clock.now())
  await tx.operatorToken.create({
    data: { id: newId('optok', ports.randomBytes), tokenHash: hashOfOperatorToken(token), createdAt },
  })
  return { token }
}

/**
 * Makes the signed-in person an operator, once per token, under a new session.
 *
 * @returns INVALID_INPUT for `token`, FORBIDDEN for one that is unknown or used, RATE_LIMITED by address
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
  const { userId } = signedIn
  const at = new Date(ports.clock.now())
  const started = await ports.db.$transaction(async (tx) => {
    const { count } = await tx.operatorToken.updateMany({
      where: { tokenHash: hashOfOperatorToken(form.value.token), usedAt: null },
      data: { usedAt: at, usedByUserId: userId },
    })
    if (count !== 1) return undefined
    // An operator is not swept away with the guests.
    const user = await tx.user.update({ where: { id: userId }, data: { role: 'operator', guestExpiresAt: null } })
    const session = await startSession(tx, ports, user, client, signedIn)
    await ports.audit.record(tx, {
      at,
      actorUserId: userId,
      actorSource: signedIn.principal.source,
      action: 'operator.granted',
      subject: userId,
      detail: { by: 'token' },
    })
    return session
  })
  if (started !== undefined) return { ok: true, value: started }
  const message = 'This token is not valid, or was used already.'
  return refuse('FORBIDDEN', { message, details: { token: message } })
}
