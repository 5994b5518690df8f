import { newId } from '#runner/contract/ids.ts'
import { ChangedCredential, CredentialUse, type CredentialView, NewCredential } from '../../model/credential-schema.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Context } from '../auth/context.ts'
import type { Credential } from '../db/generated/client.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, refuse, refuseField } from '../http/outcome.ts'
import type { PlatformPorts } from '../ports.ts'
import { shareRing } from './current-key.ts'
import { openEnvelope, sealInEnvelope } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import { sealedCredentials } from './sealed-tables.ts'

export type VaultPorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock' | 'randomBytes'> & {
  /** Returns the current ring, which a rotation in another process may have changed. */
  readonly ring: () => KeyRing
}

/** The credentials of an instance, for operators. Nothing here returns a value. */
export function createCredentials(ports: VaultPorts) {
  const { db, clock, randomBytes } = ports

  const sealed = (id: string, value: string | undefined) =>
    value === undefined
      ? {}
      : {
          ...sealInEnvelope(ports.ring(), randomBytes, value, sealedCredentials.subjectOf(id)),
          clear: null,
          version: { increment: 1 },
        }

  return {
    async list(): Promise<readonly CredentialView[]> {
      return (await db.credential.findMany({ orderBy: { name: 'asc' } })).map(viewOf)
    },

    /** INVALID_INPUT by field, CONFLICT for an existing name. */
    async create(context: Context, input: unknown): Promise<Outcome<CredentialView>> {
      const parsed = parseInput(NewCredential, input, 'credential')
      if (!parsed.ok) return parsed
      const { name, value, ...fields } = parsed.value
      const id = newId('cred', randomBytes)
      return db.$transaction(async (tx): Promise<Outcome<CredentialView>> => {
        await shareRing(tx, ports.ring)
        const { version: _, ...secret } = { version: 0, ...sealed(id, value) }
        const { count } = await tx.credential.createMany({
          data: [{ id, name, ...columnsOf(fields), ...secret, version: value === undefined ? 0 : 1 }],
          skipDuplicates: true,
        })
        if (count === 0) {
          const message = `A credential with the name ${name} exists: change that one, or choose another name.`
          return refuse('CONFLICT', { message, details: { name: message } })
        }
        await recordAct(ports, tx, context.principal, 'credential.created', name, said(value !== undefined))
        return { ok: true, value: viewOf(await tx.credential.findUniqueOrThrow({ where: { id } })) }
      })
    },

    /**
     * Replaces the fields, and the value if the input has one. NOT_FOUND for an unknown name, CONFLICT if the credential
     * has changed since the operator saw it.
     */
    async change(context: Context, name: string, input: unknown): Promise<Outcome<CredentialView>> {
      const parsed = parseInput(ChangedCredential, input, 'credential')
      if (!parsed.ok) return parsed
      const { value, updated_at: seen, ...fields } = parsed.value
      return db.$transaction(async (tx): Promise<Outcome<CredentialView>> => {
        await shareRing(tx, ports.ring)
        // Locks the row: it must not change between these checks and the update.
        const [found] = await tx.$queryRaw<Pick<Credential, 'id' | 'kind' | 'updatedAt'>[]>`
          select id, kind::text, updated_at as "updatedAt" from credentials where name = ${name} for update`
        if (!found) return refuse('NOT_FOUND')
        const { id, updatedAt } = found
        if (Date.parse(seen) !== updatedAt.getTime()) {
          const message = `${name} was changed meanwhile: check its fields, then save again.`
          return refuse('CONFLICT', { message })
        }
        // A setting's value is visible to scripts; a secret must not become visible by a change of its kind.
        if (fields.use.kind === 'setting' && found.kind !== 'setting' && value === undefined) {
          return refuseField('value', 'must be given anew when a secret becomes a setting, which scripts can read')
        }
        // Two changes in the same millisecond must differ too.
        const later = new Date(Math.max(clock.now(), updatedAt.getTime() + 1))
        const data = { ...columnsOf(fields), ...sealed(id, value), updatedAt: later }
        const row = await tx.credential.update({ where: { id }, data })
        await recordAct(ports, tx, context.principal, 'credential.changed', name, said(value !== undefined))
        return { ok: true, value: viewOf(row) }
      })
    },

    async remove(context: Context, name: string) {
      return db.$transaction(async (tx): Promise<Outcome<{ readonly removed: string }>> => {
        const { count } = await tx.credential.deleteMany({ where: { name } })
        if (count === 0) return refuse('NOT_FOUND')
        await recordAct(ports, tx, context.principal, 'credential.removed', name, said(false))
        return { ok: true, value: { removed: name } }
      })
    },
  }
}

/** What the trail says of the value. */
const said = (hasValue: boolean) => ({ value: hasValue ? 'set' : 'unchanged' })

type Fields = Omit<ReturnType<typeof ChangedCredential.parse>, 'value' | 'updated_at'>

function columnsOf({ description, use: { kind, ...detail }, hosts, expires_at }: Fields) {
  return { description, kind, detail, hosts, expiresAt: expires_at === null ? null : new Date(expires_at) }
}

function viewOf(row: Credential): CredentialView {
  return {
    name: row.name,
    description: row.description,
    use: readUse(row),
    hosts: row.hosts,
    value_exists: row.sealed !== null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    updated_at: row.updatedAt.toISOString(),
  }
}

export const readUse = ({ kind, detail }: Pick<Credential, 'kind' | 'detail'>): CredentialUse =>
  CredentialUse.parse({ kind, ...Object(detail) })

/** The decrypted value of a row. Undefined if it has none, or cannot be decrypted. */
export const openedValue = (ring: KeyRing, { id, sealed }: Pick<Credential, 'id' | 'sealed'>): string | undefined =>
  sealed === null ? undefined : openEnvelope(ring, sealed, sealedCredentials.subjectOf(id))
