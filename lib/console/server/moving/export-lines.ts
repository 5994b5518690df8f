import * as z from 'zod'
import { ProfileLimits, ProfileScripts, ProfileToken } from '#lib/agents/model/profile-schema.ts'
import { CredentialUse } from '#lib/platform/model/credential-schema.ts'
import { SecretPlace } from '#runner/contract/bound-credentials.ts'
import { ExecutionId, isId } from '#runner/contract/ids.ts'
import { OpenRecording } from '#runner/contract/journal.ts'
import { EgressHost, SecretName } from '#runner/contract/manifest.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'

/**
 * An export is lines of JSON, compressed and encrypted: the head, credentials, profiles, scripts, executions, and the
 * end. Credentials come first, because profiles refer to them by name, and executions belong to profiles.
 */
const Time = z.iso.datetime({ offset: true })
const Text = z.string().max(10_000)
const Count = z.int().nonnegative()
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const ProfileId = z.string().refine((id): boolean => isId('prof', id), 'not the id of a profile')

export const ExportHead = z.strictObject({
  kind: z.literal('head'),
  /** 2: with waiting executions. */
  version: z.union([z.literal(1), z.literal(2)]),
  made_at: z.iso.datetime(),
  made_on: z.string().nullable(),
  made_by_version: z.string(),
  unfinished: Count,
})
export type ExportHead = z.infer<typeof ExportHead>

export const CredentialLine = z.strictObject({
  kind: z.literal('credential'),
  name: SecretName,
  description: Text,
  use: CredentialUse,
  hosts: z.array(EgressHost).max(64),
  value: z.string().max(100_000).nullable(),
  expires_at: Time.nullable(),
})
export type CredentialLine = z.infer<typeof CredentialLine>

export const ProfileLine = z.strictObject({
  kind: z.literal('profile'),
  id: ProfileId,
  /** With which its agent goes on. */
  token: ProfileToken,
  description: Text,
  /** Absent in files of earlier versions. */
  described_by_operator: z.boolean().default(false),
  hosts: z.array(EgressHost),
  limits: ProfileLimits,
  scripts: ProfileScripts,
  version: z.int().positive(),
  locked_at: Time.nullable(),
  expires_at: Time.nullable(),
  ends_unlocked: z.boolean(),
  revoked_at: Time.nullable(),
  created_at: Time,
  keys: z.array(
    z.strictObject({
      name: SecretName,
      description: Text,
      by_operator: z.boolean(),
      /** Whether the operator approved the credential of this name for it. */
      is_approved: z.boolean(),
      places: z.array(SecretPlace),
      added_at: Time,
    }),
  ),
})
export type ProfileLine = z.infer<typeof ProfileLine>

const ScriptLine = z.strictObject({
  kind: z.literal('script'),
  digest: Hash,
  language: ScriptLanguage,
  text: z.string(),
})

/** An execution of a profile. Rows as the database has them, without what only the other instance can check. */
const ExecutionLine = z.strictObject({
  kind: z.literal('execution'),
  execution: z.strictObject({
    id: ExecutionId,
    version: Text,
    skill_digest: Hash,
    action: Text,
    principal_id: ProfileId,
    source: Text,
    trust: Text,
    status: z.enum(['success', 'error', 'suspended']),
    error_code: Text.nullable(),
    input: z.unknown(),
    input_redacted: z.boolean(),
    output: z.unknown(),
    data: z.enum(['live', 'test', 'sample']).nullable(),
    fuel_used: z.int().nullable(),
    query_time_ms: z.int().nullable(),
    started_at: Time,
    finished_at: Time.nullable(),
  }),
  script: z.strictObject({
    token_hash: Hash,
    profile_version: z.int(),
    language: ScriptLanguage,
    grant: z.unknown(),
    llm_wait_s: z.int(),
    began_at: Time.nullable(),
    execution_ms: z.int(),
    cancelled_at: Time.nullable(),
  }),
  journal: z.array(
    z.strictObject({
      seq: z.int(),
      op: Text,
      args: z.unknown(),
      args_hash: Hash.nullable(),
      result: z.unknown(),
      result_hash: Hash.nullable(),
      settled: z.int().nullable(),
      fuel_left: z.int(),
      began_ms: z.number().nullable(),
      duration_ms: z.number(),
    }),
  ),
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
  llm_deadline: Time,
})
export type WaitingLine = z.infer<typeof WaitingLine>

export const EndLine = z.strictObject({ kind: z.literal('end'), lines: Count })

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
