import { type Measurement, timesLines } from '../measure.ts'
import { ascending } from '../statistics.ts'
import { searchPath } from './cached-search.ts'
import { startGuestSession } from './guest-session.ts'
import { searchOnce } from './search-once.ts'

const rounds = 8
const floodDestinations = ['JFK', 'LHR', 'MAD', 'CDG'] as const
const floodDays = 60

/**
 * Measures new searches of a guest: alone, and from the moment at which another guest sends 240 different ones at once.
 */
export async function besideAFlood(url: string): Promise<Measurement[]> {
  const flooder = await startGuestSession(url, '10.3.0.1')
  const other = await startGuestSession(url, '10.3.0.2')
  let day = 100
  const search = async () => {
    const started = performance.now()
    await searchOnce(url, searchPath('SYD', 'SIN', day++), other)
    return performance.now() - started
  }
  const searchOften = async () => {
    const times: number[] = []
    while (times.length < rounds) times.push(await search())
    return times.sort(ascending)
  }
  await search()
  const alone = await searchOften()
  const flood = floodDestinations.flatMap((destination) =>
    Array.from({ length: floodDays }, (_, at) => searchOnce(url, searchPath('AMS', destination, 5 + at), flooder)),
  )
  const beside = await searchOften()
  await Promise.all(flood)
  const one = { bench: 'web', subject: 'new search' }
  return [...timesLines({ ...one, of: 'alone' }, alone), ...timesLines({ ...one, of: 'beside a flood' }, beside)]
}
