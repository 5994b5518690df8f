import { question } from '../ask-in-turns.ts'
import { absentLine, linesOf, type Measurement } from '../measure.ts'
import { openSubject } from '../process/open-subject.ts'
import { startProvider } from '../provider/start-provider.ts'
import { quickJs } from '../subjects.ts'
import { sizesAtOnce, waiting } from '../waiting.ts'

/** Each job with 1 to 1,000 concurrent executions, on the app's number of workers. */
export async function inFlight(): Promise<Measurement[]> {
  return [...(await together('hello', 5000, 0)), ...(await waiting(sizesAtOnce)), ...(await mapping())]
}

async function mapping(): Promise<Measurement[]> {
  await using provider = await startProvider()
  // Awaited here, because the provider must run until the measurement ends.
  return await together('mapping', 100, 50, provider.url)
}

async function together(job: string, atLeast: number, offers: number, provider = ''): Promise<Measurement[]> {
  await using subject = openSubject(quickJs)
  const asked = { ...question, job, offers, provider }
  await subject.ask({ ...asked, n: Math.ceil(atLeast / 2) })
  const lines: Measurement[] = []
  for (const size of sizesAtOnce) {
    const n = Math.max(atLeast, size)
    const answered = await subject.ask({ ...asked, n, atOnce: size })
    const one = { bench: 'growth', subject: subject.name, of: job, size }
    lines.push(...(answered.ok ? linesOf(one, n, answered.values) : [absentLine(one, 'p50', answered.reason)]))
  }
  return lines
}
