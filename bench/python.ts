import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildCacheFolder } from '../runner/runtimes/kept-build.ts'
import { askInTurns, question, type Turn } from './ask-in-turns.ts'
import { absentLine, type Case, linesOf, type Measurement } from './measure.ts'
import { type Answered, openSubject, type Question } from './process/open-subject.ts'
import { medians } from './statistics.ts'
import { python as own, pythonPeers } from './subjects.ts'

/** Empties the cache, so that the next start makes the interpreter anew. */
const forgetInterpreters = () => rm(join(buildCacheFolder, 'python'), { recursive: true, force: true })

const bench = 'python'
const rounds = 3
/** Samples per round. A new Pyodide takes a thousand times as long as one of ours. */
const efforts: Readonly<Record<string, number>> = { python: 400, 'pyodide, kept': 100 }
const fewest = 3
const atOnce = 300
const starts = 5

/** Compares the runtime of Python with other ways to run a program. */
export async function python(): Promise<Measurement[]> {
  return [
    ...(await programs('hello', 'hello')),
    ...(await programs('one HTTP call', 'offers')),
    ...(await asked('hello, one worker', { job: 'hello', n: 1200, workers: 1 })),
    ...(await asked('one HTTP call, one worker', { job: 'offers', n: 1200, workers: 1 })),
    ...(await firstOf('first, empty cache', 2, forgetInterpreters)),
    ...(await firstOf('first, from the cache', starts, async () => {})),
    ...(await asked(`${atOnce} waiting`, { job: 'waiting', n: atOnce })),
    ...(await asked('hello, with pauses', { job: 'paused', n: 300 })),
  ]
}

/**
 * One program after another, each after the end of the last one. Ours has its default number of workers, as a caller
 * meets it, so a program often waits for the restore after the last one. The rows with one worker always wait for it, and
 * `with pauses` never. The subjects take turns, so that a slow moment of the machine affects all of them.
 */
async function programs(of: string, job: string): Promise<Measurement[]> {
  await using opened = new AsyncDisposableStack()

  const subjects = [own, ...pythonPeers].map((program) => opened.use(openSubject(program)))
  const effort = (name: string) => efforts[name] ?? fewest
  const turns = (share: number) =>
    subjects.map((subject): Turn => {
      const n = Math.ceil(effort(subject.name) * share)
      return { subject, asked: { ...question, job, n } }
    })
  await askInTurns(1, turns(2))
  const answers = await askInTurns(rounds, turns(1))
  const [ours] = answers
  return subjects.flatMap(({ name }, at) => {
    const one = { bench, subject: name, of }
    const answered = answers[at]
    if (answered?.ok && ours?.ok && answered.answer !== ours.answer) {
      return [absentLine(one, 'p50', 'gave a different answer')]
    }
    return linesFor(one, effort(name) * rounds, answered)
  })
}

/** The time of the first execution, from the start of the runtime. Each process has only one. */
async function firstOf(of: string, n: number, before: () => Promise<void>): Promise<Measurement[]> {
  const answers: Answered[] = []
  for (let at = 0; at < n; at += 1) {
    await before()
    await using subject = openSubject(own)
    answers.push(await subject.ask({ ...question, job: 'first' }))
  }
  const one = { bench, subject: own.name, of }
  const failed = answers.find(({ ok }) => !ok)
  if (failed) return linesFor(one, n, failed)
  return linesOf(one, n, medians(answers.flatMap((each) => (each.ok ? [each.values] : []))))
}

async function asked(of: string, more: Pick<Question, 'job' | 'n'> & Partial<Question>): Promise<Measurement[]> {
  await using subject = openSubject(own)
  return linesFor({ bench, subject: own.name, of }, more.n, await subject.ask({ ...question, ...more }))
}

function linesFor(one: Case, n: number, answered: Answered | undefined): Measurement[] {
  if (!answered?.ok) return [absentLine(one, 'p50', answered?.reason.split('\n', 1)[0] ?? 'not measured')]
  return linesOf(one, n, answered.values)
}
