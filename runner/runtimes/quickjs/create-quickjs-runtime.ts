import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { SkillManifest } from '../../contract/manifest.ts'
import { sha256 } from '../../hash.ts'
import type { Log } from '../../ports.ts'
import { isScript } from '../../skill.ts'
import type { Runtime, RuntimeExecution } from '../runtime.ts'
import { meterEngine } from './engine.ts'
import type { QuickJsPaths } from './paths.ts'
import { createPool } from './pool/pool.ts'
import { runGuest } from './run-guest.ts'

export type QuickJsRuntimeOptions = QuickJsPaths & {
  readonly log: Log
  /** Number of worker threads. Default: one per core, at most 4. */
  readonly workers?: number
  /** Maximum number of further worker threads, which only run scripts that callers send. Default: 4. */
  readonly scriptWorkers?: number
  /** VMs per worker; further executions take turns on them. */
  readonly instancesPerWorker?: number
  /** Maximum executions per worker at once, both running and waiting for the host. */
  readonly executionsPerWorker?: number
  /** Maximum executions that queue for a worker; beyond it, `RATE_LIMITED`. */
  readonly maxQueued?: number
  /** Turns handed to a worker in advance; further turns wait in the fair queue of the callers. */
  readonly turnsAhead?: number
  /** Memory that the waiting executions of one worker may keep before the worker admits no new ones. */
  readonly keptMb?: number
  /** Upper bound for the memory limit of every execution. */
  readonly maxMemoryMb?: number
  /** Heap limit of a worker's own JavaScript. */
  readonly workerHeapMb?: number
  /**
   * How long a guest may continue after a stop request before its worker is terminated. Ten times as long for scripts,
   * because their threads have a low priority.
   */
  readonly stopGraceMs?: number
}

const mb = 1024 * 1024
/** On a busy core, a thread of low priority gets about a tenth of the CPU time of another (`pool/worker.ts`). */
const lowPrioritySlowdown = 10

const probeTimeoutMs = 5000
const probeCode = 'globalThis.__skill = ({ params }) => ({ results: [params] })'
const probeManifest = SkillManifest.parse({
  name: 'probe',
  version: '1.0.0',
  description: 'returns its params',
  risk_level: 'low',
})
const probe: RuntimeExecution = {
  id: 'probe',
  fairKey: 'the probe',
  skill: {
    manifest: probeManifest,
    tier: 'local',
    approved: probeManifest.permissions,
    digest: 'probe',
    program: { kind: 'bundle', code: probeCode },
    folder: '',
  },
  input: { action: 'probe', params: { answer: 42 }, config: {} },
  limits: {
    timeoutMs: probeTimeoutMs,
    memoryMb: 8,
    cpus: 1,
    fuel: 100,
    outputKb: 1,
    hostCalls: 0,
    hostCallsInFlight: 1,
    responseKb: 1,
  },
  hosts: [],
  seed: new Uint8Array(16),
  nowMs: 0,
  secrets: {},
  host: { call: async () => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'the probe has no host' }) },
  signal: new AbortController().signal,
}

/**
 * QuickJS in WebAssembly, metered, in a pool of worker threads that start at once. Scripts that callers send have a
 * pool of their own, so that endless ones delay no skill: its threads have a lower priority and start when they are
 * needed.
 */
export async function createQuickJsRuntime(options: QuickJsRuntimeOptions): Promise<Runtime> {
  const { maxMemoryMb = 512 } = options
  const engine = meterEngine(await readFile(options.wasmPath), maxMemoryMb)
  const module = await WebAssembly.compile(engine)
  const shared = {
    workerPath: options.workerPath,
    module,
    log: options.log,
    instances: options.instancesPerWorker ?? 4,
    executionsPerWorker: options.executionsPerWorker ?? 2048,
    maxQueued: options.maxQueued ?? 1024,
    turnsAhead: options.turnsAhead ?? 4,
    keptBytes: (options.keptMb ?? 512) * mb,
    now: () => performance.now(),
    heapMb: options.workerHeapMb ?? 256,
    stopGraceMs: options.stopGraceMs ?? 250,
  }
  const workers = options.workers ?? Math.max(1, Math.min(availableParallelism(), 4))
  const skills = createPool({ ...shared, workers, workerPerKey: false, isLowPriority: false })
  const scriptWorkers = options.scriptWorkers ?? 4
  const scripts = createPool({
    ...shared,
    workers: scriptWorkers,
    workerPerKey: true,
    isLowPriority: true,
    stopGraceMs: shared.stopGraceMs * lowPrioritySlowdown,
  })
  return {
    name: 'quickjs',
    engineVersion: sha256(Buffer.concat([engine, await readAll(options.guestFolder)])),
    run: async (execution) => {
      const { program } = execution.skill
      if (program.kind !== 'bundle') {
        return {
          kind: 'failed',
          code: 'RUNTIME_UNAVAILABLE',
          detail: 'the skill has no code for this runtime',
          fuelUsed: 0,
        }
      }
      const memoryMb = Math.min(execution.limits.memoryMb, maxMemoryMb)
      return runGuest(isScript(execution.skill) ? scripts : skills, program.code, {
        ...execution,
        limits: { ...execution.limits, memoryMb },
      })
    },
    probe: async () => {
      const outcome = await runGuest(skills, probeCode, { ...probe, signal: AbortSignal.timeout(probeTimeoutMs) })
      if (outcome.kind !== 'returned') throw new Error(`The quickjs runtime does not work: ${JSON.stringify(outcome)}`)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([skills.close(), scripts.close()])
    },
  }
}

/** Concatenates the files of a folder. */
async function readAll(folder: string): Promise<Uint8Array> {
  const names = (await readdir(folder)).sort()
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
}
