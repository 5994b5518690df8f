import { randomBytes } from 'node:crypto'
import { actorOf, actorText } from '#lib/platform/model/actor.ts'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { Statements } from '#lib/platform/server/db/statements.ts'
import { cleaned } from '#lib/platform/server/db/storable.ts'
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
export async function noteMessages(tx: Statements, messages: readonly MessageRow[]): Promise<AuditRecord[]> {
  if (messages.length === 0) return []
  const rows = messages.map(({ principal, ...row }) => ({
    ...row,
    principalId: principal.id,
    actor: actorText(actorOf(principal)),
  }))
  await tx.$executeRaw`
    insert into operator_messages (id, execution_id, seq, skill, principal_id, actor, text, urgent, noted_at)
    select id, "executionId", seq, skill, "principalId", actor, text, urgent, "notedAt"
    from jsonb_to_recordset(${cleaned(JSON.stringify(rows))}::jsonb) as r(
      id text, "executionId" text, seq int, skill text, "principalId" text, actor text, text text, urgent boolean,
      "notedAt" timestamptz
    )`
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
