import { readFileSync } from 'node:fs'
import type { LoadedSkill } from '../../../core/skill.ts'
import { bundleCodeOf } from '../../../core/testing/bundle-code.ts'
import { control } from '../../pool/control.ts'
import type { FromWorker, RunMessage } from '../../pool/messages.ts'
import { enginePathIn, meterEngine } from '../engine.ts'
import { createQuickJsThread } from '../quickjs-guests.ts'

export const enginePath = enginePathIn(process.cwd())

/** A seed that the guest reads as `first`, 2, 3 and 4. */
export const seedOf = (first: number): string => Buffer.from(Int32Array.of(first, 2, 3, 4).buffer).toString('hex')

/** The metered engine, compiled. */
export const testEngine = (maxMemoryMb = 512) => WebAssembly.compile(meterEngine(readFileSync(enginePath), maxMemoryMb))

/** An executor on the test's own thread. Its posts are the record of its work. */
export function executorInThread(
  module: WebAssembly.Module,
  { instances = 2, keptBytes = 1e9 }: { instances?: number; keptBytes?: number } = {},
) {
  const posted: FromWorker[] = []
  const slots = new Int32Array(new SharedArrayBuffer(control.slots * Int32Array.BYTES_PER_ELEMENT))
  const executor = createQuickJsThread({
    module,
    control: slots,
    instances,
    keptBytes,
    post: (said) => posted.push(said),
  })
  const last = () => posted.at(-1)
  return {
    posted,
    /** Starts an execution and returns the last post. */
    run: (execution: number, skill: LoadedSkill, more: Partial<RunMessage> = {}) => {
      const input = JSON.stringify({ action: 'probe', params: {}, config: {} })
      const limits = { memoryMb: 16, fuel: 1_000_000_000, outputBytes: 1_000_000, hostCalls: 32, reportsTurns: false }
      const fixed = { nowMs: Date.UTC(2026, 2, 15), secrets: {}, ahead: [], input, seed: seedOf(1), ...limits }
      const { digest } = skill
      executor.handle({ type: 'run', execution, digest, code: bundleCodeOf(skill), ...fixed, ...more })
      return last()
    },
    answer: (execution: number, call: number, json: string, body?: Uint8Array) => {
      executor.handle({ type: 'answer', execution, call, fulfilled: true, json, body })
      return last()
    },
    drop: (execution: number) => {
      executor.handle({ type: 'drop', execution })
      return last()
    },
  }
}
