import { askInTurns, question, type Turn } from './ask-in-turns.ts'
import { absentLine, linesOf, type Measurement, pipelined } from './measure.ts'
import { openSubject } from './process/open-subject.ts'
import { node, peers, quickJs } from './subjects.ts'

/** Samples per round. Slow subjects get fewer samples and less concurrency: `npm run` takes 30 MB for each run. */
type Effort = { readonly n: number; readonly atOnce: number; readonly rateN: number }
const usual: Effort = { n: 2000, atOnce: pipelined, rateN: 10_000 }
const efforts: Readonly<Record<string, Effort>> = {
  'npm run': { n: 200, atOnce: 4, rateN: 200 },
  'isolated-vm': { n: 300, atOnce: 4, rateN: 300 },
}
const rounds = 5

/**
 * Measures a minimal skill: the cost of the runtime itself, from main thread to worker to skill and back, on one
 * worker. The peers run the same code with the same input.
 */
export async function hello(): Promise<Measurement[]> {
  await using opened = new AsyncDisposableStack()
  const subjects = [quickJs, ...peers, node].map((program) => opened.use(openSubject(program)))
  const turns = (asked: (effort: Effort) => { n: number; atOnce: number }) =>
    subjects.map((subject): Turn => {
      const effort = efforts[subject.name] ?? usual
      return { subject, asked: { ...question, job: 'hello', workers: 1, ...asked(effort) } }
    })
  // Warm-up: after ten thousand runs, the JIT compilers have compiled all hot code.
  await askInTurns(
    1,
    turns(({ rateN }) => ({ n: rateN, atOnce: 1 })),
  )
  const alone = await askInTurns(
    rounds,
    turns(({ n }) => ({ n, atOnce: 1 })),
  )
  const together = await askInTurns(
    rounds,
    turns(({ rateN, atOnce }) => ({ n: rateN, atOnce })),
  )

  const expected = alone.map((answered) => (answered.ok ? answered.answer : undefined)).find(Boolean)
  return subjects.flatMap(({ name }, at) => {
    const one = { bench: 'hello', subject: name }
    const [first, second] = [alone[at], together[at]]
    if (!first?.ok) return [absentLine(one, 'p50', first?.reason ?? 'not measured')]
    if (!second?.ok) return [absentLine(one, 'rate', second?.reason ?? 'not measured')]
    if (first.answer !== expected) return [absentLine(one, 'p50', 'gave a different answer')]
    const { p50 = Number.NaN, p99 = Number.NaN } = first.values
    const { rate = Number.NaN } = second.values
    return linesOf(one, (efforts[name] ?? usual).n * rounds, { p50, p99, rate })
  })
}
