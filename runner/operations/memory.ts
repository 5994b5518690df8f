import { withoutHidden } from '../contract/hidden-text.ts'
import { longestRecalled } from '../contract/operations/memory.ts'
import type { MemorySource } from '../core/ports.ts'
import { type OperationContext, operationOf, rejected } from './operation.ts'

export type MemoryServices = {
  /** Absent: every memory is empty. */
  readonly memory?: MemorySource | undefined
}

const noMemory: MemorySource = async () => []

export const memoryOperations = {
  /** Reads the earlier actions of the principal, never those of other principals. */
  'memory.recall': operationOf('memory.recall', {
    open({ services: { memory }, owner, enter, session }: OperationContext<MemoryServices>) {
      const find: MemorySource = memory ?? noMemory
      return async (args) => {
        using _slot = await enter()
        try {
          const found = await find(owner.principal, args)
          const entries = found.slice(0, args.limit)
          // Redacted before it is shortened, because a cut secret would not be found.
          return { kind: 'value', value: entries.map((entry) => shortened(session.redact.text(withoutHidden(entry)))) }
        } catch {
          return rejected('MemoryError', 'The memory cannot be read at the moment')
        }
      }
    },
  }),
}

/** Cuts between characters, never inside one. */
function shortened(entry: string): string {
  return entry.length > longestRecalled ? `${entry.slice(0, longestRecalled - 1).toWellFormed()}…` : entry
}
