import { parseArgs } from 'node:util'
import { absentLine, type Measurement } from './measure.ts'
import { installPeers } from './peers/install-peers.ts'
import { positiveOption } from './positive-option.ts'
import type { FaultReport } from './report.ts'
import { tablesOf } from './table.ts'

type Options = {
  readonly page: string[]
  readonly minutes?: number | undefined
  readonly agents?: number | undefined
}

/** Each bench is imported only when it runs, because its dependencies may be missing. */
const benches: Readonly<Record<string, (options: Options) => Promise<Measurement[]>>> = {
  hello: async () => (await import('./hello.ts')).hello(),
  mapping: async () => (await import('./mapping.ts')).mapping(),
  waiting: async () => (await import('./waiting.ts')).waiting(),
  replay: async () => (await import('./replay.ts')).replay(),
  agent: async () => (await import('./agent.ts')).agent(),
  audit: async () => (await import('./audit.ts')).audit(),
  console: async () => (await import('./console.ts')).consoleReads(),
  growth: async () => (await import('./growth.ts')).growth(),
  moving: async () => (await import('./moving.ts')).moving(),
  web: async () => (await import('./web.ts')).web(),
  pages: async ({ page }) => (await import('./pages.ts')).pages(page),
  python: async () => (await import('./python.ts')).python(),
  commands: async () => (await import('./commands.ts')).commands(),
  redact: async () => (await import('./redact.ts')).redact(),
}
/** Benches that run only if they are named. */
const byName = ['chaos', 'growth', 'moving', 'soak']
/** The benches that need the packages of `bench/package.json`. */
const withPeers = ['hello', 'mapping', 'web', 'pages', 'python']
const usage = `Usage: npm run bench -- [NAME…] [--json] [--kill] [--minutes N]
Benches: ${Object.keys(benches).join(', ')}. Without a name, all of them.
growth: what searches leave, and requests while a year is pruned, some minutes; by its name only.
moving: the memory for a gigabyte of history, half an hour; by its name only.
pages --page /trips: Lighthouse of one page; may be repeated.
agent --kill: 2,000 scripts that wait for a model whose process is killed at random, and 10,000 that wait, minutes.
chaos: three processes of the app under load while they are killed, paused, replaced and cut off, 10 minutes or --minutes N, with 8 agents or --agents N; by its name only.
soak: a mixed load at two thirds of a core, 20 minutes or --minutes N, and half as long at rest; by its name only.`

async function main(): Promise<number> {
  const { values: given, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      kill: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      agents: { type: 'string' },
      page: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  const values = {
    ...given,
    minutes: positiveOption('minutes', given.minutes),
    agents: positiveOption('agents', given.agents),
  }
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const unknown = positionals.filter((name) => !byName.includes(name) && !Object.hasOwn(benches, name))
  if (unknown.length > 0) throw new TypeError(`Unknown bench ${unknown.join(', ')}.`)

  const chosen = Object.entries(benches).filter(
    ([name]) =>
      (positionals.length === 0 && !byName.includes(name)) ||
      (positionals.includes(name) && !(values.kill && name === 'agent')),
  )
  if (chosen.some(([name]) => withPeers.includes(name))) {
    const sentence = await installPeers()
    if (sentence !== undefined) process.stderr.write(`${sentence}\n`)
  }
  let isOwnAbsent = false
  for (const [name, bench] of chosen) {
    const lines = await bench(values).catch((error: unknown) => [
      absentLine({ bench: name, subject: name === 'python' ? name : 'quickjs' }, 'p50', textOf(error)),
    ])
    isOwnAbsent ||= lines.some(({ subject, value }) => value === null && /^(quickjs|python)( |$)/.test(subject))
    for (const line of values.json ? lines.map((one) => JSON.stringify(one)) : [tablesOf(lines)]) {
      process.stdout.write(`${line}\n`)
    }
  }
  const hasResumed = !(values.kill && positionals.includes('agent')) || printed(await agentKilled(values.json))
  const hasWithstood = !positionals.includes('chaos') || printed(await withstood(values))
  const hasLasted = !positionals.includes('soak') || printed(await lasted(values))
  return isOwnAbsent || !hasResumed || !hasWithstood || !hasLasted ? 1 : 0
}

async function withstood({ json, minutes, agents }: Options & { readonly json: boolean }) {
  const { chaos } = await import('./chaos.ts')
  return chaos(json, minutes ?? 10, agents ?? 8)
}

async function lasted({ json, minutes }: Options & { readonly json: boolean }) {
  const { soak } = await import('./soak.ts')
  return soak(json, minutes ?? 20)
}

async function agentKilled(asJson: boolean) {
  const { agentUnderKills } = await import('./agent-kill.ts')
  return agentUnderKills(asJson)
}

/** Prints a report and returns its `held`. */
function printed({ lines, held }: FaultReport): boolean {
  process.stdout.write(`${lines.join('\n')}\n`)
  return held
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// The reader may close the pipe early, as `| head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${textOf(error)}\n${usage}\n`)
  process.exitCode = 1
}
