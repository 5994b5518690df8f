import { release } from '#lib/skills/server/executions/take-over.ts'
import { logFailure } from '#lib/skills/server/executions/write-ends.ts'
import { longestTimeoutMs, shortestTimeoutMs } from '#runner/contract/budget.ts'
import { sentenceOf } from '#runner/contract/errors.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { AlteredExecution, UnfinishedExecution } from '#runner/core/ports.ts'
import { createFairSlots } from '#runner/queue/fair-slots.ts'
import { createTurnsByKey } from '#runner/queue/turns-by-key.ts'
import type { Suspended } from '#runner/run/run-leg.ts'
import { type Script, scriptInput } from '#runner/script/script.ts'
import { maxConcurrency } from '../../model/profile-schema.ts'
import { type Claimed, claim, type EndedProfile } from './claim.ts'
import { endIdle } from './end-idle.ts'
import { createRunningScripts } from './running-scripts.ts'
import type { ScriptPorts } from './script-ports.ts'
import { principalOf } from './script-profile.ts'

/** Runs pending scripts in this process. */
export type Dispatcher = ReturnType<typeof createDispatcher>

/**
 * The most concurrent executions: those of four profiles, however many each of them may have. Most executions wait for the
 * network; the runtime shares its workers among them.
 */
const maxAtOnce = 4 * maxConcurrency
/** Further slots, for the first script of each of so many other profiles, however long those of the four run. */
const forFirst = 64
/** The delay before this process claims again if executions are pending, but none runs here. */
const againMs = 500

/** The script may run until its profile expires, and no longer than its own limit. */
const untilExpiry = ({ grant }: Script, leftMs: number): number =>
  Math.max(shortestTimeoutMs, Math.min(leftMs, grant.limits.timeout_ms ?? longestTimeoutMs))

