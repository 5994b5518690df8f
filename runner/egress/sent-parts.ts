import { blockLength, blockWithReach, type FoundWindow, findingValues } from '../redact/find-values.ts'
import type { KnownValues } from '../redact/known-values.ts'
import { unitsOf } from '../redact/redaction-stream.ts'
import { runInSlices } from '../slices/run-in-slices.ts'

/** A request as the skill wrote it. */
export type SentRequest = {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
}

/**
 * The parts of real values that the skill itself sent in this session. They stay unmasked in responses, because the
 * skill knows them, and a mask would confirm a guess.
 */
type SentParts = {
  /** Searches a skill's request before real values are inserted. Works in slices, so other work can run in between. */
  note(known: KnownValues, request: SentRequest): Promise<void>
  /** Whether a match in a response is a part that the skill sent. Never true for a whole value. */
  isSent(known: KnownValues, found: FoundWindow): boolean
}

const nothing = new Uint8Array()

export function createSentParts(): SentParts {
  const parts = new Set<string>()

  function* search(known: KnownValues, { url, headers, body = nothing }: SentRequest): Generator<unknown, void> {
    const note = ({ window }: FoundWindow) => {
      if (window !== -1) parts.add(known.textOf(window))
    }
    for (const text of [url, ...headers.flat()])
      yield* findingValues(known, { units: unitsOf(text, 0, text.length), base: 0 }, note)
    for (let at = 0; at < body.length; at += blockLength)
      yield* findingValues(known, { units: new Uint16Array(body.subarray(at, at + blockWithReach)), base: at }, note)
  }

  return {
    note: (known, request) => runInSlices(search(known, request)),
    isSent: (known, { window, first, last }) =>
      window !== -1 && !(first !== -1 && first === last) && parts.has(known.textOf(window)),
  }
}
