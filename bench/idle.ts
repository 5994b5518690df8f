import { question } from './ask-in-turns.ts'
import { absentLine, linesOf, type Measurement } from './measure.ts'
import { openSubject } from './process/open-subject.ts'
import { startProvider } from './provider/start-provider.ts'
import { quickJs } from './subjects.ts'

/** Skills of flight-search's size that ran once and do nothing now. */
const skills = 300

/** What the runtime keeps of a skill that does nothing (`rss`), and how long the search takes that wakes one. */
export async function idle(): Promise<Measurement[]> {
  await using provider = await startProvider()
  await using subject = openSubject(quickJs)
  const asked = { ...question, job: 'idle', n: skills, offers: 1, workers: 1, provider: provider.url }
  const answered = await subject.ask(asked)
  const one = { bench: 'idle', subject: subject.name }
  return answered.ok ? linesOf(one, skills, answered.values) : [absentLine(one, 'rss', answered.reason)]
}
