import { randomBytes } from 'node:crypto'
import type { InvokeRequest } from '#lib/skills/server/invoking/invoke-skill.ts'
import { type ErrorCode, sentenceOf } from '#runner/contract/errors.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { Json, type SkillOutput, SkillSuccess } from '#runner/contract/skill-io.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import { ams, aua, ewr, makeFlight, makeLeg } from '../../../model/flights/testing-flights.ts'
import { inDays } from '../../../model/testing-dates.ts'
import { createPlaces } from '../../places/places.ts'
import { createSearchTurns } from '../../search/search-turns.ts'
import type { SavedSearchPorts } from '../ports.ts'

/** What a source offers: a price, several, an error, or nothing. */
export type Offered = number | readonly { amount: number; currency: string }[] | ErrorCode

const queryOn = (date: string) => `origin=AMS&destination=AUA&date=${date}`
/** The search of these days from now. */
export const queryIn = (days: number): string => queryOn(inDays(days))
/** The day of `query`, on which every flight leaves. */
const day = inDays(80)
export const query = queryOn(day)
const leg = makeLeg(
  day,
  [ams, ewr, aua],
  [
    [545, 1060],
    [1175, 1435],
  ],
)
const places = createPlaces()

/** A source whose price the test sets. `requests` collects the requests that it was called for. */
export class FakeSource {
  offered: Offered
  data: 'live' | 'test' | 'sample' = 'live'
  /** Whether its answers lack offers. */
  partial = false
  /** How many of its offers cannot be read. */
  unreadable: number | undefined
  /** Whether its provider allows only requests that a person makes. */
  isUserInitiated = false
  readonly requests: InvokeRequest[] = []
  /** Every answer waits for it. */
  gate: Promise<void> = Promise.resolve()
  readonly name: string

  constructor(name: string, offered: Offered) {
    this.name = name
    this.offered = offered
  }

  answer(nowMs: number): SkillOutput {
    const { offered, name: skill, data, partial, unreadable } = this
    if (typeof offered === 'string')
      return { status: 'error', skill, version: '1.0.0', error: { code: offered, message: sentenceOf(offered) } }
    const prices = typeof offered === 'number' ? [{ amount: offered, currency: 'USD' }] : offered
    const results = prices.map((price, at) => Json.parse(makeFlight(`${at}`, { legs: [leg], price })))
    const fetched_at = new Date(nowMs).toISOString()
    const metadata = { query_time_ms: 1, cached: false, data, partial, unreadable, fetched_at }
    return SkillSuccess.parse({ status: 'success', skill, version: '1.0.0', results, metadata })
  }
}

type Options = Pick<SavedSearchPorts, 'db' | 'clock'> & { readonly sources: FakeSource[]; readonly perHour?: number }

/** The ports of one process. Its cache has the answers if `isCached` is true. */
export function fakePorts({ db, clock, sources, perHour = 1000 }: Options): SavedSearchPorts & { isCached: boolean } {
  const sourceOf = (execution: AdmittedExecution) => {
    const found = sources.find(({ name }) => name === execution.skill.manifest.name)
    if (found === undefined) throw new Error('not a source of this test')
    return found
  }
  const requests = new WeakMap<AdmittedExecution, InvokeRequest>()
  const ports = {
    isCached: false,
    db,
    clock,
    perHour,
    hashTurnKey: (limitKey: string) => `hash of ${limitKey}`,
    limitKeyOf: (turnKey: string) => turnKey,
    places,
    skills: { byCapability: async () => sources.map((source) => ({ manifest: manifestOf(source) }) as LoadedSkill) },
    invoke: {
      admit: async (request: InvokeRequest) => {
        const source = sources.find(({ name }) => name === request.skill)
        if (source === undefined || (source.isUserInitiated && request.isBackground))
          return { kind: 'refused' as const } as never
        const { principal, input } = request
        const skill = { manifest: manifestOf(source) }
        const grant = { permissions: { secrets: [] } }
        const admitted = { kind: 'admitted', principal, input, skill, grant, credentials: new Map() }
        const execution = admitted as unknown as AdmittedExecution
        requests.set(execution, request)
        return execution
      },
      // Like the real cache, it has no failed answers.
      recall: async (execution: AdmittedExecution) => {
        const answer = sourceOf(execution).answer(clock.now())
        return ports.isCached && answer.status === 'success' ? answer : undefined
      },
      answer: async (execution: AdmittedExecution) => {
        const [source, request] = [sourceOf(execution), requests.get(execution)]
        if (request !== undefined) source.requests.push(request)
        await source.gate
        return source.answer(clock.now())
      },
    },
    turns: createSearchTurns({ perPerson: 2, inAll: 6 }),
    // Makes every random wait the middle of its range.
    randomBytes: (size: number) => (size === 1 ? new Uint8Array([128]) : randomBytes(size)),
    log: { debug() {}, info() {}, warn() {}, error() {} },
  }
  return ports
}

const manifestOf = ({ name, isUserInitiated }: FakeSource) =>
  SkillManifest.parse({
    ...{ name, version: '1.0.0', description: 'd', risk_level: 'low', provider: `Provider ${name}` },
    policy: { user_initiated: isUserInitiated },
  })
