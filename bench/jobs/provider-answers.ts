import { createPlaces } from '../../lib/travel/server/places/places.ts'
import { createTimeOffsets } from '../../lib/travel/server/places/time-offsets.ts'
import type { HostAnswer, HostSeam } from '../../runner/contract/host-seam.ts'
import { TimeOffsetArgs } from '../../runner/contract/operations/time.ts'

/** Recorded host answers to one search, so that the host takes almost no time, and equal time for every subject. */
type ProviderAnswers = {
  readonly body: Uint8Array
  offsets(pairs: ReadonlyArray<readonly [string, string]>): (string | null)[]
}

const head = { status: 200, url: 'https://api.amadeus.com/v2/shopping/flight-offers', headers: [] }

/** Fetches the offers from the loopback provider once. */
export async function recordAnswers(provider: string, offers: number): Promise<ProviderAnswers> {
  const response = await fetch(new URL(`/offers/${offers}`, provider))
  if (!response.ok) throw new Error(`The loopback provider answered with ${response.status}`)
  const body = new Uint8Array(await response.arrayBuffer())
  return { body, offsets: rememberedOffsets() }
}

/** Computes the offsets of each list once. Length, first and last pair identify a list within one search. */
function rememberedOffsets(): ProviderAnswers['offsets'] {
  const timeOffsets = createTimeOffsets(createPlaces())
  const known = new Map<string, (string | null)[]>()
  return (pairs) => {
    const key = `${pairs.length} ${pairs[0]} ${pairs.at(-1)}`
    const remembered = known.get(key)
    if (remembered) return remembered
    const found = timeOffsets(pairs)
    if (!found.ok) throw new Error(`The provider's answer has a place without a time zone: ${found.reason}`)
    known.set(key, found.offsets)
    return found.offsets
  }
}

/** The host seam for a sandbox. */
export function seamOf({ body, offsets }: ProviderAnswers): HostSeam {
  return {
    call: async (op, args): Promise<HostAnswer> => {
      if (op === 'fetch') return { kind: 'value', value: head, body }
      if (op === 'time.offset') return { kind: 'value', value: offsets(TimeOffsetArgs.parse(args).pairs) }
      return { kind: 'end', code: 'CAPABILITY_DENIED', reason: `a search must not call ${op}` }
    },
  }
}

/** The same answers for plain Node, as the globals that a skill has in the sandbox. */
export function plainHost({ body, offsets }: ProviderAnswers) {
  const text = async () => Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')
  return {
    fetch: async () => ({ ...head, ok: true, text }),
    time: { offset: async (pairs: ReadonlyArray<readonly [string, string]>) => offsets(pairs) },
    console,
    SkillError: Error,
  }
}
