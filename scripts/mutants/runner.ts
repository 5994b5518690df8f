import fc from 'fast-check'
import { type RunnerTask, type RunnerTestCase, TestRunner, type TestTryOptions } from 'vitest'
import { note, readEvents, readPlan } from './plan.ts'
import { state } from './switches.ts'

/** A test that uses more CPU is not repeated. Each test may use so much CPU for all its turns. */
const longestTestCpuMs = 600
const longestTurnsCpuMs = 20_000

// A red property needs no smallest example here.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })

const folder = process.cwd()
const plan = readPlan()
const events = readEvents(folder)
const idsOf = (kind: 'reached' | 'caught') => new Set(events.flatMap((one) => (one.kind === kind ? [one.id] : [])))
const reached = idsOf('reached')
const caught = idsOf('caught')
const tried = new Set(events.flatMap((one) => (one.kind === 'tried' ? [`${one.id} ${one.test}`] : [])))

/**
 * `first`: as it is; shows which mutants the test may catch. `mutant`: with one of them. `check`: without one again, which
 * shows that the test can be repeated, and that the mutant made it red, not what an earlier turn left behind.
 */
type Turns = {
  readonly test: string
  now: 'first' | 'check' | 'mutant' | 'over'
  left: number[]
  id: number | undefined
  before: NodeJS.CpuUsage
}

/** Repeats each test once for each mutant that it may catch and no test has caught yet. */
export default class MutantRunner extends TestRunner {
  readonly turns = new Map<string, Turns>()

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    const name = `${test.file.name} > ${test.fullTestName ?? test.name}`
    const turns: Turns = { test: name, now: 'first', left: [], id: undefined, before: process.cpuUsage() }
    this.turns.set(test.id, turns)
    if (Date.now() > plan.until) test.mode = 'skip'
    // Vitest compares its counter with this number before each repetition.
    const repeats = { valueOf: () => (turns.now === 'over' ? -1 : Number.MAX_SAFE_INTEGER) }
    Object.assign(test, { retry: 0, repeats })
    await super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(test: RunnerTask, options: TestTryOptions): void {
    const turns = this.turns.get(test.id)
    if (turns !== undefined) {
      if (test.result) delete test.result.errors
      state.asked = 0
      if (turns.now === 'first') {
        state.hits.clear()
        state.reached.clear()
        turns.before = process.cpuUsage()
      }
      state.on = turns.now === 'mutant' ? turns.id : undefined
      note(folder, { kind: 'begun', id: state.on, test: turns.test, atMs: Date.now() })
    }
    super.onBeforeTryTask(test, options)
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    state.on = undefined
    const turns = this.turns.get(test.id)
    if (turns === undefined || test.result === undefined) return
    if (test.result.state === 'skip') turns.now = 'over'
    else step(turns, test.result.state === 'fail')
    if (turns.now !== 'over' || test.result.state === 'skip') return
    delete test.result.errors
    test.result.state = 'pass'
  }
}

function step(turns: Turns, isRed: boolean): void {
  const { test, now, id } = turns
  if (now === 'first') begin(turns, isRed)
  else if (now === 'mutant' && id !== undefined) {
    note(folder, { kind: 'tried', id, test })
    if (isRed) turns.now = 'check'
    else next(turns)
  } else {
    if (id !== undefined) note(folder, { kind: 'caught', id, test })
    if (id !== undefined) caught.add(id)
    if (isRed) end(turns, 'red when it is repeated')
    else next(turns)
  }
}

function begin(turns: Turns, isRed: boolean): void {
  for (const id of state.reached) {
    if (!reached.has(id)) note(folder, { kind: 'reached', id, test: turns.test })
    reached.add(id)
  }
  const cpuMs = cpuMsOf(turns)
  turns.left = [...state.hits].filter((id) => !caught.has(id) && !tried.has(`${id} ${turns.test}`))
  if (isRed) end(turns, 'red without a mutant')
  else if (cpuMs > longestTestCpuMs) end(turns, `slow: ${Math.round(cpuMs)} ms of CPU`)
  else turns.now = turns.left.length === 0 ? 'over' : 'check'
}

function cpuMsOf({ before }: Turns): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function next(turns: Turns): void {
  const left = turns.left.filter((id) => !caught.has(id))
  turns.id = left.shift()
  turns.left = left
  const isLate = Date.now() > plan.until || cpuMsOf(turns) > longestTurnsCpuMs
  if (turns.id === undefined) turns.now = 'over'
  else if (isLate) end(turns, `took too long: ${left.length + 1} mutants were not tried`)
  else turns.now = 'mutant'
}

function end(turns: Turns, why: string): void {
  turns.now = 'over'
  note(folder, { kind: 'unused', test: turns.test, why })
}
