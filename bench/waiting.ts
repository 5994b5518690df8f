import { question } from './ask-in-turns.ts'
import { absentLine, linesOf, type Measurement } from './measure.ts'
import { openSubject } from './process/open-subject.ts'
import { startProvider } from './provider/start-provider.ts'
import { quickJs } from './subjects.ts'

const size = 1000

/**
 * Measures concurrent searches that wait for a slow provider. `rss` is the memory per waiting search; each time counts
 * from the provider's answer to the search's answer. Every search must be accepted and answered.
 */
export async function waiting(): Promise<Measurement[]> {
  await using provider = await startProvider()
  await using subject = openSubject(quickJs)
  const answered = await subject.ask({ ...question, job: 'waiting', n: size, offers: 1, provider: provider.url })
  const one = { bench: 'waiting', subject: subject.name, size }
  return answered.ok ? linesOf(one, size, answered.values) : [absentLine(one, 'rss', answered.reason)]
}
