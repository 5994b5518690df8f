import * as z from 'zod'
import type { JournalEntry } from '../contract/journal.ts'
import type { CapabilityUse } from '../ports.ts'

const Fetched = z.object({ url: z.string() })

/** The host operations in a journal with their hosts, in the order of their first call. */
export function usedCapabilities(journal: readonly JournalEntry[]): readonly CapabilityUse[] {
  const uses = new Map<string, CapabilityUse>()
  for (const { op, args } of journal) {
    const host = op === 'fetch' ? hostOf(args) : undefined
    const key = `${op} ${host ?? ''}`
    const calls = (uses.get(key)?.calls ?? 0) + 1
    uses.set(key, { op, ...(host === undefined ? {} : { host }), calls })
  }
  return [...uses.values()]
}

function hostOf(args: unknown): string | undefined {
  const fetched = Fetched.safeParse(args)
  return fetched.success && URL.canParse(fetched.data.url) ? new URL(fetched.data.url).host : undefined
}
