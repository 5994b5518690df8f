import { sentenceOf } from '#runner/contract/errors.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { AlteredExecution, UnfinishedExecution } from '#runner/ports.ts'
import type { Suspended } from '#runner/run-leg.ts'
import { scriptInput } from '#runner/script.ts'
import { type Claimed, claim } from './claim.ts'
import { endIdle, type IdleEnd } from './end-idle.ts'
import { createRunningScripts, type RunningScripts } from './running-scripts.ts'
import type { ScriptPorts } from './script-ports.ts'
import { principalOf } from './script-profile.ts'
import { createSlots } from './slots.ts'

/** Runs the pending scripts of profiles in this process. */
export type Dispatcher = {
  /** Claims and starts pending executions of a profile. Resolves when it was its turn. */
  serve(profileId: string): Promise<void>
  /** Resumes an execution that this process owns. `profileId`: undefined if it is no script. */
  resume(
    unfinished: UnfinishedExecution | AlteredExecution,
    profileId: string | undefined,
    options?: { readonly hasSlot?: boolean },
  ): { readonly done: Promise<SkillOutput | Suspended> }
  readonly running: RunningScripts
  /** Starts nothing more. Resolves when nothing is being claimed. */
  stop(): Promise<void>
}

/** Executions at once. Most wait for the network; the runtime shares its workers among them. */
const mostAtOnce = 64
/** A profile's claims at a time, so that profiles take turns. */
const quantum = 8
/** How soon a profile is served again whose executions run in other processes. */
const againMs = 500

export function createDispatcher(ports: ScriptPorts): Dispatcher {
  const { runner, events, log, instance } = ports
  const slots = createSlots(mostAtOnce)
  const running = createRunningScripts()
  /** The profiles that are to be served, in their order, and who waits for that. */
  const ready = new Map<string, (() => void)[]>()
  /** Profiles that had more pending executions than they may run at once. */
  const withMore = new Set<string>()
  const claiming = new Map<string, Promise<void>>()
  let isStopped = false

  function serve(profileId: string): Promise<void> {
    if (isStopped) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    ready.set(profileId, [...(ready.get(profileId) ?? []), resolve])
    serveNext()
    return promise
  }

  function serveNext(): void {
    if (isStopped || !instance.isPresent()) return
    for (const [profileId, waiting] of ready) {
      if (claiming.has(profileId)) continue
      const free = slots.takeFree(quantum)
      if (free.length === 0) return
      ready.delete(profileId)
      const serving = serveOnce(profileId, free)
        .catch((cause: unknown) => log.error('pending scripts could not be claimed', { profile: profileId, cause }))
        .finally(() => {
          claiming.delete(profileId)
          for (const resolve of waiting) resolve()
          serveNext()
        })
      claiming.set(profileId, serving)
    }
  }

  async function serveOnce(profileId: string, free: Disposable[]): Promise<void> {
    try {
      await claimInto(profileId, free)
    } finally {
      for (const slot of free) slot[Symbol.dispose]()
    }
  }

  /** Starts what it claims in the free slots, and takes those out of the list. */
  async function claimInto(profileId: string, free: Disposable[]): Promise<void> {
    const { claimed, hasMore, refusal } = await claim(ports, profileId, free.length)
    if (refusal !== undefined) await endPending(profileId, refusal)
    for (const one of claimed) void run(profileId, one, free.pop())
    if (!hasMore) withMore.delete(profileId)
    else if (claimed.length > 0 && free.length === 0) ready.set(profileId, ready.get(profileId) ?? [])
    else {
      withMore.add(profileId)
      if (!running.entries().some(([, owner]) => owner === profileId)) serveLater(profileId)
    }
  }

  function serveLater(profileId: string): void {
    setTimeout(() => void serve(profileId), againMs).unref()
  }

  async function endPending(profileId: string, end: IdleEnd): Promise<void> {
    const where = { principalId: profileId, status: 'pending' } as const
    const rows = await ports.db.execution.findMany({ where, select: { id: true } })
    const ids = rows.map(({ id }) => id)
    await endIdle(ports, ids, end)
  }

  /** Runs a claimed execution. Never rejects. */
  async function run(profileId: string, claimed: Claimed, slot: Disposable | undefined): Promise<void> {
    const { id } = claimed
    try {
      using _slot = slot
      using registered = running.register(id, profileId)
      await start(claimed, profileId, registered.signal)
    } catch (cause) {
      log.error('an execution of a script failed', { execution: id, cause })
    }
    ended(id, profileId)
  }

  async function start({ id, script, isAltered }: Claimed, profileId: string, signal: AbortSignal): Promise<void> {
    if (isAltered) {
      log.error('a script may not start: its record was altered', { execution: id })
      const code = 'RECORD_NOT_AUTHENTIC'
      await endIdle(ports, [id], { code, error: sentenceOf(code) })
      return
    }
    const config = { principal: principalOf(profileId), signal }
    const admitted = await runner.admit(script, scriptInput, config)
    if (admitted.kind === 'refused') {
      const { code, message } = admitted.error
      await endIdle(ports, [id], { code, error: message })
      return
    }
    await runner.start(admitted, { durable: true, id }).done
  }

  function ended(id: ExecutionId, profileId: string): void {
    events.changed(id)
    if (withMore.delete(profileId)) void serve(profileId)
    else serveNext()
  }

  slots.onFree(serveNext)

  return {
    serve,
    running,
    resume(unfinished, profileId, { hasSlot = false } = {}) {
      const { id } = unfinished
      if (profileId === undefined) return runner.resume(unfinished)
      const goOn = async () => {
        using registered = running.register(id, profileId)
        using _slot = hasSlot ? undefined : await slots.take()
        return runner.resume(unfinished, { signal: registered.signal }).done
      }
      return { done: goOn().finally(() => ended(id, profileId)) }
    },
    async stop() {
      isStopped = true
      for (const waiting of ready.values()) for (const resolve of waiting) resolve()
      ready.clear()
      await Promise.all(claiming.values())
    },
  }
}
