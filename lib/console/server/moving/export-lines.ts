import * as z from 'zod'
import {
  isTooMany,
  NewProfile,
  ProfileLimits,
  ProfileScripts,
  ProfileToken,
  tooManyKeys,
  WantedKey,
} from '#lib/agents/model/profile-schema.ts'
import { checkCredential, NewCredential } from '#lib/platform/model/credential-schema.ts'
import { StoredTime } from '#lib/platform/model/stored-time.ts'
import { SecretPlace } from '#runner/contract/bound-credentials.ts'
import { ExecutionId, isId } from '#runner/contract/ids.ts'
import { OpenRecording } from '#runner/contract/journal.ts'
import { Source, Trust } from '#runner/contract/principal.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { VisibleText } from '#runner/contract/visible-text.ts'
import { longestScript } from '#runner/script/script-text.ts'

/**
 * An export is lines of JSON, compressed and encrypted: the head, credentials, profiles, scripts, executions, and the
 * end. Credentials come first, because profiles refer to them by name, and executions belong to profiles. What the API
 * takes too has the schemas of the API.
 */
const Text = z.string().max(10_000)
const Count = z.int().nonnegative()
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const ProfileId = z.string().refine((id): boolean => isId('prof', id), 'not the id of a profile')

/** A list that is counted before its elements are read: each wrong element would be a problem to report. */
const list = <Element extends z.ZodType>(element: Element, most: number, tooMany: string) =>
  z.custom<unknown[]>((value) => !Array.isArray(value) || value.length <= most, tooMany).pipe(z.array(element))

const isEachOnce = (values: readonly string[]) => new Set(values).size === values.length
const once = 'names one twice'

export const ExportHead = z.strictObject({
  kind: z.literal('head'),
  /** 2: with waiting executions. */
  version: z.union([z.literal(1), z.literal(2)]),
  made_at: z.iso.datetime(),
  made_on: VisibleText.max(300).nullable(),
  made_by_version: VisibleText.max(100),
  unfinished: Count,
})
export type ExportHead = z.infer<typeof ExportHead>

export const CredentialLine = z
  .strictObject({
    kind: z.literal('credential'),
    ...NewCredential.shape,
    value: NewCredential.shape.value.unwrap().nullable(),
  })
  .superRefine(({ value, ...others }, context) => checkCredential({ ...others, value: value ?? undefined }, context))
export type CredentialLine = z.infer<typeof CredentialLine>

const KeyLine = WantedKey.extend({
  by_operator: z.boolean(),
  /** Whether the operator approved the credential of this name for it. */
  is_approved: z.boolean(),
  places: z.array(SecretPlace).max(SecretPlace.options.length).refine(isEachOnce, once),
  added_at: StoredTime,
})

/** Each change adds one, so the number of changes that a profile can still have stays large. */
const latestVersion = 2 ** 30

export const ProfileLine = z
  .strictObject({
    kind: z.literal('profile'),
    id: ProfileId,
    /** With which its agent goes on. */
    token: ProfileToken,
    description: NewProfile.shape.description.unwrap(),
    /** Absent in files of earlier versions. */
    described_by_operator: z.boolean().default(false),
    hosts: NewProfile.shape.hosts.unwrap().refine(isEachOnce, once),
    limits: ProfileLimits,
    scripts: ProfileScripts,
    version: z.int().positive().max(latestVersion),
    locked_at: StoredTime.nullable(),
    expires_at: StoredTime.nullable(),
    ends_unlocked: z.boolean(),
    revoked_at: StoredTime.nullable(),
    created_at: StoredTime,
    keys: z
      .array(KeyLine)
      .refine((keys) => !isTooMany.keys(keys.length), tooManyKeys)
      .refine((keys) => isEachOnce(keys.map(({ name }) => name)), once),
  })
  .refine(({ locked_at, ends_unlocked }) => locked_at === null || !ends_unlocked, {
    path: ['ends_unlocked'],
    message: 'must be false for a locked profile',
  })
  .refine(({ locked_at, revoked_at, expires_at }) => locked_at ?? revoked_at ?? expires_at, {
    path: ['expires_at'],
    message: 'must be given for a profile that nobody has locked',
  })
export type ProfileLine = z.infer<typeof ProfileLine>

const ScriptLine = z.strictObject({
  kind: z.literal('script'),
  digest: Hash,
  language: ScriptLanguage,
  text: z.string().max(longestScript),
})

/** More calls than a script can make. */
const mostCalls = 2000

/** An execution of a profile. Rows as the database has them, without what only the other instance can check. */
const ExecutionLine = z.strictObject({
  kind: z.literal('execution'),
  execution: z.strictObject({
    id: ExecutionId,
    version: Text,
    skill_digest: Hash,
    action: Text,
    principal_id: ProfileId,
    source: Source,
    trust: Trust,
    status: z.enum(['success', 'error', 'suspended']),
    error_code: Text.nullable(),
    input: z.unknown(),
    input_redacted: z.boolean(),
    output: z.unknown(),
    data: z.enum(['live', 'test', 'sample']).nullable(),
    fuel_used: z.int().nullable(),
    query_time_ms: z.int32().nullable(),
    started_at: StoredTime,
    finished_at: StoredTime.nullable(),
  }),
  script: z.strictObject({
    token_hash: Hash,
    profile_version: z.int32(),
    language: ScriptLanguage,
    grant: z.unknown(),
    llm_wait_s: z.int32(),
    began_at: StoredTime.nullable(),
    execution_ms: z.int32(),
    cancelled_at: StoredTime.nullable(),
  }),
  journal: list(
    z.strictObject({
      seq: z.int32(),
      op: Text,
      args: z.unknown(),
      args_hash: Hash.nullable(),
      result: z.unknown(),
      result_hash: Hash.nullable(),
      settled: z.int32().nullable(),
      fuel_left: z.int(),
      began_ms: z.number().nullable(),
      duration_ms: z.number(),
    }),
    mostCalls,
    `has more than ${mostCalls} calls`,
  ).refine((calls) => isEachOnce(calls.map(({ seq }) => String(seq))), once),
})
export type ExecutionLine = z.infer<typeof ExecutionLine>

/** A large answer that a waiting execution needs. */
const AnswerLine = z.strictObject({ kind: z.literal('answer'), hash: Hash, bytes: z.base64() })
export type AnswerLine = z.infer<typeof AnswerLine>

/** An execution that waits for its model, and goes on where it is imported. */
export const WaitingLine = z.strictObject({
  kind: z.literal('waiting'),
  execution: ExecutionLine,
  replay: OpenRecording,
  llm_deadline: StoredTime,
})
export type WaitingLine = z.infer<typeof WaitingLine>

const EndLine = z.strictObject({ kind: z.literal('end'), lines: Count })

/** Lines of a known size, however large the history is. */
export const smallKinds = ['head', 'credential', 'profile', 'end'] as const

export const ExportLine = z.discriminatedUnion('kind', [
  ExportHead,
  CredentialLine,
  ProfileLine,
  ScriptLine,
  ExecutionLine,
  AnswerLine,
  WaitingLine,
  EndLine,
])
export type ExportLine = z.infer<typeof ExportLine>
