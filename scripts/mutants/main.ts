import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, posix, relative } from 'node:path'
import { readArguments } from '../arguments.ts'
import { startProcess } from '../processes/start-process.ts'
import { main, root, StepError, stopwatch } from '../steps.ts'
import { relatedTests } from '../testing/related-tests.ts'
import { instrument, type Mutant } from './instrument.ts'
import { environmentOf, note, type Plan, readEvents } from './plan.ts'

const mostTests = 40
/** A mutant that makes no progress for so long counts as caught. */
const longestTryMs = 60_000
const lowestPriority = 19
const notCopied = new Set(['node_modules', '.git', '.next', '.data', 'docs/screenshots'])

const isSource = (file: string): boolean => !/\.(test|d)\.tsx?$|(^|\/)testing[/.-]/.test(file)

/**
 * `npm run test:mutants -- PATHS [--project integration] [--minutes N]`: changes the conditions of these files one by
 * one, in a copy of the project, runs the tests that import them, and prints the changes that no test notices.
 */
await main(async () => {
  const { options, words } = readArguments({ project: 'text', minutes: 'text' }, { maxWords: Number.POSITIVE_INFINITY })
  const { project = 'unit' } = options
  const minutes = Number(options.minutes ?? 30)
  if (project !== 'unit' && project !== 'integration') throw new StepError('--project is unit or integration.')
  if (!(minutes > 0)) throw new StepError('--minutes needs a number above 0.')
  const sources = sourcesOfProject()
  const paths = words.map((word) => posix.normalize(word).replace(/\/$/, ''))
  const targets = [...sources.keys()].filter(
    (file) => isSource(file) && paths.some((path) => file === path || file.startsWith(`${path}/`)),
  )
  if (targets.length === 0) throw new StepError('Name files or folders with source code, from the root of the project.')

  setPriority(lowestPriority)
  const time = stopwatch()
  const copy = copyProject()
  const mutants: Mutant[] = []
  for (const file of targets) {
    const made = instrument(file, sources.get(file) ?? '', mutants.length)
    mutants.push(...made.mutants)
    writeFileSync(join(copy, file), made.code)
  }
  const tests = testsOf(targets, sources, project)
  process.stdout.write(`${targets.length} files, ${mutants.length} mutants, ${tests.length} test files\n`)
  const plan: Plan = { project, tests, until: Date.now() + minutes * 60_000 }
  while ((await runTests(copy, plan)) && Date.now() < plan.until);
  process.stdout.write(`${report(copy, mutants)}\n${time()}${Date.now() < plan.until ? '' : ', ended by --minutes'}\n`)
  return 0
})

function sourcesOfProject(): Map<string, string> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const there = files.filter((file) => existsSync(join(root, file)))
  return new Map(there.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** The nearest tests, those of the same folders first. Conformance tests repeat whole runtimes. */
function testsOf(targets: readonly string[], sources: ReadonlyMap<string, string>, project: Plan['project']): string[] {
  const folders = new Set(targets.map((file) => posix.dirname(file)))
  const isFar = (file: string) => Number(!folders.has(posix.dirname(file)))
  const isWanted = (file: string) =>
    /\.test\.tsx?$/.test(file) &&
    file.includes('.integration.test.') === (project === 'integration') &&
    !/\.dom\.test\.|conformance/.test(file)
  return relatedTests(targets, sources, isWanted)
    .toSorted((a, b) => isFar(a) - isFar(b))
    .slice(0, mostTests)
}

/** The copy, with uncommitted changes, goes when this process ends. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'travel-mutants-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const filter = (path: string) => !notCopied.has(relative(root, path))
  cpSync(root, copy, { recursive: true, filter, verbatimSymlinks: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Returns whether a mutant ended the process, so that the rest is still to be tried. */
async function runTests(copy: string, plan: Plan): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutants/vitest.config.ts', '--silent']
  const { child, signal } = startProcess(args, { folder: copy, env: { ...environmentOf(plan), CI: '1' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => {
      output = `${output}${data}`.slice(-20_000)
    })
  const lastTry = () => readEvents(copy).findLast((event) => event.kind === 'begun')
  let isHung = false
  const watch = setInterval(() => {
    const last = lastTry()
    if (last?.kind !== 'begun' || Date.now() - last.atMs < longestTryMs) return
    isHung = last.id !== undefined
    if (isHung || Date.now() > plan.until + longestTryMs) signal('SIGKILL')
  }, 10_000)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  const events = readEvents(copy)
  if (!events.some(({ kind }) => kind === 'begun')) throw new StepError('No test ran.', output)
  const last = lastTry()
  const isEnded = isHung || (code !== 0 && code !== 1)
  if (!isEnded || last?.kind !== 'begun' || last.id === undefined) return false
  note(copy, { kind: 'caught', id: last.id, test: last.test })
  return true
}

function report(copy: string, mutants: readonly Mutant[]): string {
  const events = readEvents(copy)
  const idsOf = (wanted: 'reached' | 'tried' | 'caught') =>
    new Set(events.flatMap((event) => (event.kind === wanted ? [event.id] : [])))
  const [reached, tried, caught] = [idsOf('reached'), idsOf('tried'), idsOf('caught')]
  const scoreOf = (some: readonly Mutant[]) => `${some.filter(({ id }) => caught.has(id)).length} of ${some.length}`
  const files = Object.entries(Object.groupBy(mutants, ({ file }) => file))
  const stateOf = (id: number) => (tried.has(id) ? 'no test red' : reached.has(id) ? 'case missing' : 'not reached')
  const survivors = mutants.filter(({ id }) => !caught.has(id))
  return [
    'Tests that were not repeated:',
    ...events.flatMap((event) => (event.kind === 'unused' ? [`  ${event.test}: ${event.why}`] : [])),
    'Survivors:',
    ...survivors.map(({ id, file, line, from, to }) => `  ${file}:${line}  ${stateOf(id)}  ${from}  →  ${to}`),
    'Caught:',
    ...files.map(([file, own = []]) => `  ${scoreOf(own)}  ${file}`),
    `${scoreOf(mutants)} in all: ${((100 * caught.size) / Math.max(1, mutants.length)).toFixed(1)} %`,
  ].join('\n')
}
