import * as z from 'zod'

const Count = z.int().nonnegative()
const Time = z.iso.datetime()

/** The shortest passphrase of a file. */
export const passphraseLength = 12
const Passphrase = z
  .string()
  .min(passphraseLength, `must have at least ${passphraseLength} characters`)
  .max(1024, 'must have at most 1024 characters')

/** The most credentials of a file, and the most profiles: a preview names each. */
export const mostRows = 2000

/**
 * What to export. `profiles`: all of them, with all credentials, or these, with the credentials approved for them.
 * `waiting_to`: executions that wait for their model end here and go on at this address. Null: they stay.
 */
export const ExportWish = z.strictObject({
  profiles: z.union([z.literal('all'), z.array(z.string().max(64)).min(1, 'must name at least one').max(mostRows)]),
  with_history: z.boolean(),
  waiting_to: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://travel.example.com' })
    .max(200)
    .nullable()
    .default(null),
  passphrase: Passphrase,
})
export type ExportWish = z.infer<typeof ExportWish>

/** What a file contains, in the order of its lines. */
export const moveKinds = ['credentials', 'profiles', 'history', 'waiting'] as const
export const MoveKind = z.enum(moveKinds)
export type MoveKind = z.infer<typeof MoveKind>

/** What happens to what exists here and differs from the file. */
const Choice = z.enum(['skip', 'overwrite'])
/** The most rows of a preview that cannot come. All others are in it. */
export const mostBlocked = 100
export const ImportChoices = z.strictObject({
  credentials: Choice,
  profiles: Choice,
  /** The choices for single rows of the preview, in place of the choice for their kind. */
  rows: z
    .array(z.strictObject({ kind: z.enum(['credentials', 'profiles']), name: z.string().max(64), choice: Choice }))
    .max(mostRows)
    .default([]),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/** An uploaded file, which nothing has opened yet. */
export const UploadedImport = z.strictObject({ id: z.string(), bytes: Count })
export type UploadedImport = z.infer<typeof UploadedImport>

export const ImportSecret = z.strictObject({ passphrase: z.string().max(1024) })

/** Why a row of the file cannot come. */
export const BlockedReason = z.enum([
  'revoked_here',
  'other_token',
  'no_profile',
  // A waiting execution goes on only with the same profile and credentials, and with its runtime.
  'other_profile',
  'other_credential',
  'beyond_profile',
  'no_runtime',
  // This version cannot show its result.
  'unreadable',
])
export type BlockedReason = z.infer<typeof BlockedReason>

/** `before`: null in a new row. `value` says whether there is one: values of credentials are never shown. */
const FieldChange = z.strictObject({ field: z.string(), before: z.json(), after: z.json() })
export type FieldChange = z.infer<typeof FieldChange>

const itemFields = {
  kind: MoveKind,
  /** The name of a credential, or an id. */
  name: z.string(),
  /** The description of a profile in the file; for all others, the name. */
  title: z.string(),
}

/** A credential or profile of the file that is new or differs from the one here, or any row that cannot come. */
const ImportItem = z.discriminatedUnion('verdict', [
  z.strictObject({
    verdict: z.enum(['new', 'differs']),
    ...itemFields,
    fields: z.array(FieldChange),
    /** The profiles here that have the credential approved. If it is overwritten, each asks for its approval again. */
    asks_again: z.array(z.string()),
  }),
  z.strictObject({ verdict: z.literal('blocked'), ...itemFields, reason: BlockedReason }),
])
export type ImportItem = z.infer<typeof ImportItem>

const KindCounts = z.strictObject({ new: Count, equal: Count, differs: Count, blocked: Count })
export type KindCounts = z.infer<typeof KindCounts>

/** What an import would do. `digest` names it, so that what the operator saw is what happens. */
export const ImportPreview = z.strictObject({
  digest: z.string(),
  made_at: Time,
  /** The address of the instance that made it; null if that has none. */
  made_on: z.string().nullable(),
  made_by_version: z.string(),
  kinds: z.record(MoveKind, KindCounts),
  items: z.array(ImportItem),
  /** Rows that cannot come and are not among the items. */
  more_blocked: Count,
  /** Executions that had not ended when the file was made, and are not in it. */
  unfinished: Count,
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportOrder = z.strictObject({
  ...ImportSecret.shape,
  choices: ImportChoices,
  /** That of the preview. */
  digest: z.string(),
})
export type ImportOrder = z.infer<typeof ImportOrder>

/** What was written. */
export const ImportDone = z.strictObject({ added: Count, overwritten: Count, skipped: Count, blocked: Count })
export type ImportDone = z.infer<typeof ImportDone>
