import type { Context } from '#lib/platform/server/auth/context.ts'
import type { AgentKey } from '#lib/platform/server/db/generated/client.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { type Outcome, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { newId } from '#runner/contract/ids.ts'
import { principalFrom, Source } from '#runner/contract/principal.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { SkillSource } from '#runner/core/ports.ts'
import { AgentKeyToken, type AgentKeyView, everySkill, NewAgentKey } from '../../model/agent-key-schema.ts'
import type { ToolCaller } from '../tools/agents-view.ts'
import { removeAgentSecrets } from './agent-secrets.ts'

type AgentKeyPorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock' | 'randomBytes'> & {
  readonly skills: Pick<SkillSource, 'current'>
}

/** A caller whose key was checked. */
export type AgentCaller = ToolCaller & { readonly slug: string }

export type AgentKeys = ReturnType<typeof createAgentKeys>

/** The time of the last use is exact to a minute. */
const usedMs = 60_000
const dayMs = 24 * 60 * 60_000

export function createAgentKeys({ db, audit, clock, randomBytes, skills }: AgentKeyPorts) {
  const now = () => new Date(clock.now())

  async function unknownSkillIn(names: readonly string[]): Promise<string | undefined> {
    for (const name of names) {
      if (name !== everySkill && (await skills.current(name)) === undefined) return name
    }
    return undefined
  }

  return {
    /** The result contains the key, which is shown only once. */
    async create({ principal }: Context, input: unknown): Promise<Outcome<AgentKeyView & { readonly key: string }>> {
      const parsed = parseInput(NewAgentKey, input, 'key')
      if (!parsed.ok) return parsed
      const { slug, description, source, expires_in_days } = parsed.value
      const names = [...new Set(parsed.value.skills)].sort()
      const unknown = await unknownSkillIn(names)
      if (unknown !== undefined) return refuseField('skills', `${unknown} is not an installed skill`)
      const [id, key] = [newId('agent', randomBytes), newId('agk', randomBytes)]
      const createdAt = now()
      const expiresAt = expires_in_days === undefined ? null : new Date(createdAt.getTime() + expires_in_days * dayMs)
      const row = await db.$transaction(async (tx) => {
        const data = { id, slug, keyHash: sha256(key), description, skills: names, source, createdAt, expiresAt }
        const created = await tx.agentKey.create({ data: { ...data, createdBy: principal.id } })
        await audit.record(tx, {
          at: createdAt,
          by: principal,
          action: 'agent_key.created',
          subject: id,
          detail: { slug, skills: names, source, ...(expiresAt ? { expires_at: expiresAt.toISOString() } : {}) },
        })
        return created
      })
      return { ok: true, value: { ...viewOf(row, now()), key } }
    },

    /** Every key, the newest first. */
    async list(): Promise<readonly AgentKeyView[]> {
      const rows = await db.agentKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })
      return rows.map((row) => viewOf(row, now()))
    },

    /**
     * Ends a key permanently, also for sessions in progress. With the last key of an agent, the values of its own secrets
     * are removed. NOT_FOUND for an unknown or revoked key.
     */
    async revoke({ principal }: Context, id: string): Promise<Outcome<AgentKeyView>> {
      const at = now()
      return db.$transaction(async (tx): Promise<Outcome<AgentKeyView>> => {
        // Locks all keys of the agent: another one may be revoked at the same time.
        await tx.$queryRaw`
          select id from agent_keys where slug = (select slug from agent_keys where id = ${id}) order by id for update`
        const [row] = await tx.agentKey.updateManyAndReturn({ where: { id, revokedAt: null }, data: { revokedAt: at } })
        if (row === undefined) {
          return refuse('NOT_FOUND', {
            message: 'There is no active key with this id. List the keys to see their ids.',
          })
        }
        await audit.record(tx, {
          at,
          by: principal,
          action: 'agent_key.revoked',
          subject: id,
          detail: { slug: row.slug },
        })
        const left = await tx.agentKey.count({ where: { slug: row.slug, revokedAt: null } })
        const secrets = left === 0 ? await removeAgentSecrets(tx, row.slug) : []
        if (secrets.length > 0) {
          const removed = { at, by: principal, action: 'agent_secret.removed', subject: row.slug, detail: { secrets } }
          await audit.record(tx, removed)
        }
        return { ok: true, value: viewOf(row, at) }
      })
    },

    /** The caller with this key. Undefined for an unknown, expired or revoked key. */
    async authenticate(token: string): Promise<AgentCaller | undefined> {
      if (!AgentKeyToken.safeParse(token).success) return undefined
      const row = await db.agentKey.findUnique({ where: { keyHash: sha256(token) } })
      const at = now()
      if (row === null || stateOf(row, at) !== 'active') return undefined
      if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= usedMs) {
        await db.agentKey.updateMany({ where: { id: row.id }, data: { lastUsedAt: at } })
      }
      return callerOf(row)
    },

    /** The caller of a key by the key's id, for sessions in progress. Undefined for an expired or revoked key. */
    async current(id: string): Promise<AgentCaller | undefined> {
      const row = await db.agentKey.findUnique({ where: { id } })
      return row !== null && stateOf(row, now()) === 'active' ? callerOf(row) : undefined
    },
  }
}

const callerOf = (row: AgentKey): AgentCaller => ({
  slug: row.slug,
  principal: principalFrom(sourceOf(row), { id: row.id, role: 'agent' }),
  skills: row.skills.includes(everySkill) ? 'all' : new Set(row.skills),
})

/** An unknown source, which this app never writes, counts as the least trusted one. */
const sourceOf = ({ source }: Pick<AgentKey, 'source'>): Source => Source.safeParse(source).data ?? 'public'

function stateOf({ revokedAt, expiresAt }: AgentKey, at: Date): AgentKeyView['state'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'active'
}

function viewOf(row: AgentKey, at: Date): AgentKeyView {
  const { id, slug, description, skills, createdAt, expiresAt, lastUsedAt } = row
  return {
    id,
    slug,
    description,
    skills,
    source: sourceOf(row),
    state: stateOf(row, at),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
