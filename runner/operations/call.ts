import type { JournalEntry } from '../contract/journal.ts'
import { hasTrust } from '../contract/principal.ts'
import { isObject } from '../contract/skill-io.ts'
import type { CallLogStore } from '../core/ports.ts'
import { redactInSlices } from '../redact/redact-in-slices.ts'
import { end, type OperationContext, operationOf, rejected } from './operation.ts'

export type CallServices = {
  /** The operator's name, which skills may use. Absent: "the operator". */
  readonly operatorName?: string | undefined
  /** The operator's Telegram chat. Absent: none is configured. */
  readonly operatorTelegramId?: string | undefined
  /** Absent: entries of the call log are in journals only. */
  readonly callLog?: CallLogStore | undefined
}
type Context = OperationContext<CallServices>

export const nameOf = ({ operatorName = 'the operator' }: CallServices): string => operatorName

/** The maximum number of entries of one execution. */
const maxEntries = 20
const failure = 'CallLogError'
const journalOnly: CallLogStore = async () => {}

export const callOperations = {
  /**
   * Returns the phone call or chat during which a skill runs, as reported by the entry point, and the operator's name. A
   * skill with the messages permission also gets the operator's chat id. Nothing here is secret.
   */
  'call.context': operationOf('call.context', {
    open: (context: Context) => () => {
      const { call, grant, services, session } = context
      const { operatorTelegramId } = services
      const chat =
        grant.permissions.messages && operatorTelegramId !== undefined ? { telegram_id: operatorTelegramId } : {}
      return { kind: 'value', value: session.redact.json({ call, operator: { name: nameOf(services), ...chat } }) }
    },
  }),
  /**
   * Appends an entry to the operator's call log at once, so that it survives any later failure of the skill. Like a
   * printed line, it needs no permission: it is bounded, redacted, and only the operator reads it. A replay appends
   * nothing.
   */
  'call.log': operationOf('call.log', {
    open({ services: { callLog }, owner, session, past }: Context) {
      // Entries from strangers are only in the journal, which is limited and expires, so that strangers cannot fill the
      // disk.
      const store: CallLogStore = (hasTrust(owner.principal.trust, 'write') && callLog) || journalOnly
      let entries = past.filter(isEntry).length
      return async ({ entry: given }) => {
        entries += 1
        if (entries > maxEntries) return end('CAPABILITY_DENIED', `more than ${maxEntries} entries of the call log`)
        const entry = await redactInSlices(given, session.redact)
        try {
          if (isObject(entry)) await store(entry, owner)
          return { kind: 'value', value: null }
        } catch {
          return rejected(failure, 'The entry could not be kept')
        }
      }
    },
  }),
}

/** Whether the call tried to append an entry. A call with invalid arguments does not count. */
const isEntry = ({ op, result }: JournalEntry): boolean =>
  op === 'call.log' && (result.kind === 'value' || (result.kind === 'rejected' && result.name === failure))
