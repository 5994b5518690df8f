import { askInTurns, question } from './ask-in-turns.ts'
import { absentLine, linesOf, type Measurement } from './measure.ts'
import { type Answered, openSubject } from './process/open-subject.ts'
import { startProvider } from './provider/start-provider.ts'
import { node, quickJs } from './subjects.ts'

/** Offers in the provider's answer, and samples of one round. */
const sizes = [
  { offers: 50, n: 60 },
  { offers: 250, n: 25 },
] as const
const rounds = 5

/**
 * One search by flight-search, with the provider's answer at hand: what the sandbox adds to the same code in plain
 * Node, which is the last line of each size.
 */
export async function mapping(): Promise<Measurement[]> {
  await using provider = await startProvider()
  await using inside = openSubject(quickJs)
  await using plain = openSubject(node)
  const lines: Measurement[] = []
  for (const { offers, n } of sizes) {
    const asked = { ...question, job: 'mapping', n, offers, workers: 1, provider: provider.url }
    const turns = [inside, plain].map((subject) => ({ subject, asked }))
    await askInTurns(1, turns)
    const answers = await askInTurns(rounds, turns)
    for (const [at, subject] of [inside, plain].entries()) {
      lines.push(...answerLines(subject.name, offers, n * rounds, answers[at]))
    }
    lines.push(addedLine(offers, n * rounds, answers))
  }
  return lines
}

function answerLines(subject: string, size: number, n: number, answered: Answered | undefined): Measurement[] {
  const one = { bench: 'mapping', subject, size }
  if (answered?.ok) return linesOf(one, n, answered.values)
  return [absentLine(one, 'p50', answered?.reason ?? 'it was not asked')]
}

function addedLine(size: number, n: number, [inside, plain]: readonly Answered[]): Measurement {
  const one = { bench: 'mapping', subject: 'quickjs - node', size }
  if (!inside?.ok || !plain?.ok) return absentLine(one, 'p50', 'one of the two is absent')
  if (inside.answer !== plain.answer) return absentLine(one, 'p50', 'the two gave different answers')
  const { p50: slower = Number.NaN } = inside.values
  const { p50: faster = Number.NaN } = plain.values
  return { ...one, metric: 'p50', value: slower - faster, unit: 'ms', n }
}
