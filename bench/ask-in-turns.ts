import type { Answered, Question, Subject } from './process/open-subject.ts'
import { medians } from './statistics.ts'

export const question: Question = { job: '', n: 1, atOnce: 1, offers: 0, workers: 0, provider: '' }

export type Turn = { readonly subject: Pick<Subject, 'ask'>; readonly asked: Question }

const notAsked: Answered = { ok: false, reason: 'not measured' }

/**
 * Asks all subjects in turn for `rounds` rounds and returns the medians of each, so that a slow moment of the machine
 * affects all subjects alike. A subject that fails once or changes its answer has failed and is not asked again.
 */
export async function askInTurns(rounds: number, turns: readonly Turn[]): Promise<Answered[]> {
  const seen = turns.map((turn) => ({ turn, answers: [] as Answered[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { turn, answers } of seen) {
      const before = answers.at(-1)
      if (before?.ok !== false) answers.push(agreeing(before, await turn.subject.ask(turn.asked)))
    }
  }
  return seen.map(({ answers }) => {
    const last = answers.at(-1) ?? notAsked
    return last.ok ? { ...last, values: medians(answers.flatMap((one) => (one.ok ? [one.values] : []))) } : last
  })
}

function agreeing(before: Answered | undefined, now: Answered): Answered {
  if (!before?.ok || !now.ok || before.answer === now.answer) return now
  return { ok: false, reason: 'gave two answers to one question' }
}
