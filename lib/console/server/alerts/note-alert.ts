import { actorText } from '#lib/platform/model/actor.ts'
import { appPrincipal } from '#lib/platform/server/auth/principal.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { addDelivery } from '#lib/skills/server/messages/delivery-jobs.ts'
import { newId } from '#runner/contract/ids.ts'
import type { RandomBytes } from '#runner/core/ports.ts'

type Alert = { readonly text: string; readonly urgent: boolean; readonly at: Date; readonly randomBytes: RandomBytes }

/** Notes a message of the app to the operator, which is delivered like those of skills. Returns its id. */
export async function noteAlert(
  tx: Prisma.TransactionClient,
  { text, urgent, at, randomBytes }: Alert,
): Promise<string> {
  const id = newId('msg', randomBytes)
  const actor = actorText({ kind: 'app' })
  const by = { executionId: null, seq: 0, skill: 'alerts', principalId: appPrincipal.id, actor }
  await tx.operatorMessage.create({ data: { id, ...by, text, urgent, notedAt: at } })
  await addDelivery(tx, [{ id, principalId: appPrincipal.id }])
  return id
}
