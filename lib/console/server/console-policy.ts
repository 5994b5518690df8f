import type { SkillExplanation } from '#lib/skills/server/invoking/explain-skill.ts'
import { hasTrust, type Trust, trustLevels } from '#runner/contract/principal.ts'
import type { PermissionRow } from '#runner/policy/effective-permissions.ts'
import { lowering, whyDenied } from '#runner/policy/explain-lacks.ts'
import type { ConsoleSkillPage } from '../model/console-skill.ts'

type Policy = Pick<ConsoleSkillPage, 'trust' | 'permissions' | 'limits' | 'runtimes' | 'actions'>

/** The explanation of a policy as the console shows it: a sentence for each denied permission and lowered limit. */
export function consolePolicy(explained: SkillExplanation): Policy {
  const { permissions, limits, runtimes, trust, actions } = explained
  return {
    trust: { needed: trust.needed, held: least([trust.source, trust.config, trust.skill]) },
    permissions: permissions.map((row) => rowOf(row, explained)),
    limits: limits.map(({ limit, requested, effective, loweredBy }) => {
      return { limit: inManifest(limit), requested, effective, lowered_by: loweredBy.map((cap) => lowering[cap]) }
    }),
    runtimes: { requested: [...runtimes.requested], effective: [...runtimes.effective] },
    actions: Object.entries(actions).map(([name, action]) => ({
      name,
      may_run: action.may_run,
      reason: action.may_run ? null : `${sentence(action.reason)}.`,
    })),
  }
}

/** `timeout_ms` for `timeoutMs`: the name that operators know from skill.yaml. */
const inManifest = (limit: string) => limit.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function rowOf(row: PermissionRow, explained: SkillExplanation): Policy['permissions'][number] {
  const { permission, item, sets, effective } = row
  return {
    permission,
    item,
    requested: sets.manifest,
    from: [],
    approved: sets.approval,
    tier: sets.tier,
    source: sets.source,
    config: sets.config && sets.skill,
    effective,
    reason: effective ? null : reasonOf(row, explained),
  }
}

/**
 * Names every set that lacks the permission. If no set does, the whole request is refused, or the skill has a host
 * without a method or a method without a host.
 */
function reasonOf({ item, deniedBy }: PermissionRow, explained: SkillExplanation): string {
  const subject = item === '' ? 'It' : item
  if (deniedBy.length > 0) return `${subject} ${whyDenied(deniedBy, explained)}.`
  const refused = Object.values(explained.actions).find((action) => !action.may_run)
  const mayRun = Object.values(explained.actions).some((action) => action.may_run)
  if (!mayRun && refused && !refused.may_run) return `The request as a whole is refused: the skill ${refused.reason}.`
  return 'A host needs a method, and a method a host.'
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const least = (levels: readonly Trust[]): Trust =>
  trustLevels.findLast((level) => levels.every((one) => hasTrust(one, level))) ?? 'none'
