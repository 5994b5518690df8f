import { offerOf, openView } from '../lib/cli/browse/testing/open-view.ts'
import { type Measurement, timesLines } from './measure.ts'
import { ascending } from './statistics.ts'

const skills = 5000
const words = ['invoice', 'travel', 'weather', 'skill-4', 'nothing like this'] as const

/** Types into `travel skill browse` with 5,000 skills, and measures from each key to the frame with its answer. */
export async function browse(): Promise<Measurement[]> {
  const topics = ['invoice', 'travel', 'weather', 'notes', 'code']
  const offered = Array.from({ length: skills }, (_, at) => {
    const topic = topics[at % topics.length] ?? ''
    return offerOf(`skill-${at}-${topic}`, {
      description: `Helps with ${topic}. ${'It says more than fits in one line. '.repeat(8)}`,
      categories: [topic],
    })
  })
  using view = openView(offered)
  await view.until((frame) => frame.includes(`(${skills} skills)`))
  const times: number[] = []
  for (const word of words) {
    for (let length = 1; length <= word.length; length += 1) {
      const started = performance.now()
      await view.type(word.charAt(length - 1), `Search: ${word.slice(0, length)}_`)
      times.push(performance.now() - started)
    }
    await view.type('\u001b', 'Search: _')
  }
  return timesLines({ bench: 'browse', subject: 'a key', size: skills }, times.sort(ascending))
}
