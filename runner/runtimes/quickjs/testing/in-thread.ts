import { readFileSync } from 'node:fs'
import { bundleCodeOf, type LoadedSkill } from '../../../core/skill.ts'
import { control } from '../../pool/control.ts'
import type { FromWorker, RunMessage } from '../../pool/messages.ts'
import { compileEngine } from '../engine.ts'
import { createExecutor } from '../executor.ts'
import { quickJsPaths } from '../paths.ts'

export const enginePath = quickJsPaths(process.cwd()).wasmPath

/** The metered engine, compiled. */
export const testEngine = (maxMemoryMb = 512) => compileEngine(readFileSync(enginePath), maxMemoryMb)

/** An executor on the test's own thread. Its posts are the record of its work. */
export function executorInThread(
  module: WebAssembly.Module,
  { instances = 2, keptBytes = 1e9 }: { instances?: number; keptBytes?: number } = {},
) {
  const posted: FromWorker[] = []
  const slots = new Int32Array(new SharedArrayBuffer(control.slots * Int32Array.BYTES_PER_ELEMENT))
  const executor = createExecutor({ module, control: slots, instances, keptBytes, post: (said) => posted.push(said) })
  const last = () => posted.at(-1)
  return {
    posted,
    /** Starts an execution and returns the last post. */
    run: (execution: number, skill: LoadedSkill, more: Partial<RunMessage> = {}) => {
      const input = JSON.stringify({ call: { action: 'probe', params: {}, config: {} }, seed: [1, 2, 3, 4] })
      const limits = { memoryMb: 16, fuel: 1_000_000_000, outputBytes: 1_000_000, hostCalls: 32, reportsTurns: false }
      const fixed = { nowMs: Date.UTC(2026, 2, 15), secrets: {}, ahead: [], input, ...limits }
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
