import { parseArgs } from 'node:util'
import { absentLine, type Measurement, type Report } from './measure.ts'
import { installPeers } from './peers/install-peers.ts'
import { tablesOf } from './table.ts'

type Options = { readonly json: boolean; readonly page: string[]; readonly minutes?: number; readonly agents?: number }

/** Each bench is imported only when it runs, because its dependencies may be missing. */
const benches: Readonly<Record<string, (options: Options) => Promise<Measurement[] | Report>>> = {
  hello: async () => (await import('./hello.ts')).hello(),
  mapping: async () => (await import('./mapping.ts')).mapping(),
  waiting: async () => (await import('./waiting.ts')).waiting(),
  replay: async () => (await import('./replay.ts')).replay(),
  agent: async () => (await import('./agent.ts')).agent(),
  audit: async () => (await import('./audit.ts')).audit(),
  console: async () => (await import('./console.ts')).consoleReads(),
  moving: async () => (await import('./moving.ts')).moving(),
  web: async () => (await import('./web.ts')).web(),
  pages: async ({ page }) => (await import('./pages.ts')).pages(page),
  python: async () => (await import('./python.ts')).python(),
  commands: async () => (await import('./commands.ts')).commands(),
  chaos: async ({ json, minutes = 10, agents = 8 }) => (await import('./chaos.ts')).chaos(json, minutes, agents),
  soak: async ({ json, minutes = 20 }) => (await import('./soak.ts')).soak(json, minutes),
}
/** Benches that run only if they are named. */
const byName = ['chaos', 'moving', 'soak']
/** The benches that need the packages of `bench/package.json`. */
const withPeers = ['hello', 'mapping', 'web', 'pages', 'python']
const usage = `Usage: npm run bench -- [NAME…] [--json] [--minutes N]
Benches: ${Object.keys(benches).join(', ')}. Without a name, all of them but ${byName.join(', ')}.
moving: the memory for a gigabyte of history, half an hour.
pages --page /trips: Lighthouse of one page; may be repeated.
chaos: three processes of the app under load while they are killed, paused, replaced and cut off, 10 minutes or --minutes N, with 8 agents or --agents N.
soak: a mixed load at two thirds of a core, 20 minutes or --minutes N, and half as long at rest.`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      agents: { type: 'string' },
      page: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const unknown = positionals.filter((name) => !Object.hasOwn(benches, name))
  if (unknown.length > 0) throw new TypeError(`Unknown bench ${unknown.join(', ')}.`)
  const options: Options = {
    json: values.json,
    page: values.page,
    ...(values.minutes !== undefined && { minutes: positive('minutes', values.minutes) }),
    ...(values.agents !== undefined && { agents: positive('agents', values.agents) }),
  }
  const chosen = Object.entries(benches).filter(([name]) =>
    positionals.length === 0 ? !byName.includes(name) : positionals.includes(name),
  )
  if (chosen.some(([name]) => withPeers.includes(name))) {
    const sentence = await installPeers()
    if (sentence !== undefined) process.stderr.write(`${sentence}\n`)
  }
  let held = true
  for (const [name, bench] of chosen) {
    const report = reportOf(
      await bench(options).catch((error: unknown) => [
        absentLine({ bench: name, subject: name === 'python' ? name : 'quickjs' }, 'p50', textOf(error)),
      ]),
      values.json,
    )
    held &&= report.held
    process.stdout.write(`${report.lines.join('\n')}\n`)
  }
  return held ? 0 : 1
}

/** Measurements have held unless one of our own subjects is absent. */
function reportOf(found: Measurement[] | Report, asJson: boolean): Report {
  if ('held' in found) return found
  return {
    lines: asJson ? found.map((one) => JSON.stringify(one)) : [tablesOf(found)],
    held: !found.some(({ subject, value }) => value === null && /^(quickjs|python)( |$)/.test(subject)),
  }
}

/** The value of an option that is a number above 0. */
function positive(name: string, given: string): number {
  const value = Number(given)
  if (given.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new TypeError(`--${name} ${given} is not a number above 0: write it as in --${name} 5.`)
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
