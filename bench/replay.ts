import { findProjectRoot } from '../lib/platform/server/env/project-root.ts'
import { createLogger } from '../lib/platform/server/log/logger.ts'
import type { HostAnswer } from '../runner/contract/host-seam.ts'
import { newId } from '../runner/contract/ids.ts'
import type { JournalEntry } from '../runner/contract/journal.ts'
import { SkillManifest } from '../runner/contract/manifest.ts'
import { fixedSkills } from '../runner/core/fixed-skills.ts'
import { hashOf } from '../runner/core/hash.ts'
import type { AnswerStore, RecordedExecution } from '../runner/core/ports.ts'
import type { LoadedSkill } from '../runner/core/skill.ts'
import { lastingPart } from '../runner/journal/lasting-part.ts'
import { createRecorder } from '../runner/journal/recorder.ts'
import { completeOutput } from '../runner/run/output.ts'
import { createReplay } from '../runner/run/replay.ts'
import { createQuickJsRuntime } from '../runner/runtimes/quickjs/create-quickjs-runtime.ts'
import type { Runtime } from '../runner/runtimes/runtime.ts'
import { linesOf, type Measurement, timesOf, valuesOf } from './measure.ts'

const warmUp = 5
const runs = 30

/** Replays executions with 1, 10, 100 and 1,000 recorded sequential host calls. */
export async function replay(): Promise<Measurement[]> {
  const log = createLogger({ level: 'silent' })
  await using runtime = await createQuickJsRuntime({ projectRoot: findProjectRoot(), log, workers: 1 })
  const lines: Measurement[] = []
  for (const calls of [1, 10, 100, 1000]) {
    const { again, stop } = await record(runtime, calls)
    await timesOf(warmUp, 1, again)
    const { p50, p99 } = valuesOf(await timesOf(runs, 1, again))
    stop()
    lines.push(...linesOf({ bench: 'replay', subject: 'quickjs', size: calls }, runs, { p50, p99 }))
  }
  return lines
}

const manifest = SkillManifest.parse({ name: 'asks', version: '0.1.0', description: 'asks', risk_level: 'low' })
const code = `globalThis.__skill = async ({ params }) => {
  let sum = 0
  for (let n = 0; n < params.calls; n += 1) {
    const response = await fetch('https://api.example.com/' + n)
    sum += (await response.json()).price
  }
  return { results: [{ sum }] }
}`
const skill: LoadedSkill = {
  manifest,
  tier: 'local',
  approved: manifest.permissions,
  digest: 'asks',
  program: { kind: 'bundle', language: 'javascript', code },
  folder: '.',
}
const limits = {
  timeoutMs: 60_000,
  memoryMb: 64,
  cpus: 1,
  fuel: 100_000,
  outputKb: 64,
  hostCalls: 1000,
  hostCallsInFlight: 8,
  responseKb: 64,
}

/** Records one execution and returns a function that replays it. */
async function record(runtime: Runtime, calls: number): Promise<{ again: () => Promise<void>; stop: () => void }> {
  const kept = new Map<string, Uint8Array>()
  const answers: AnswerStore = {
    put: async (hash, bytes) => {
      kept.set(hash, bytes)
    },
    get: async () => kept,
  }
  const clock = { now: () => 0, monotonic: () => performance.now() }
  const recorder = createRecorder({
    clock,
    answers,
    shown: (_, args) => args,
    keepsArguments: () => false,
    log: createLogger({ level: 'silent' }),
  })
  const input = { action: 'ask', params: { calls }, config: {} }
  const conditions = {
    id: 'exec_replay',
    limits,
    hosts: ['api.example.com'],
    seed: '00'.repeat(16),
    nowMs: 0,
    secrets: {},
  }
  const ended = new AbortController()
  let seq = 0
  const outcome = await runtime.run({
    ...conditions,
    skill,
    input,
    signal: ended.signal,
    host: {
      call: async (op, args, fuelLeft) => {
        const at = seq++
        recorder.open(at, op, args, fuelLeft)
        const answer: HostAnswer = {
          kind: 'value',
          value: { status: 200, url: 'https://api.example.com/', headers: [['content-type', 'application/json']] },
          body: Buffer.from(JSON.stringify({ price: at, text: 'x'.repeat(500) })),
        }
        recorder.settle(at, answer)
        return answer
      },
    },
  })
  if (outcome.kind !== 'returned') throw new Error(JSON.stringify(outcome))
  await recorder.stored()
  const id = newId('exec', (size) => new Uint8Array(size))
  const facts = {
    manifest,
    input,
    limits,
    hosts: [],
    executionId: id,
    queryTimeMs: 0,
    fetchedAt: new Date(0),
    trace: undefined,
  }
  const { output } = await completeOutput(outcome, { ...facts, data: undefined })
  const journal: JournalEntry[] = recorder.entries()
  const recorded: RecordedExecution = {
    id,
    skill: manifest.name,
    digest: skill.digest,
    recording: {
      runtime: 'quickjs',
      engines: [runtime.engineVersion],
      input: JSON.stringify(input),
      seed: '00'.repeat(16),
      now_ms: 0,
      limits,
      secrets: {},
      hosts: [],
      output_hash: hashOf(lastingPart(output)),
    },
    journal,
    output,
    fuelUsed: outcome.fuelUsed,
    data: undefined,
  }
  const run = createReplay({
    skills: fixedSkills(skill),
    runtimes: [runtime],
    recordings: { load: async () => recorded },
    answers,
  })
  return {
    again: async () => {
      const result = await run(id, { signal: ended.signal })
      if (result.kind !== 'same') throw new Error(JSON.stringify(result.error))
    },
    stop: () => ended.abort(),
  }
}
