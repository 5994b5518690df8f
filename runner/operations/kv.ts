import { maxStoredBytes, maxStoredKeys } from '../contract/operations/kv.ts'
import { redactInSlices } from '../redact/redact-in-slices.ts'
import { type CallOwner, type OperationContext, operationOf, rejected } from './operation.ts'

/** The small stores of skills and scripts, one for each skill and principal. Values are JSON texts. */
export type ValueStore = {
  get(owner: Pick<CallOwner, 'skill' | 'principal'>, key: string): Promise<string | undefined>
  /**
   * Replaces, creates or (`undefined`) removes a value. It is durable when the promise resolves.
   *
   * @returns the limit that the store would exceed, in which case nothing changed
   */
  put(
    owner: Pick<CallOwner, 'skill' | 'principal'>,
    key: string,
    value: string | undefined,
  ): Promise<'keys' | 'bytes' | undefined>
}

export type ValueServices = {
  /** Absent: nothing is stored, and every call is a catchable error. */
  readonly values?: ValueStore | undefined
}
type Context = OperationContext<ValueServices>

const unavailable = rejected('StorageError', 'The stored values cannot be used at the moment')
const full = {
  keys: `kv.put: the store has ${maxStoredKeys} keys, the most that it may have: remove one with kv.put(key, null)`,
  bytes: `kv.put: the store would have more than ${maxStoredBytes / 1024} KB: store less, or remove a key with kv.put(key, null)`,
}

export const kvOperations = {
  /** Reads a value that this or an earlier execution of the same skill and principal stored. */
  'kv.get': operationOf('kv.get', {
    open:
      ({ services: { values }, owner, enter }: Context) =>
      async ({ key }) => {
        using _slot = await enter()
        try {
          if (!values) return unavailable
          const text = await values.get(owner, key)
          return { kind: 'value', value: text === undefined ? null : JSON.parse(text) }
        } catch {
          return unavailable
        }
      },
  }),

  /**
   * Stores a value. It needs no effect `act`, because nothing outside the skill's own store changes. It is never repeated:
   * another execution may have replaced the value since, and what the skill read before it must be in the journal.
   */
  'kv.put': operationOf('kv.put', {
    open:
      ({ services: { values }, owner, session, enter, signal }: Context) =>
      async ({ key, value }) => {
        // Only the vault keeps credentials. The skill has placeholders, so this is text of a provider.
        if ((await redactInSlices(value, session.redact)) !== value || session.redact.json(key) !== key) {
          return rejected('TypeError', 'kv.put: the value has a credential, which is never stored')
        }
        using _slot = await enter()
        if (signal.aborted) return rejected('AbortError', 'kv.put: the execution has ended')
        try {
          if (!values) return unavailable
          const limit = await values.put(owner, key, value === null ? undefined : JSON.stringify(value))
          return limit === undefined ? { kind: 'value', value: null } : rejected('QuotaExceeded', full[limit])
        } catch {
          return unavailable
        }
      },
  }),
}