export function createDispatcher(ports: ScriptPorts) {
  const { db, runner, events, log, instance } = ports
  const slots = createFairSlots({ width: maxAtOnce + forFirst })
  const turns = createTurnsByKey()
  const running = createRunningScripts()
  /** Executions whose run failed. This process still owns those that have not ended. */
  const failed = new Set<string>()
  let claiming: Promise<void> | undefined
  let following: Promise<void> | undefined
  let isServingLater = false
  /** Whether a claim failed: it is not known whether the database carried it out. */
  let hasLostClaim = false
  /** Whether the last claim left executions pending. */
  let hasMore = false
  let isWorking = false

  function serve(): Promise<void> {
    if (!claiming) {
      claiming = claimOnce().finally(() => {
        claiming = undefined
      })
      return claiming
    }
    following ??= claiming.then(() => {
      following = undefined
      return serve()
    })
    return following
  }

  function freeSlots(): Disposable[] {
    const free: Disposable[] = []
    for (let slot = slots.takeFree(); slot !== undefined; slot = slots.takeFree()) free.push(slot)
    return free
  }

  /** Never rejects. */
  async function claimOnce(): Promise<void> {
    if (!isWorking || !instance.isPresent()) {
      hasMore = true
      return
    }
    const free = freeSlots()
    try {
      if (free.length > 0) await claimInto(free)
      else hasMore = true
    } catch (cause) {
      hasMore = true
      hasLostClaim = true
      log.error('pending scripts could not be claimed', { cause })
    } finally {
      for (const slot of free) slot[Symbol.dispose]()
    }
    if (hasMore && running.ids().length === 0) serveLater()
  }

  function serveLater(): void {
    if (isServingLater) return
    isServingLater = true
    setTimeout(() => {
      isServingLater = false
      void serve()
    }, againMs).unref()
  }

  async function announce(): Promise<void> {
    await serve()
    if (hasMore) events.waiting()
  }

  /** Claims executions for the free slots and starts them. Removes the used slots from the list. */
  async function claimInto(free: Disposable[]): Promise<void> {
    const found = await claim(ports, free.length, { forFirst })
    hasMore = found.hasMore
    for (const one of found.claimed) void run(one, free.pop())
    for (const profile of found.ended) await endPending(profile)
  }

  /** Ends a profile's pending executions: CANCELLED if it was revoked, FORBIDDEN if it has expired. */
  async function endPending({ id, isRevoked, message }: EndedProfile): Promise<void> {
    const where = { principalId: id, status: 'pending' } as const
    const rows = await db.execution.findMany({ where, select: { id: true } })
    const ids = rows.map((row) => row.id)
    await endIdle(ports, ids, { code: isRevoked ? 'CANCELLED' : 'FORBIDDEN', error: message })
  }

  /** Runs a claimed execution. Never rejects. */
  async function run(claimed: Claimed, slot: Disposable | undefined): Promise<void> {
    const { id, profileId } = claimed
    failed.delete(id)
    try {
      using _slot = slot
      using _turn = turns.count(profileId)
      using registered = running.register(id, profileId)
      await start(claimed, registered.signal)
    } catch (cause) {
      if (logFailure(log, id, cause)) failed.add(id)
    }
    ended(id)
  }

  async function start(claimed: Claimed, signal: AbortSignal): Promise<void> {
    const { id, profileId, script } = claimed
    if (script === undefined) {
      log.error('a script may not start: its record was altered or cannot be checked', { execution: id })
      const code = 'RECORD_NOT_AUTHENTIC'
      await endIdle(ports, [id], { code, error: sentenceOf(code) })
      return
    }
    const until = claimed.leftMs === undefined ? {} : { timeout_ms: untilExpiry(script, claimed.leftMs) }
    const admitted = await runner.admit(script, scriptInput, { principal: principalOf(profileId), signal, ...until })
    if (admitted.kind === 'refused') {
      const { code, message } = admitted.error
      await endIdle(ports, [id], { code, error: message })
      return
    }
    await runner.start(admitted, { durable: true, id }).done
  }

  function ended(id: string): void {
    events.changed(id)
    if (hasMore) void serve()
  }

  return {
    /** Begins to claim pending executions. */
    start(): void {
      isWorking = true
      void serve()
    },
    /** Claims and starts pending executions. Resolves after a claim that began no earlier than this call. */
    serve,
    /** Serves executions that were just stored, and tells other processes of those that cannot start here. */
    announce,
    running,
    /**
     * Resumes an execution that this process owns. `profile`: undefined if it is not a script. `concurrency`: the
     * execution waits until fewer of its profile run in this process; absent: it does not wait.
     */
    resume(
      unfinished: UnfinishedExecution | AlteredExecution,
      profile: { readonly id: string; readonly concurrency?: number } | undefined,
    ): { readonly done: Promise<SkillOutput | Suspended> } {
      const { id } = unfinished
      failed.delete(id)
      if (profile === undefined) return runner.resume(unfinished)
      const { id: profileId, concurrency } = profile
      const goOn = async () => {
        using registered = running.register(id, profileId)
        const { signal } = registered
        // Its turn comes before its slot, so that a profile does not hold slots of others while it waits.
        using _turn =
          concurrency === undefined ? turns.count(profileId) : await turns.take(profileId, concurrency, signal)
        using _slot = await slots.take(undefined, profileId)
        // Awaited here: without `await`, the slot and the registration would end before the execution.
        return await runner.resume(unfinished, { signal }).done
      }
      return { done: goOn().finally(() => ended(id)) }
    },
    /** Notes an execution of this process whose run failed, for `releaseFailed`. */
    failed: (id: string): void => void failed.add(id),
    /**
     * Gives up executions whose run or claim failed: those not yet started are claimed again, and others are taken over.
     */
    async releaseFailed(): Promise<void> {
      if (hasLostClaim) {
        await claiming
        hasLostClaim = false
        const where = { status: 'pending', instanceId: instance.instanceId, id: { notIn: running.ids() } } as const
        await db.execution.updateMany({ where, data: { instanceId: '' } }).catch((cause: unknown) => {
          hasLostClaim = true
          throw cause
        })
      }
      const ids = [...failed]
      if (ids.length === 0) return
      const where = { id: { in: ids }, status: 'pending', instanceId: instance.instanceId } as const
      // All or none: an execution that is given up could run here again while it is still noted.
      await db.$transaction(async (tx) => {
        await tx.execution.updateMany({ where, data: { instanceId: '' } })
        await release(tx, instance.instanceId, ids)
      })
      for (const id of ids) failed.delete(id)
    },
    /** Stops claiming. Resolves when no claim is in progress. */
    async stop(): Promise<void> {
      isWorking = false
      await claiming
      await following
    },
  }
}
