import { changedRules, grantedIn } from '#lib/skills/server/installing/changes.ts'
import type { InstallProblem } from '#lib/skills/server/installing/install-problem.ts'
import type { InstallPlan, PlannedSkill } from '#lib/skills/server/installing/plan-install.ts'
import { problemWords } from '#lib/skills/server/installing/problem-words.ts'
import { permissionOf } from '#runner/contract/operations/host-operations.ts'
import { runtimes } from '#runner/contract/runtimes.ts'
import type { Permission } from '#runner/core/lacks.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { tierLimits } from '#runner/policy/ceilings.ts'
import { askedOf } from '#runner/policy/policy-terms.ts'
import { oneLine, shortPath } from './terminal.ts'

/** What is wrong and what to do, in one line. Problems of a folder have a line each. */
export const problemLines = (problem: InstallProblem): string =>
  problem.code === 'folder'
    ? problem.problems.map((one) => oneLine(formatProblem(one))).join('\n')
    : oneLine(problemWords(problem))

/** The plan as plain text: what each skill may do, and what changes. */
export const planWords = ({ skills }: InstallPlan): string => skills.map(skillWords).join('\n')

function skillWords(planned: PlannedSkill): string {
  const { skill, before, step, source, commit, publisher, check, fileChanges, isRequested } = planned
  const { manifest, tier } = skill
  const { name, version, description, author, license, credentials, capability } = manifest
  const title =
    before === undefined ? `Install ${name} ${version}` : `Update ${name} ${before.manifest.version} to ${version}`
  const rules = before === undefined ? [] : changedRules(before.manifest, manifest)
  const facts = [
    ['', description],
    ['by', [author ?? 'an unknown author', license ?? 'license unknown'].join(', ')],
    ['from', commit === undefined ? source : `${source}, commit ${commit.slice(0, 12)}`],
    ['signed', publisher === undefined ? 'no' : `by ${publisher}`],
    ['tier', tierWords(tier)],
    ...(planned.trusted === undefined ? [] : [['', `travel.config.json trusts its ${planned.trusted}`]]),
    ...(skill.program.kind === 'prompt' ? [] : [['runs in', placesWords(skill)]]),
    ['digest', `sha256:${manifest.provenance.digest}`],
    ['gates', `${check.verdict}, ${counted(check.findings.length, 'finding')}`],
    ...check.findings.slice(0, 5).map(({ file, line, why }) => ['', `${shortPath(file)}:${line} ${why}`]),
    ...(capability === undefined ? [] : [['used', `by every search for ${capability}, when it is enabled`]]),
    ...(isRequested ? [] : [['here', 'because another skill of this installation needs it']]),
    ...(planned.wasRolledBack ? [['note', 'you returned from this release to the installed one']] : []),
    ...(step === 'lower' ? [['note', 'the version is lower than the installed one']] : []),
    ...(rules.length === 0 ? [] : [['rules', `changed: ${rules.join(', ')}`]]),
    ...(before === undefined ? [] : [['files', changesOf(fileChanges)]]),
  ]
  const hosts = Object.values(credentials).map((use) => `${use.kind} at ${use.host}`)
  return [
    title,
    ...facts.map(([word = '', text = '']) => `  ${word.padEnd(7)} ${oneLine(text)}`),
    ...(hosts.length > 0 ? [`  keys    ${hosts.join(', ')}`] : []),
    before === undefined ? '  It may, whenever it runs:' : '  It may, whenever it runs (+ is new):',
    ...permissionLines(planned),
    '',
  ].join('\n')
}

function permissionLines({ skill, permissions, added, removed, before }: PlannedSkill): string[] {
  const lines = grantedIn(permissions).map((one) => {
    const isNew = before !== undefined && added.includes(askedOf(one))
    return `  ${isNew ? '+' : ' '} ${oneLine(permissionWords(one))}`
  })
  const gone = removed.map((text) => `  - no longer asks for ${oneLine(text)}`)
  const none =
    skill.program.kind === 'prompt'
      ? '    be read by agents. It has no code.'
      : '    compute. It asks for nothing else.'
  return [...(lines.length === 0 ? [none] : lines), ...gone]
}

/** `Contact api.example.com: over HTTPS, …`. */
export function permissionWords({ permission, item }: Permission): string {
  const { verb, detail } = permissionOf(permission)
  return `${verb.replaceAll('{item}', () => item)}: ${detail.replaceAll('{item}', () => item)}`
}

function tierWords(tier: keyof typeof tierLimits): string {
  const { timeoutMs, memoryMb, fuel } = tierLimits[tier]
  return `${tier}, at most ${timeoutMs / 1000} s, ${memoryMb} MB and ${fuel.toLocaleString('en')} units of fuel by default`
}

/** The runtimes that the skill names and its tier allows. */
function placesWords({ manifest, tier }: LoadedSkill): string {
  const places = runtimes.filter(({ start, tiers }) => start !== 'planned' && tiers.includes(tier))
  const able = places.map(({ name }) => name)
  const both = manifest.runtimes.filter((name) => able.includes(name))
  if (both.length > 0) return both.join(', ')
  return `nowhere: the tier ${tier} may run in ${able.join(', ')}, and the skill in ${manifest.runtimes.join(', ')}`
}

function changesOf({ added, removed, changed }: PlannedSkill['fileChanges']): string {
  const parts = [
    ...added.map((path) => `+${shortPath(path)}`),
    ...removed.map((path) => `-${shortPath(path)}`),
    ...changed.map((path) => `~${shortPath(path)}`),
  ]
  return parts.length > 12
    ? `${parts.slice(0, 12).join(' ')} and ${parts.length - 12} more`
    : parts.join(' ') || 'equal'
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
