import { question } from './ask-in-turns.ts'
import { absentLine, linesOf, type Measurement } from './measure.ts'
import { openSubject } from './process/open-subject.ts'
import { startProvider } from './provider/start-provider.ts'
import { quickJs } from './subjects.ts'

/** The number of idle skills. Each has the size of flight-search and runs once. */
const skills = 300

/** Measures the memory that the runtime keeps for an idle skill (`rss`) and the time of the search that wakes it. */
export async function idle(): Promise<Measurement[]> {
  await using provider = await startProvider()
  await using subject = openSubject(quickJs)
  const asked = { ...question, job: 'idle', n: skills, offers: 1, workers: 1, provider: provider.url }
  const answered = await subject.ask(asked)
  const one = { bench: 'idle', subject: subject.name }
  return answered.ok ? linesOf(one, skills, answered.values) : [absentLine(one, 'rss', answered.reason)]
}
