import type { Context } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { AgentSecret, Prisma } from '#lib/platform/server/db/generated/client.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { type Outcome, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import type { VaultPorts } from '#lib/platform/server/vault/credentials.ts'
import { shareRing } from '#lib/platform/server/vault/current-key.ts'
import { openEnvelope, sealInEnvelope } from '#lib/platform/server/vault/envelope.ts'
import { sealedAgentSecrets } from '#lib/platform/server/vault/sealed-tables.ts'
import type { BoundCredential, WithheldCredential } from '#runner/contract/bound-credentials.ts'
import type { CredentialBroker, Log, SkillSource } from '#runner/core/ports.ts'
import { versionOf } from '#runner/run/bind-credentials.ts'
import { NewAgentSecret } from '../../model/agent-skill-schema.ts'
import { lockRule, ownSecretsOf } from './agent-skills.ts'

type Ports = VaultPorts & { readonly skills: Pick<SkillSource, 'current'> }

/** The secrets that single agents have values of their own for. Nothing here returns a value. */
export type AgentSecrets = {
  /**
   * Sets or removes the agent's own value of a secret of a skill. From then on, the agent gets nothing of the instance
   * under this name, until its rule for the skill is removed. NOT_FOUND for an agent without an active key, and for an
   * unknown skill.
   */
  set(
    context: Context,
    slug: string,
    skill: string,
    input: unknown,
  ): Promise<Outcome<{ readonly name: string; readonly has_value: boolean }>>
}

export function createAgentSecrets({ db, audit, clock, randomBytes, ring, skills }: Ports): AgentSecrets {
  return {
    async set({ principal }, slug, skill, input) {
      const parsed = parseInput(NewAgentSecret, input, 'secret')
      if (!parsed.ok) return parsed
      const { name, value } = parsed.value
      const current = await skills.current(skill)
      if (current === undefined) return refuse('NOT_FOUND', { message: `${skill} is not an installed skill.` })
      const asked = current.skill.manifest.permissions.secrets
      if (!asked.includes(name)) {
        const list = asked.length === 0 ? 'it asks for none' : `it asks for ${asked.join(', ')}`
        return refuseField('name', `${name} is not a secret of ${skill}: ${list}`)
      }
      return db.$transaction(async (tx): Promise<Outcome<{ readonly name: string; readonly has_value: boolean }>> => {
        await shareRing(tx, ring)
        // Locks the keys: the agent may lose its last one meanwhile.
        const keys = await tx.$queryRaw<unknown[]>`
          select id from agent_keys where slug = ${slug} and revoked_at is null order by id for share`
        if (keys.length === 0) {
          return refuse('NOT_FOUND', {
            message: `No agent with an active key is named ${slug}. Make a key for it first.`,
          })
        }
        await lockRule(tx, slug, skill)
        const at = new Date(clock.now())
        const row = await tx.agentSkill.findUnique({ where: { slug_skill: { slug, skill } } })
        const names = [...new Set([...(await ownSecretsOf(tx, slug, skill)), name])].sort()
        const change = { rule: { ...Object(row?.rule), own_secrets: names }, changedBy: principal.id, changedAt: at }
        await tx.agentSkill.upsert({
          where: { slug_skill: { slug, skill } },
          create: { slug, skill, ...change },
          update: change,
        })
        const id = `${slug}/${skill}/${name}`
        await tx.agentSecret.deleteMany({ where: { id } })
        if (value !== null) {
          const sealed = sealInEnvelope(ring(), randomBytes, value, sealedAgentSecrets.subjectOf(id))
          await tx.agentSecret.create({ data: { id, slug, skill, name, ...sealed } })
        }
        await audit.record(tx, {
          at,
          by: principal,
          action: value === null ? 'agent_secret.removed' : 'agent_secret.set',
          subject: slug,
          detail: { skill, name },
        })
        return { ok: true, value: { name, has_value: value !== null } }
      })
    },
  }
}

/** Removes every value of an agent. Returns the names of those that it had, as `SKILL/NAME`. */
export async function removeAgentSecrets(tx: Prisma.TransactionClient, slug: string): Promise<readonly string[]> {
  const rows = await tx.agentSecret.findMany({ where: { slug }, select: { skill: true, name: true } })
  await tx.agentSecret.deleteMany({ where: { slug } })
  return rows.map(({ skill, name }) => `${skill}/${name}`).sort()
}

/**
 * A broker that takes an agent's own secrets from its own values, and everything else from `broker`. An own secret
 * without a value that can be decrypted is withheld: nothing is sent to the hosts of the skill.
 */
export function withAgentSecrets(
  broker: CredentialBroker,
  {
    db,
    ring,
    log,
  }: { readonly db: DatabaseClient; readonly ring: VaultPorts['ring']; readonly log: Pick<Log, 'error'> },
): CredentialBroker {
  const opened = (row: AgentSecret | undefined) =>
    row && openEnvelope(ring(), row.sealed, sealedAgentSecrets.subjectOf(row.id))

  return {
    ...broker,
    async bind(principal, secrets, own) {
      if (own === undefined) return broker.bind(principal, secrets)
      const { skill, names, hosts } = own
      const key = await db.agentKey.findUnique({ where: { id: principal.id }, select: { slug: true } })
      const slug = key?.slug ?? ''
      const read = async () => {
        const rows = await db.agentSecret.findMany({ where: { slug, skill, name: { in: [...names] } } })
        return new Map(rows.map((row) => [row.name, row]))
      }
      const others = secrets.filter((name) => !names.includes(name))
      const ofInstance = others.length > 0 ? await broker.bind(principal, others) : []
      const bound = new Map<string, BoundCredential | WithheldCredential>(ofInstance)
      const rows = await read()
      for (const name of names) {
        // Read again: a rotation may have encrypted it under a new key, and dropped the old one, meanwhile.
        const value = opened(rows.get(name)) ?? (rows.has(name) ? opened((await read()).get(name)) : undefined)
        const remedy = `enter it on the page of ${slug}, under Agent keys`
        if (value === undefined && rows.has(name)) {
          log.error('a secret of an agent cannot be decrypted: set its value again', {
            agent: slug,
            skill,
            secret: name,
          })
        }
        bound.set(
          name,
          value === undefined
            ? { version: 'withheld', hosts, why: `${slug} has no value of its own for ${name}: ${remedy}` }
            : { version: versionOf(name, value), hosts, isCallers: true, value: () => value },
        )
      }
      return bound
    },
  }
}
