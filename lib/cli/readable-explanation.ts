import type { SkillExplanation } from '#lib/skills/server/invoking/explain-skill.ts'
import { faultNames } from '#runner/contract/errors.ts'
import { hasTrust } from '#runner/contract/principal.ts'
import { type Decider, setNames } from '#runner/core/lacks.ts'
import { shortName } from '#runner/core/quoted.ts'
import { lowering } from '#runner/policy/explain-lacks.ts'

/** The column headings of the table, by permission set. */
const columns = {
  manifest: 'requested',
  approval: 'approved',
  tier: 'tier',
  source: 'source',
  config: 'config',
  skill: 'config of the skill',
  agent: 'agent',
  profile: 'profile',
} as const

/** The texts that name the set that denies a permission. */
const deniers: Readonly<Record<Decider, string>> = {
  manifest: 'not declared by its manifest',
  approval: 'not approved',
  tier: 'above the ceiling of its tier',
  source: 'above the trust of the source',
  config: 'safeExecution in travel.config.json',
  skill: 'its entry in travel.config.json',
  agent: "the operator's rule for the agent",
  profile: 'not in the profile',
  operator: 'the operator',
  gates: 'the gates',
}
const said = (by: readonly Decider[]) => by.map((name) => deniers[name]).join('; ')

/** What the state of a profile means for its executions. */
const profileStates = {
  unlocked: 'nothing runs for it until an operator locks it.',
  expired: 'nothing runs for it.',
  revoked: 'nothing runs for it.',
} as const

/** The explanation as plain text: a table of permissions, one of limits, and what may run. */
export function readableExplanation(explained: SkillExplanation): string {
  const { skill, version, tier, source, profile, trust, permissions, limits, runtimes, actions } = explained
  const shown = setNames.filter((name) => name !== 'agent' && (name !== 'profile' || profile !== undefined))
  const withheld = [
    ...(hasTrust(trust.config, trust.source) ? [] : [`travel.config.json leaves it ${trust.config}`]),
    ...(hasTrust(trust.skill, trust.source) ? [] : [`and leaves this skill ${trust.skill}`]),
  ]
  const isRefused = Object.values(actions).every(({ may_run }) => !may_run)
  const unnamed = isRefused ? 'the request is refused, see below' : 'a host needs a method, and a method a host'
  // A prompt, whose only action is `*`, needs no runtime.
  const isWithoutRuntime = runtimes.effective.length === 0
  const lines = [
    `${skill} ${version}, tier ${tier}, for requests from ${source}${profile === undefined ? '' : ` with ${profile.id}`}`,
    `It needs trust ${trust.needed}; the source has ${[trust.source, ...withheld].join(', ')}.`,
    ...(profile === undefined || profile.state === 'locked'
      ? []
      : [`The profile is ${profile.state}: ${profileStates[profile.state]}`]),
    ...(explained.is_enabled ? [] : ['The operator switched it off: it does not run.']),
    '',
    ...table([
      ['permission', ...shown.map((name) => columns[name]), 'effective'],
      ...permissions.map(({ permission, item, sets, effective, deniedBy }) => [
        item === '' ? permission : `${permission} ${shortItem(item)}`,
        ...shown.map((name) => (sets[name] ? 'yes' : 'no')),
        effective ? 'yes' : `no: ${said(deniedBy) || unnamed}`,
      ]),
      ...(permissions.length > 0 ? [] : [['(none)']]),
    ]),
    '',
    ...table([
      ['limit', 'requested', 'effective'],
      ...limits.map(({ limit, requested, effective, loweredBy }) => [
        limit,
        String(requested),
        loweredBy.length === 0
          ? String(effective)
          : `${effective}: ${loweredBy.map((name) => lowering[name]).join('; ')}`,
      ]),
    ]),
    '',
    `Runtimes: ${runtimes.effective.join(', ') || 'none'} (requested: ${runtimes.requested.join(', ')})`,
    ...Object.entries(actions).map(([name, action]) =>
      action.may_run
        ? `Action ${name}: ${isWithoutRuntime && name !== '*' ? `permitted, but the tier ${tier} allows none of its runtimes` : 'may run'}`
        : `Action ${name}: refused (${action.code}), at fault is ${faultNames[action.fault]}: ${action.reason}${action.lacks.map(({ asked, by }) => `\n  ${asked}: ${said(by)}`).join('')}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

const shortItem = (item: string) =>
  item
    .split('/')
    .map((part) => (part === '' ? '' : shortName(part)))
    .join('/')

/** Pads every column but the last to its widest cell. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  '),
  )
}
