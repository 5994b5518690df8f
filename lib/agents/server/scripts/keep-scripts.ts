import { executionFormat } from '#lib/skills/server/executions/execution-format.ts'
import { isGone } from '#lib/skills/server/executions/instance.ts'
import { keepLooking } from '#lib/skills/server/executions/keep-looking.ts'
import { expiredMessage, revokedMessage } from '../profiles/profile-state.ts'
import type { Dispatcher } from './dispatcher.ts'
import { endIdle } from './end-idle.ts'
import type { ScriptPorts } from './script-ports.ts'

const everyMs = 2000
/** A pending execution that is older than this was missed: its process ended, or its message was lost. */
const missedMs = 3000
const maxAtOnce = 500
const keepRequestsMs = 7 * 24 * 60 * 60 * 1000

type Options = ScriptPorts & { readonly dispatcher: Dispatcher }

/**
 * Every two seconds, handles what no message announces: answers that did not come in time, expired profiles, interrupted
 * revocations, lost messages, executions that a dead process had claimed, and those that could not be started. Returns a
 * function that stops this.
 */
export function keepScripts(options: Options): () => Promise<void> {
  const look = async () => {
    await endLapsed(options)
    await endWaiting(options)
    await endAsked(options)
    await releaseClaims(options)
    await options.dispatcher.releaseFailed()
    await serveMissed(options)
  }
  return keepLooking({ ...options, look, everyMs, name: 'looking after scripts' })
}

/** Ends executions whose model did not answer in time. */
async function endLapsed(ports: ScriptPorts): Promise<void> {
  const rows = await ports.db.scriptExecution.findMany({
    where: { llmDeadline: { lte: new Date(ports.clock.now()) }, execution: { status: 'suspended' } },
    select: { id: true },
    take: maxAtOnce,
  })
  const ids = rows.map(({ id }) => id)
  const error = 'No answer to llm.complete came in time: answer sooner, or ask the operator for a longer llm_wait_s.'
  await endIdle(ports, ids, { code: 'TIMEOUT', error })
}

/** The profiles that were revoked or have expired. */
const hasEnded = (now: number) => ({ OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: new Date(now) } }] })

/**
 * Ends waiting executions of profiles that have expired or were revoked: also those that began to wait during the
 * revocation, and those whose revoking process died before it ended them.
 */
async function endWaiting(ports: ScriptPorts): Promise<void> {
  const rows = await ports.db.scriptExecution.findMany({
    where: { llmDeadline: { not: null }, execution: { status: 'suspended' }, profile: hasEnded(ports.clock.now()) },
    select: { id: true, profile: { select: { revokedAt: true } } },
    take: maxAtOnce,
  })
  const [revoked, expired] = [true, false].map((isRevoked) =>
    rows.filter(({ profile }) => Boolean(profile?.revokedAt) === isRevoked).map(({ id }) => id),
  )
  await endIdle(ports, revoked ?? [], { code: 'CANCELLED', error: revokedMessage })
  await endIdle(ports, expired ?? [], { code: 'FORBIDDEN', error: expiredMessage })
}

/** Ends executions of this process that were cancelled, or whose profile was revoked or has expired. */
async function endAsked({ db, clock, dispatcher }: Options): Promise<void> {
  const ids = dispatcher.running.ids()
  if (ids.length === 0) return
  const rows = await db.scriptExecution.findMany({
    where: { id: { in: ids }, OR: [{ cancelledAt: { not: null } }, { profile: hasEnded(clock.now()) }] },
    select: { id: true },
  })
  for (const { id } of rows) dispatcher.running.cancel(id)
}

/** Releases the claims of dead processes. */
async function releaseClaims({ db, instance }: Options): Promise<void> {
  const owners = await db.execution.findMany({
    where: { status: 'pending', NOT: { instanceId: { in: ['', instance.instanceId] } } },
    distinct: ['instanceId'],
    select: { instanceId: true },
  })
  for (const { instanceId } of owners) {
    await db.$transaction(async (tx) => {
      if (!(await isGone(tx, instanceId))) return
      await tx.execution.updateMany({ where: { status: 'pending', instanceId }, data: { instanceId: '' } })
    })
  }
}

/** Starts pending executions that no process serves. */
async function serveMissed({ db, clock, dispatcher }: Options): Promise<void> {
  const before = new Date(clock.now() - missedMs)
  const missed = await db.execution.findFirst({
    where: { status: 'pending', instanceId: '', format: { lte: executionFormat }, startedAt: { lte: before } },
    select: { id: true },
  })
  if (missed) await dispatcher.serve()
}

/** Deletes old idempotency keys. Returns their number. */
export async function forgetRequests({ db, clock }: Pick<ScriptPorts, 'db' | 'clock'>): Promise<number> {
  const { count } = await db.scriptRequest.deleteMany({
    where: { createdAt: { lt: new Date(clock.now() - keepRequestsMs) } },
  })
  return count
}
