import { withoutHidden } from '../contract/hidden-text.ts'
import { longestRecalled, RecallArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/** Reads the earlier actions of the principal, never those of other principals. */
export const memoryRecallOperation: HostOperation = {
  ...ordinary,
  open:
    ({ grant, denied, recall, enter, session }) =>
    async (args) => {
      if (!grant.permissions.memory && grant.declared?.memory) {
        denied('memory')
        return rejected('CapabilityRevoked', 'The permission memory was withheld')
      }
      if (!grant.permissions.memory)
        return end('CAPABILITY_DENIED', 'memory.recall without memory permission', 'memory')
      const parsed = RecallArgs.safeParse(args)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return rejected(
          'TypeError',
          `memory.recall: ${issue?.path.join('.') || 'query'}: ${issue?.message ?? 'is invalid'}`,
        )
      }
      using _slot = await enter()
      try {
        const found = await recall(parsed.data)
        const entries = found.slice(0, parsed.data.limit)
        // Redacted before it is shortened, because a cut secret would not be found.
        return { kind: 'value', value: entries.map((entry) => shortened(session.redact.text(withoutHidden(entry)))) }
      } catch {
        return rejected('MemoryError', 'The memory cannot be read at the moment')
      }
    },
}

/** Cuts between characters, never inside one. */
function shortened(entry: string): string {
  return entry.length > longestRecalled ? `${entry.slice(0, longestRecalled - 1).toWellFormed()}…` : entry
}
