import * as z from 'zod'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { type Outcome, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { AgentRule } from '#runner/contract/agent-rule.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import type { AgentRules, SkillSource } from '#runner/core/ports.ts'
import { type LoadedSkill, ownRelease } from '#runner/core/skill.ts'
import { type AgentSkillView, NewAgentRule } from '../../model/agent-skill-schema.ts'

type Ports = Pick<PlatformPorts, 'db' | 'audit' | 'clock'> & {
  readonly skills: SkillSource
}

/** What the operator lets agents do with single skills. A rule belongs to the agent, so all of its keys have it. */
export type AgentSkills = AgentRules & {
  /** The rules of one agent, by the skill's name. */
  list(slug: string): Promise<readonly AgentSkillView[]>
  /** Replaces the rule for a skill, apart from the agent's own secrets. NOT_FOUND for an agent without keys or an unknown skill. */
  set(context: Context, slug: string, skill: string, input: unknown): Promise<Outcome<AgentSkillView>>
  /** Removes the rule for a skill, with the agent's own secrets. NOT_FOUND if there is none. */
  reset(context: Context, slug: string, skill: string): Promise<Outcome<{ readonly skill: string }>>
}

/** A rule that cannot be read must not allow what it may have denied. */
const unreadable: AgentRule = { enabled: false }

const withRelease = { release: { select: { version: true } }, secrets: { select: { name: true } } } as const
type Row = Prisma.AgentSkillGetPayload<{ include: typeof withRelease }>

export function createAgentSkills({ db, audit, clock, skills }: Ports): AgentSkills {
  return {
    async of({ id, role }) {
      const key = role === 'agent' ? await db.agentKey.findUnique({ where: { id }, select: { slug: true } }) : null
      const rows = key === null ? [] : await db.agentSkill.findMany({ where: { slug: key.slug } })
      return new Map(rows.map((row) => [row.skill, ruleOf(row)]))
    },

    async list(slug) {
      const rows = await db.agentSkill.findMany({ where: { slug }, orderBy: { skill: 'asc' }, include: withRelease })
      return rows.map(viewOf)
    },

    async set({ principal }, slug, skill, input) {
      const parsed = parseInput(NewAgentRule, input, 'rule')
      if (!parsed.ok) return parsed
      if ((await db.agentKey.count({ where: { slug } })) === 0) {
        return refuse('NOT_FOUND', { message: `No agent is named ${slug}. Make a key for it first.` })
      }
      const current = await skills.current(skill)
      if (current === undefined) {
        return refuse('NOT_FOUND', { message: `${skill} is not an installed skill.` })
      }
      const { release: asked, ...given } = parsed.value
      const kept = asked === undefined ? undefined : await keptRelease(current.skill, asked)
      if (asked !== undefined && kept === undefined) {
        return refuseField('release', `${asked} is not a release of ${skill} that can still run`)
      }
      const { digest = null, ...composition } = kept ?? {}
      const rule: { [key: string]: Json } = JSON.parse(JSON.stringify({ ...given, ...composition }))
      const at = new Date(clock.now())
      const row = await db.$transaction(async (tx) => {
        await lockRule(tx, slug, skill)
        const own = await ownSecretsOf(tx, slug, skill)
        const change = {
          rule: { ...rule, ...(own.length > 0 && { own_secrets: [...own] }) },
          digest,
          changedBy: principal.id,
          changedAt: at,
        }
        await audit.record(tx, {
          at,
          by: principal,
          action: 'agent_skill.changed',
          subject: slug,
          detail: { skill, rule, ...(digest && { digest }) },
        })
        return tx.agentSkill.upsert({
          where: { slug_skill: { slug, skill } },
          create: { slug, skill, ...change },
          update: change,
          include: withRelease,
        })
      })
      return { ok: true, value: viewOf(row) }
    },

    async reset({ principal }, slug, skill) {
      return db.$transaction(async (tx): Promise<Outcome<{ readonly skill: string }>> => {
        const { count } = await tx.agentSkill.deleteMany({ where: { slug, skill } })
        if (count === 0) return refuse('NOT_FOUND', { message: `${slug} has no rule for ${skill}.` })
        const at = new Date(clock.now())
        await audit.record(tx, { at, by: principal, action: 'agent_skill.reset', subject: slug, detail: { skill } })
        return { ok: true, value: { skill } }
      })
    },
  }

  /**
   * The newest stored release with this version or digest. If it has parents, `release` is its composition with those that
   * it has now or, if it is not the current release, that it had last. Undefined: there is none that may run.
   */
  async function keptRelease(
    current: LoadedSkill,
    asked: string,
  ): Promise<{ readonly digest: string; readonly release?: string } | undefined> {
    const { name } = current.manifest
    const composition = await db.skillComposition.findUnique({ where: { digest: asked }, select: { own: true } })
    const own = composition?.own ?? asked
    const row = await db.skillRelease.findFirst({
      where: { name, OR: [{ version: own }, { digest: own }] },
      orderBy: { createdAt: 'desc' },
      select: { digest: true },
    })
    if (row === null) return undefined
    const { digest } = row
    for (const each of composition ? [asked] : await compositionsOf(current, digest)) {
      const found = await skills.byDigest(each)
      // An inherited action is stored like a composition, and has no parents.
      if (found?.mixin) return { digest, release: each }
    }
    const found = await skills.byDigest(digest)
    return found && { digest, ...(found.mixin && { release: found.digest }) }
  }

  /** The compositions of a release, the one to keep first. */
  async function compositionsOf(current: LoadedSkill, digest: string): Promise<readonly string[]> {
    if (digest === ownRelease(current).digest) return current.mixin ? [current.digest] : []
    const rows = await db.skillComposition.findMany({
      where: { own: digest },
      orderBy: { createdAt: 'desc' },
      select: { digest: true },
    })
    return rows.map((row) => row.digest)
  }
}

/** Until the transaction ends, nobody else changes the rule. */
export async function lockRule(tx: Prisma.TransactionClient, slug: string, skill: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`agent rule ${slug} ${skill}`}, 0))`
}

/**
 * The names of the agent's own secrets: those of the rule, also of one that cannot be read, and those that have a value.
 * A name that was lost would let the agent have the value of the instance.
 */
export async function ownSecretsOf(
  tx: Prisma.TransactionClient,
  slug: string,
  skill: string,
): Promise<readonly string[]> {
  const row = await tx.agentSkill.findUnique({
    where: { slug_skill: { slug, skill } },
    select: { rule: true, secrets: { select: { name: true } } },
  })
  const { data: named = [] } = Names.safeParse(Object(row?.rule).own_secrets)
  return [...new Set([...named, ...(row?.secrets ?? []).map(({ name }) => name)])].sort()
}
const Names = z.array(z.string())

function ruleOf({ rule, digest }: Pick<Row, 'rule' | 'digest'>): AgentRule {
  const read = AgentRule.safeParse(rule)
  if (!read.success) return unreadable
  return digest === null ? read.data : { release: digest, ...read.data }
}

function viewOf(row: Row): AgentSkillView {
  const { slug, skill, release, changedAt } = row
  const own = row.secrets.map(({ name }) => name).sort()
  return {
    slug,
    skill,
    rule: ruleOf(row),
    version: release?.version ?? null,
    own_values: own,
    changed_at: changedAt.toISOString(),
  }
}
