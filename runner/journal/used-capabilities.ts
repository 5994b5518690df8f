import * as z from 'zod'
import type { JournalEntry } from '../contract/journal.ts'
import type { CapabilityUse } from '../core/ports.ts'

const Fetched = z.object({ url: z.string() })

/**
 * The host operations in a journal with their hosts, in the order of their first call.
 *
 * @param hostOf the host of a call, which the journal does not have if the call's arguments are too long for it
 */
export function usedCapabilities(
  journal: readonly JournalEntry[],
  hostOf: (seq: number) => string | undefined,
): readonly CapabilityUse[] {
  const uses = new Map<string, CapabilityUse>()
  for (const { seq, op, args } of journal) {
    const host = op === 'fetch' ? (hostOf(seq) ?? hostIn(args)) : undefined
    const key = `${op} ${host ?? ''}`
    const calls = (uses.get(key)?.calls ?? 0) + 1
    uses.set(key, { op, ...(host === undefined ? {} : { host }), calls })
  }
  return [...uses.values()]
}

const hostIn = (args: unknown): string | undefined => URL.parse(Fetched.safeParse(args).data?.url ?? '')?.host
