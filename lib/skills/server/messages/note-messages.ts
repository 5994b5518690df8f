import { randomBytes } from 'node:crypto'
import { actorOf, actorText } from '#lib/platform/model/actor.ts'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { newId } from '#runner/contract/ids.ts'
import type { NotedMessage } from '#runner/core/ports.ts'
import type { InvocationFacts } from '../executions/invocation-rows.ts'
import { addDelivery } from './delivery-jobs.ts'

/** A message as it is stored, with its execution, skill and sender. */
export type MessageRow = NotedMessage & {
  readonly id: string
  readonly executionId: string
  readonly skill: string
  readonly principal: InvocationFacts['principal']
  readonly notedAt: Date
}

type Of = Pick<MessageRow, 'executionId' | 'skill' | 'principal' | 'notedAt'>

/** The rows for the messages of an execution. */
export const messageRowsOf = (
  messages: readonly NotedMessage[],
  { executionId, skill, principal, notedAt }: Of,
): MessageRow[] =>
  messages.map((message) => ({ ...message, id: newId('msg', randomBytes), executionId, skill, principal, notedAt }))

/**
 * Stores messages and their deliveries in the transaction that ends their execution, so that the skill's answer
 * "noted" is true whatever happens later. Returns their rows for the audit trail.
 */
export async function noteMessages(
  tx: Pick<Prisma.TransactionClient, 'operatorMessage' | '$executeRaw' | '$queryRaw'>,
  messages: readonly MessageRow[],
): Promise<AuditRecord[]> {
  if (messages.length === 0) return []
  await tx.operatorMessage.createMany({
    data: messages.map(({ principal, ...row }) => ({
      ...row,
      principalId: principal.id,
      actor: actorText(actorOf(principal)),
    })),
  })
  await addDelivery(
    tx,
    messages.map(({ id, principal }) => ({ id, principalId: principal.id })),
  )
  return messages.map(({ id, principal, executionId, skill, notedAt }) => ({
    at: notedAt,
    by: principal,
    action: 'message.noted',
    subject: id,
    detail: { principal: principal.id, execution: executionId, skill },
  }))
}
