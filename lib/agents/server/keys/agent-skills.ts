import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { type Outcome, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { AgentRule } from '#runner/contract/agent-rule.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import type { AgentRules, SkillSource } from '#runner/core/ports.ts'
import { type AgentSkillView, NewAgentRule } from '../../model/agent-skill-schema.ts'

type Ports = Pick<PlatformPorts, 'db' | 'audit' | 'clock'> & {
  readonly skills: SkillSource
}

/** What the operator lets agents do with single skills. A rule belongs to the agent, so all of its keys have it. */
export type AgentSkills = AgentRules & {
  /** The rules of one agent, by the skill's name. */
  list(slug: string): Promise<readonly AgentSkillView[]>
  /** Replaces the rule for a skill. NOT_FOUND for an agent without keys or an unknown skill. */
  set(context: Context, slug: string, skill: string, input: unknown): Promise<Outcome<AgentSkillView>>
  /** Removes the rule for a skill. NOT_FOUND if there is none. */
  reset(context: Context, slug: string, skill: string): Promise<Outcome<{ readonly skill: string }>>
}

/** A rule that cannot be read must not allow what it may have denied. */
const unreadable: AgentRule = { enabled: false }

const withRelease = { release: { select: { version: true } } } as const
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
      if ((await skills.current(skill)) === undefined) {
        return refuse('NOT_FOUND', { message: `${skill} is not an installed skill.` })
      }
      const { release: asked, ...given } = parsed.value
      const rule: { [key: string]: Json } = JSON.parse(JSON.stringify(given))
      const digest = asked === undefined ? null : await digestOf(skill, asked)
      if (digest === undefined) {
        return refuseField('release', `${asked} is not a release of ${skill} that can still run`)
      }
      const at = new Date(clock.now())
      const change = { rule, digest, changedBy: principal.id, changedAt: at }
      const row = await db.$transaction(async (tx) => {
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

  /** The digest of the newest stored release with this version or digest. Undefined: there is none that may run. */
  async function digestOf(name: string, asked: string): Promise<string | undefined> {
    const row = await db.skillRelease.findFirst({
      where: { name, OR: [{ version: asked }, { digest: asked }] },
      orderBy: { createdAt: 'desc' },
      select: { digest: true },
    })
    return row !== null && (await skills.byDigest(row.digest)) !== undefined ? row.digest : undefined
  }
}

function ruleOf({ rule, digest }: Pick<Row, 'rule' | 'digest'>): AgentRule {
  const read = AgentRule.safeParse(rule)
  if (!read.success) return unreadable
  return digest === null ? read.data : { ...read.data, release: digest }
}

function viewOf(row: Row): AgentSkillView {
  const { slug, skill, release, changedAt } = row
  return { slug, skill, rule: ruleOf(row), version: release?.version ?? null, changed_at: changedAt.toISOString() }
}
