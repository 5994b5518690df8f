import { CallLogArgs } from '../contract/host-calls.ts'
import type { JournalEntry } from '../contract/journal.ts'
import { isObject } from '../contract/skill-io.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/** The maximum number of entries of one execution. */
const mostEntries = 20
const failure = 'CallLogError'

/**
 * Appends an entry to the operator's call log at once, so that it survives any later failure of the skill. Like a
 * printed line, it needs no permission: it is bounded, redacted, and only the operator reads it. A replay appends
 * nothing.
 */
export const callLogOperation: HostOperation = {
  ...ordinary,
  open({ callLog, session, past }) {
    let entries = past.filter(isEntry).length
    return async (args) => {
      const parsed = CallLogArgs.safeParse(args)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return rejected('TypeError', `call.log: ${issue?.path.join('.') || 'entry'}: ${issue?.message ?? 'is invalid'}`)
      }
      entries += 1
      if (entries > mostEntries) return end('CAPABILITY_DENIED', `more than ${mostEntries} entries of the call log`)
      const entry = session.redact.json(parsed.data.entry)
      try {
        if (isObject(entry)) await callLog?.(entry)
        return { kind: 'value', value: null }
      } catch {
        return rejected(failure, 'The entry could not be kept')
      }
    }
  },
}

/** Whether the call tried to append an entry. A call with invalid arguments does not count. */
const isEntry = ({ op, result }: JournalEntry): boolean =>
  op === 'call.log' && (result.kind === 'value' || (result.kind === 'rejected' && result.name === failure))
