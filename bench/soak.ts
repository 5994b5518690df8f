import { createHash } from 'node:crypto'
import { findProjectRoot } from '../lib/platform/server/env/project-root.ts'
import { createLogger } from '../lib/platform/server/log/logger.ts'
import type { HostAnswer } from '../runner/contract/host-seam.ts'
import { SkillManifest } from '../runner/contract/manifest.ts'
import { createQuickJsRuntime } from '../runner/runtimes/quickjs/create-quickjs-runtime.ts'
import type { RuntimeExecution } from '../runner/runtimes/runtime.ts'
import { caseOf, itemsOf, type SoakCase } from './soak/cases.ts'

export type SoakResult = {
  readonly executions: number
  readonly seconds: number
  readonly ended: number
  /** The number of wrong outcomes by case title. */
  readonly wrong: Readonly<Record<string, number>>
  /** The process's resident memory in MB, after every 5 % of the executions. */
  readonly rssMb: readonly number[]
}

const atOnce = 200
const samples = 20
const mb = 1024 * 1024

/** Runs good and hostile skills concurrently; counts wrong and lost answers and samples the memory. */
export async function soak(executions = 100_000): Promise<SoakResult> {
  const log = createLogger({ level: 'silent' })
  await using runtime = await createQuickJsRuntime({ projectRoot: findProjectRoot(), log, workers: 2 })
  const wrong: Record<string, number> = {}
  const rssMb: number[] = []
  let begun = 0
  let ended = 0
  const started = performance.now()
  const lane = async () => {
    while (begun < executions) {
      const n = begun++
      const one = caseOf(n)
      const outcome = await runtime.run(executionOf(one, n))
      if (!one.isRight(outcome, n)) wrong[one.title] = (wrong[one.title] ?? 0) + 1
      ended += 1
      if (ended % Math.ceil(executions / samples) === 0) rssMb.push(Math.round(process.memoryUsage.rss() / mb))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { executions, seconds: (performance.now() - started) / 1000, ended, wrong, rssMb }
}

const manifest = SkillManifest.parse({ name: 'soak', version: '0.1.0', description: 'is run', risk_level: 'low' })

function executionOf({ skill, top = '', isAborted = false }: SoakCase, n: number): RuntimeExecution {
  const code = `(() => { ${top}\nglobalThis.__skill = ${skill} })()`
  const digest = createHash('sha256').update(code).digest('hex')
  const caller = new AbortController()
  return {
    id: `exec_${n}`,
    skill: {
      manifest,
      tier: 'untrusted',
      approved: manifest.permissions,
      digest,
      program: { kind: 'bundle', language: 'javascript', code },
      folder: '.',
    },
    input: { action: 'soak', params: { n }, config: {} },
    fairKey: `principal ${n % 7}`,
    limits: {
      timeoutMs: 60_000,
      memoryMb: 8,
      cpus: 1,
      fuel: 60,
      outputKb: 64,
      hostCalls: 8,
      hostCallsInFlight: 8,
      responseKb: 64,
    },
    hosts: ['api.example.com'],
    seed: Buffer.alloc(16, n % 256).toString('hex'),
    nowMs: n,
    secrets: {},
    signal: caller.signal,
    host: {
      call: async (op, args): Promise<HostAnswer> => {
        if (isAborted) setImmediate(() => caller.abort({ code: 'CANCELLED' }))
        if (isAborted) return new Promise<HostAnswer>(() => {})
        await new Promise(setImmediate)
        if (op !== 'fetch') return { kind: 'value', value: ['+09:00'] }
        if (JSON.stringify(args).includes('evil')) return { kind: 'end', code: 'EGRESS_BLOCKED', reason: 'undeclared' }
        const body = Buffer.from(JSON.stringify(itemsOf(n)))
        return { kind: 'value', value: { status: 200, url: '', headers: [] }, body }
      },
    },
  }
}

/** The report of a soak test. `held`: no answer was wrong or lost. */
export type SoakReport = { readonly lines: readonly string[]; readonly held: boolean }

export function soakReport({ executions, seconds, ended, wrong, rssMb }: SoakResult, asJson: boolean): SoakReport {
  const bad = Object.values(wrong).reduce((sum, count) => sum + count, 0)
  const settled = rssMb.slice(Math.floor(rssMb.length / 4))
  const line = (metric: string, value: number, unit: string) => ({
    ...{ bench: 'soak', subject: 'quickjs', metric, value: Math.round(value * 10) / 10, unit, n: executions },
  })
  const lines = [
    line('rate', executions / seconds, '/s'),
    line('wrong', bad, 'answers'),
    line('lost', executions - ended, 'answers'),
    line('rss after a quarter', settled[0] ?? 0, 'MB'),
    line('rss at the end', settled.at(-1) ?? 0, 'MB'),
    line('rss at most', Math.max(0, ...rssMb), 'MB'),
  ]
  const shown = lines.map((one) => (asJson ? JSON.stringify(one) : `soak ${one.metric}: ${one.value} ${one.unit}`))
  const named = Object.entries(wrong).map(([title, count]) => `wrong: ${title} (${count})`)
  return { lines: asJson ? shown : [...shown, ...named], held: bad === 0 && ended === executions }
}
