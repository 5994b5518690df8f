import * as z from 'zod'
import { notInLine } from '../hidden-text.ts'
import { Json } from '../skill-io.ts'
import type { OperationDescriptor, PermissionDescriptor } from './descriptor.ts'

/** The limits of one store: its keys, and the bytes of all keys and values as JSON. */
export const maxStoredKeys = 256
export const maxStoredBytes = 64 * 1024

const Key = z
  .string('must be text')
  .refine(
    (key) => /^.{1,128}$/u.test(key) && key.search(notInLine) < 0,
    'must have 1 to 128 characters, all of them printable',
  )

const Shown = z.object({ key: z.string() })
const note = (args: unknown) => Shown.safeParse(args).data?.key ?? ''

export type KvGlobal = {
  /** A small store of the skill for its caller: later executions of the same skill and caller read it, and no other. */
  readonly kv: {
    /** The value of a key; `null` if there is none. The keys of an object come in no particular order. */
    get(key: string): Promise<Json>
    /**
     * Stores text or JSON under a key of 1 to 128 printable characters; `null` removes the key. A store has at most 256
     * keys and 64 KB. Rejects with `QuotaExceeded` if a limit is reached, `TypeError` for a bad key or a value with a
     * credential, `StorageError` if nothing can be stored at the moment, and `CapabilityRevoked` if the permission was
     * withheld.
     */
    put(key: string, value: Json): Promise<null>
  }
}

export const kvPermissions = {
  storage: {
    isFlag: true,
    tiers: ['local', 'verified'],
    trust: 'write',
    isPersonal: true,
    ofProfiles: true,
    use: /\bkv\s*\.\s*(?:get|put)\s*\(/,
    icon: 'file',
    verb: 'Store values',
    detail: 'Up to 64 KB for each of its callers, which no other caller or skill reads.',
    effect: 'It can no longer read or store them. What it has stored is kept.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const kvOperations = {
  'kv.get': {
    args: z.strictObject({ key: Key }),
    answer: Json,
    permission: 'storage',
    params: [{ name: 'key', as: 'text' }],
    scripts: ['javascript', 'python'],
    does: 'the value that this or an earlier execution stored under the key; nothing stored: null',
    icon: 'file',
    title: 'Read a stored value',
    note,
  },
  'kv.put': {
    args: z.strictObject({ key: Key, value: Json }),
    answer: z.null(),
    permission: 'storage',
    repeats: 'never',
    params: [
      { name: 'key', as: 'text' },
      { name: 'value', as: 'value' },
    ],
    scripts: ['javascript', 'python'],
    does: 'stores text or JSON for later executions, at most 256 keys and 64 KB; null removes the key',
    icon: 'file',
    title: 'Stored a value',
    note,
  },
} as const satisfies Record<string, OperationDescriptor>
