import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import type { InstanceSecrets } from '#lib/platform/server/secrets/instance-secrets.ts'
import type { JournalEntry } from '#runner/contract/journal.ts'
import { canonicalJson, type JsonValue } from '#runner/core/canonical-json.ts'
import { sha256 } from '#runner/core/hash.ts'
import { hashInSlices } from '#runner/slices/work-on-json.ts'

/** An execution's facts from its start on, as its row stores them. */
export type RecordStart = {
  readonly id: string
  readonly skill: string
  readonly version: string
  readonly digest: string
  readonly action: string
  readonly principal: { readonly id: string; readonly source: string; readonly trust: string }
  readonly input: JsonValue
  /** Everything needed to run it again. */
  readonly recording: JsonValue
}

/** The result of an execution. */
export type RecordEnd = {
  readonly status: string
  readonly errorCode: string | null
  readonly output: JsonValue
  readonly data: string | null
  readonly fuelUsed: string | null
  readonly queryTimeMs: number | null
}

/**
 * Authenticates execution records with a key of the instance. Writing to the database without the key cannot produce a
 * valid seal. Each seal is bound to its record and is invalid for any other.
 */
export type RecordSeals = ReturnType<typeof createRecordSeals>

/** Hashes of a record's parts that the caller has computed already. */
type KnownHashes = { readonly input?: string; readonly output?: string }

type RecordKeys = { readonly entries: Uint8Array; readonly records: Uint8Array }

export const recordKeysOf = ({ encryptionKey }: Pick<InstanceSecrets, 'encryptionKey'>): RecordKeys => ({
  entries: deriveKey(encryptionKey, 'journal entries'),
  records: deriveKey(encryptionKey, 'execution records'),
})

export function createRecordSeals(keys: RecordKeys) {
  // Created once: with plain bytes, each seal would create a key object, which takes longer than the rest of the seal.
  const [entryKey, recordKey] = [createSecretKey(keys.entries), createSecretKey(keys.records)]
  const mac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('hex')

  async function sealOf(
    state: string,
    start: RecordStart,
    more: { [name: string]: JsonValue } = {},
    known: KnownHashes = {},
  ): Promise<string> {
    const { input, recording, ...rest } = start
    const hashes = { input: known.input ?? (await hashInSlices(input)), recording: await hashInSlices(recording) }
    return mac(recordKey, canonicalJson({ state, ...rest, ...hashes, ...more }))
  }
  const journalHash = (journal: readonly (string | null)[]) => sha256(canonicalJson(journal))

  return {
    /** Seals one host call as a row of this execution's journal. */
    entry: (executionId: string, entry: JournalEntry): string =>
      mac(entryKey, `${executionId}\n${canonicalJson(Object(entry))}`),
    /** Seals a pending execution of a script, whose recording is its grant. */
    pending: (start: RecordStart): Promise<string> => sealOf('pending', start),
    /** Seals a running execution. */
    running: (start: RecordStart): Promise<string> => sealOf('running', start),
    /** Seals a suspended execution. `journal`: the seals of all its journal entries, in order of `seq`. */
    suspended: (start: RecordStart, journal: readonly (string | null)[]): Promise<string> =>
      sealOf('suspended', start, { journal: journalHash(journal) }),
    /** Seals an ended execution. */
    async ended(
      start: RecordStart,
      { output, ...end }: RecordEnd,
      journal: readonly (string | null)[],
      known: KnownHashes = {},
    ): Promise<string> {
      const outputHash = known.output ?? (await hashInSlices(output))
      return sealOf('ended', start, { ...end, output: outputHash, journal: journalHash(journal) }, known)
    },
  }
}
