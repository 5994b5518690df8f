import { availableParallelism } from 'node:os'
import type { SkillProgram } from '../../core/skill.ts'
import { probeExecution } from '../probe-execution.ts'
import type { Runtime, StartOptions } from '../runtime.ts'
import { createPool, type PoolOptions } from './pool.ts'
import { runGuests } from './run-guest.ts'

/** A runtime whose guests run in worker threads of this process. */
type PooledRuntime = Pick<Runtime, 'about' | 'engineVersion'> &
  Pick<PoolOptions, 'workerPath' | 'workerData' | 'startsAtOnce'> & {
    /** A program that returns anything. */
    readonly probe: SkillProgram
  }

type Tuned = 'executionsPerWorker' | 'maxQueued' | 'turnsAhead' | 'heapMb' | 'stopGraceMs' | 'silenceMs' | 'idleMs'

/** Scripts have ten times as long to stop, because their threads have a low priority. */
export type PoolTuning = Partial<Pick<PoolOptions, Tuned>> &
  Omit<StartOptions, 'projectRoot'> & {
    /** Maximum number of further worker threads, which only run scripts that callers send. Default: 4. */
    readonly scriptWorkers?: number
  }

/** Memory that the waiting executions of one worker may keep before the worker admits no new ones. */
const keptBytes = 512 * 1024 * 1024
/** On a busy core, a thread of low priority gets about a tenth of the CPU time of another (`run-worker.ts`). */
const lowPrioritySlowdown = 10
const probeTimeoutMs = 5000

/** After so long without an execution, what an interpreter keeps in memory is worth less than the second of its start. */
export const defaultIdleMs = 5 * 60_000
/** A worker for scripts starts in a fifth of a second. Most of them work only while several profiles run scripts. */
const scriptsIdleMs = 60_000

/** The number of worker threads for skills, if the operator sets none. */
export const defaultWorkers = (): number => Math.max(1, Math.min(availableParallelism(), 4))

/**
 * The first skill starts all worker threads of a runtime, unless they start at once. Scripts that callers send have a pool of their own, so that
 * endless ones delay no skill: its threads have a lower priority and start when they are needed.
 */
export function createPooledRuntime(runtime: PooledRuntime, tuning: PoolTuning): Runtime {
  const { about, engineVersion, workerPath, workerData, startsAtOnce = false, probe } = runtime
  const { stopGraceMs = 250, workers = defaultWorkers() } = tuning
  const shared = {
    workerPath,
    workerData,
    log: tuning.log,
    executionsPerWorker: tuning.executionsPerWorker ?? 2048,
    maxQueued: tuning.maxQueued ?? 1024,
    turnsAhead: tuning.turnsAhead ?? 4,
    keptBytes,
    now: () => performance.now(),
    heapMb: tuning.heapMb ?? 256,
    silenceMs: tuning.silenceMs ?? 30_000,
    idleMs: tuning.idleMs ?? defaultIdleMs,
    replaced: () => tuning.workerReplaced?.(about.name),
  }
  const skills = createPool({
    ...shared,
    startsAtOnce,
    workers,
    workerPerKey: false,
    isLowPriority: false,
    stopGraceMs,
  })
  const scripts = createPool({
    ...shared,
    workers: tuning.scriptWorkers ?? 4,
    idleMs: tuning.idleMs ?? scriptsIdleMs,
    workerPerKey: true,
    isLowPriority: true,
    stopGraceMs: stopGraceMs * lowPrioritySlowdown,
  })
  const run = runGuests(about, { skills, scripts })
  return {
    about,
    engineVersion,
    run,
    probe: async () => {
      const outcome = await run(probeExecution(probe, probeTimeoutMs))
      if (outcome.kind !== 'returned')
        throw new Error(`The ${about.name} runtime does not work: ${JSON.stringify(outcome)}`)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([skills.close(), scripts.close()])
    },
  }
}
