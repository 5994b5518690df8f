import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type Refused, refuseBecause } from '#lib/platform/server/http/outcome.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import { type EndPorts, endIdle } from './end-idle.ts'

const code = 'CANCELLED'
const reason = 'moved_away'

/** The executions that ended here because an export moved them to another instance. */
export const isMovedAway = {
  errorCode: code,
  output: { path: ['error', 'reason'], equals: reason },
} satisfies Prisma.ExecutionWhereInput

/**
 * Ends executions that wait for a model, because they go on at another instance. One that went on meanwhile has another
 * seal and is not among the ended ones. `alsoStore` belongs to the same transaction, and undoes it by throwing.
 */
export const endMovedAway = (
  ports: EndPorts,
  { ids, seals }: { readonly ids: readonly string[]; readonly seals: readonly string[] },
  to: string,
  alsoStore: (tx: Prisma.TransactionClient, ended: readonly string[]) => Promise<unknown>,
) =>
  endIdle(
    ports,
    ids,
    { code, error: sentenceFor(to), more: { reason, fault: 'caller', details: { moved_to: to } }, seals },
    alsoStore,
  )

/** The refusal for an execution that was moved: it says where to. Undefined: it was not moved. */
export function refuseMoved(output: unknown): Refused | undefined {
  const read = SkillOutput.safeParse(output).data
  if (read?.status !== 'error' || read.error.reason !== reason) return undefined
  const { moved_to: to = 'another instance' } = read.error.details ?? {}
  const { error } = refuseBecause(reason)
  return { ok: false, error: { ...error, message: sentenceFor(to), details: { moved_to: to } } }
}

const sentenceFor = (to: string) => `The execution was moved to ${to}: go on there, with the same ids.`
