import type { SkillInput } from '#runner/contract/skill-io.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { readExamples } from './skill-example.ts'

const dayMs = 86_400_000
const dayAfter = (nowMs: number, days: number) => new Date(nowMs + days * dayMs).toISOString().slice(0, 10)

/** For each capability, a search for which every provider should have results on any day. */
const searches: Readonly<Record<string, (nowMs: number) => SkillInput>> = {
  'C-FLIGHT-SEARCH': (nowMs) => ({
    action: 'search_flights',
    params: { origin: 'LHR', destination: 'JFK', date: dayAfter(nowMs, 42), adults: 1, currency: 'USD' },
    config: { max_results: 10 },
  }),
  'C-HOTEL-SEARCH': (nowMs) => ({
    action: 'search_hotels',
    params: {
      place: 'PAR',
      lat: 48.853,
      lon: 2.349,
      time_zone: 'Europe/Paris',
      check_in: dayAfter(nowMs, 42),
      check_out: dayAfter(nowMs, 44),
      currency: 'EUR',
    },
    config: { max_results: 10 },
  }),
}

/** The input of a skill's smoke test: a search of its capability, or else its first example. Undefined: no input. */
export async function smokeInput(
  { manifest, folder }: Pick<LoadedSkill, 'manifest' | 'folder'>,
  nowMs: number,
): Promise<SkillInput | undefined> {
  const search = searches[manifest.capability ?? '']
  if (search !== undefined) return search(nowMs)
  const [first] = (await readExamples(folder)).flatMap((read) => (read.ok ? [read.example.input] : []))
  return first
}
