import type { GuestEnd } from '../../pool/messages.ts'

/** A program that tries to leave the sandbox, or to break it, and how it ends. */
export type EscapeCase = {
  readonly title: string
  readonly script: string
  readonly ends: End
  /** All that it prints on both streams. Absent: not of interest. */
  readonly prints?: string
  readonly fuel?: number
}

/** `like`: what its detail starts with. */
type End = GuestEnd | { readonly kind: 'failed'; readonly code: 'SKILL_CRASHED'; readonly like: string }

/** It runs to its end, with this result. */
export const gives = (result: unknown): GuestEnd => ({
  kind: 'returned',
  json: JSON.stringify({ results: [{ result }] }),
})
/** It runs to its end, without a result. */
export const finishes: GuestEnd = { kind: 'returned', json: '{"results":[]}' }
/** It ends with an error of its own. */
export const raises = (like: string): End => ({ kind: 'failed', code: 'SKILL_CRASHED', like })
export const outOfFuel: GuestEnd = { kind: 'failed', code: 'OUT_OF_FUEL', detail: 'used up its fuel' }
export const outOfMemory = (detail: string): GuestEnd => ({ kind: 'failed', code: 'OUT_OF_MEMORY', detail })
