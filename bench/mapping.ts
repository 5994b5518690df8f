import { askInTurns, question } from './ask-in-turns.ts'
import { absentLine, linesOf, type Measurement } from './measure.ts'
import { type Answered, openSubject } from './process/open-subject.ts'
import { startProvider } from './provider/start-provider.ts'
import { node, peers, quickJs } from './subjects.ts'

/** The offers in the provider's answer, and the samples per round. */
const sizes = [
  { offers: 50, n: 60, peersN: 8 },
  { offers: 250, n: 25, peersN: 2 },
] as const
const rounds = 5

/**
 * One search by flight-search with a recorded provider answer, on one worker, compared with plain Node and the peers.
 * The last line of each size is the sandbox's overhead over plain Node.
 */
export async function mapping(): Promise<Measurement[]> {
  await using provider = await startProvider()
  await using opened = new AsyncDisposableStack()
  const subjects = [quickJs, node, ...peers].map((program) => opened.use(openSubject(program)))
  const lines: Measurement[] = []
  for (const { offers, n, peersN } of sizes) {
    const base = { ...question, job: 'mapping', offers, workers: 1, provider: provider.url }
    const turns = subjects.map((subject, at) => ({ subject, asked: { ...base, n: at < 2 ? n : peersN } }))
    await askInTurns(1, turns)
    const answers = await askInTurns(rounds, turns)
    const [inside, plain] = answers
    for (const [at, { subject, asked }] of turns.entries()) {
      lines.push(...answerLines(subject.name, offers, asked.n * rounds, answers[at], inside))
    }
    lines.push(addedLine(offers, n * rounds, inside, plain))
  }
  return lines
}

function answerLines(
  subject: string,
  size: number,
  n: number,
  answered: Answered | undefined,
  ours: Answered | undefined,
): Measurement[] {
  const one = { bench: 'mapping', subject, size }
  if (!answered?.ok) return [absentLine(one, 'p50', answered?.reason ?? 'not measured')]
  if (ours?.ok && ours.answer !== answered.answer) return [absentLine(one, 'p50', 'gave a different answer')]
  return linesOf(one, n, answered.values)
}

function addedLine(size: number, n: number, inside?: Answered, plain?: Answered): Measurement {
  const one = { bench: 'mapping', subject: 'quickjs - node', size }
  if (!inside?.ok || !plain?.ok) return absentLine(one, 'p50', 'one of the two subjects is absent')
  if (inside.answer !== plain.answer) return absentLine(one, 'p50', 'the two gave different answers')
  const { p50: slower = Number.NaN } = inside.values
  const { p50: faster = Number.NaN } = plain.values
  return { ...one, metric: 'p50', value: slower - faster, unit: 'ms', n }
}
