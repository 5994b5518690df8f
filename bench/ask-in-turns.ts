import type { Answered, Subject } from './process/open-subject.ts'
import type { Question } from './process/protocol.ts'
import { medians } from './statistics.ts'

export const question: Question = { job: '', n: 1, atOnce: 1, offers: 0, workers: 0, provider: '' }

type Seen = { readonly turn: Turn; readonly values: Record<string, number>[]; last: Answered | undefined }

export type Turn = { readonly subject: Pick<Subject, 'ask'>; readonly asked: Question }

/**
 * Asks every subject, one after another, `rounds` times around, and gives each one's medians: so a bad moment of the
 * machine meets all of them, and decides nothing. A subject that fails once has failed and is not asked again.
 */
export async function askInTurns(rounds: number, turns: readonly Turn[]): Promise<Answered[]> {
  const seen = turns.map((turn): Seen => ({ turn, values: [], last: undefined }))
  for (let round = 0; round < rounds; round += 1) {
    for (const one of seen) {
      if (one.last?.ok === false) continue
      one.last = await one.turn.subject.ask(one.turn.asked)
      if (one.last.ok) one.values.push(one.last.values)
    }
  }
  return seen.map(({ values, last }) => {
    if (!last) return { ok: false, reason: 'it was not asked' }
    return last.ok ? { ...last, values: medians(values) } : last
  })
}
