import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import type { Credential, Prisma } from '#lib/platform/server/db/generated/client.ts'
import { sealInEnvelope } from '#lib/platform/server/vault/envelope.ts'
import { sealedCredentials, sealedProfiles } from '#lib/platform/server/vault/sealed-tables.ts'
import { executionFormat } from '#lib/skills/server/executions/execution-format.ts'
import { sealAgain } from '#lib/skills/server/executions/record-rows.ts'
import type { RecordSeals } from '#lib/skills/server/executions/record-seals.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { newId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { CredentialLine, ExecutionLine, ProfileLine, WaitingLine } from './export-lines.ts'
import type { StoredProfile } from './rows-as-lines.ts'
import type { MovePorts } from './write-export.ts'

type Ports = Pick<MovePorts, 'ring' | 'randomBytes' | 'clock'>
type Tx = Prisma.TransactionClient

/**
 * Writes a credential, encrypted under the key of this instance. Returns its id here. One that is overwritten gets
 * another id, so that whatever rests on the former value asks for its approval again.
 */
export async function writeCredential(
  tx: Tx,
  { ring, randomBytes }: Ports,
  { name, description, use: { kind, ...detail }, hosts, value, expires_at }: CredentialLine,
  here: Pick<Credential, 'id' | 'version'> | null,
): Promise<string> {
  const id = newId('cred', randomBytes)
  const sealed = value === null ? {} : sealInEnvelope(ring(), randomBytes, value, sealedCredentials.subjectOf(id))
  if (here !== null) await tx.credential.delete({ where: { id: here.id } })
  // A higher version keeps results that depend on the former value from being used again.
  const version = 1 + (here?.version ?? 0)
  await tx.credential.create({
    data: { id, name, description, kind, detail, hosts, expiresAt: dateOf(expires_at), version, ...sealed },
  })
  return id
}

/**
 * The credentials that keys of the file may mean. `usable`: the ids of those that are here as in the file, with a value,
 * by name. `replaced`: the ids of those that this import has overwritten.
 */
export type Approvals = { readonly usable: Map<string, string>; readonly replaced: Map<string, string> }

/**
 * Writes a profile with its keys. A key whose credential is not here as in the file is not approved for it: the
 * operator of this instance has approved another value, or none. Nor is a key of a profile that was here with the
 * credential that this import has overwritten.
 */
export async function writeProfile(
  tx: Tx,
  { ring, randomBytes }: Ports,
  line: ProfileLine,
  here: Pick<StoredProfile, 'version' | 'keys'> | null,
  { usable, replaced }: Approvals,
): Promise<void> {
  const { id, token, keys, description, hosts, limits, scripts } = line
  const data = {
    description,
    describedByOperator: line.described_by_operator,
    hosts,
    limits,
    scripts,
    version: Math.max(line.version, here === null ? 0 : here.version + 1),
    lockedAt: dateOf(line.locked_at),
    expiresAt: dateOf(line.expires_at),
    endsUnlocked: line.ends_unlocked,
    revokedAt: dateOf(line.revoked_at),
    ...sealInEnvelope(ring(), randomBytes, token, sealedProfiles.subjectOf(id)),
  }
  const create = { id, tokenHash: sha256(token), createdAt: new Date(line.created_at), ...data }
  await tx.profile.upsert({ where: { id }, create, update: data })
  const rested = new Set(
    here?.keys.flatMap(({ name, credentialId }) => (replaced.get(name) === credentialId ? name : [])),
  )
  await tx.profileKey.deleteMany({ where: { profileId: id } })
  await tx.profileKey.createMany({
    data: keys.map((key) => ({
      profileId: id,
      name: key.name,
      description: key.description,
      byOperator: key.by_operator,
      credentialId: key.is_approved && !rested.has(key.name) ? (usable.get(key.name) ?? null) : null,
      places: key.places,
      addedAt: new Date(key.added_at),
    })),
  })
}

/**
 * Writes executions without the key of a result that another execution may use. Ended ones have no seal, which only
 * their own instance can make, so they cannot be replayed. Waiting ones are sealed here, because they go on here.
 */
export async function writeExecutions(
  tx: Tx,
  seals: RecordSeals,
  lines: readonly (ExecutionLine | WaitingLine)[],
): Promise<void> {
  const rows = lines.map((line) =>
    line.kind === 'waiting'
      ? { ...line.execution, replay: line.replay, llm_deadline: line.llm_deadline }
      : { ...line, replay: null, llm_deadline: null },
  )
  const executions = rows.map(({ execution, replay }) => ({
    ...execution,
    replay,
    skill: scriptName,
    is_durable: replay !== null,
    takeovers: 0,
    instance_id: '',
    format: executionFormat,
  }))
  const scripts = rows.map(({ execution, script, llm_deadline }) => ({
    ...script,
    llm_deadline,
    id: execution.id,
    profile_id: execution.principal_id,
    cache_key: '',
  }))
  const journal = rows.flatMap(({ execution, journal: calls }) =>
    calls.map((call) => ({ ...call, execution_id: execution.id })),
  )
  await tx.$executeRaw`
    insert into executions select * from json_populate_recordset(null::executions, ${JSON.stringify(executions)}::json)`
  await tx.$executeRaw`
    insert into script_executions
    select * from jsonb_populate_recordset(null::script_executions, ${JSON.stringify(scripts)}::jsonb)`
  await tx.$executeRaw`
    insert into journal_entries
    select * from json_populate_recordset(null::journal_entries, ${JSON.stringify(journal)}::json)`
  for (const line of lines) {
    if (line.kind !== 'waiting') continue
    if (!(await sealAgain(tx, seals, line.execution.execution.id, 'suspended'))) throw new AirlockError('damaged')
  }
}

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time))
