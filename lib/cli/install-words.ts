import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { changedRules } from '#lib/skills/server/installing/changes.ts'
import type { InstallProblem } from '#lib/skills/server/installing/install-problem.ts'
import { problemWords } from '#lib/skills/server/installing/install-problem.ts'
import type { ChangedChild, InstallPlan, PlannedSkill } from '#lib/skills/server/installing/plan-install.ts'
import { ancestorsOf, askersOf, stepsOf } from '#lib/skills/server/registry/compositions.ts'
import { permissionOf } from '#runner/contract/operations/host-operations.ts'
import { runtimes } from '#runner/contract/runtimes.ts'
import type { Permission } from '#runner/core/lacks.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { tierLimits } from '#runner/policy/ceilings.ts'
import { askedOf, grantedIn } from '#runner/policy/policy-sets.ts'
import { oneLine, shortPath } from './terminal.ts'

/** What is wrong and what to do, in one line. Problems of a folder have a line each. */
export const problemLines = (problem: InstallProblem): string =>
  problem.code === 'folder'
    ? problem.problems.map((one) => oneLine(formatProblem(one))).join('\n')
    : oneLine(problemWords(problem))

/** The plan as plain text: what each skill may do, and what changes. */
export const planWords = ({ skills, children }: InstallPlan): string =>
  [...skills.map(skillWords), ...children.map(childWords)].join('\n')

/** What the plan changes for a skill that inherits from a skill of the plan. */
function childWords({ name, added, removed, lostActions, tier }: ChangedChild): string {
  const lines = [
    ...(tier === undefined ? [] : [`its tier becomes ${tier}`]),
    ...added.map(
      (text) => `asks for ${text}, and gets it only after: ${travelCommand(`skill restore ${name} ${text}`)}`,
    ),
    ...removed.map((text) => `no longer asks for ${text}`),
    ...lostActions.map((action) => `no longer has the action ${action}`),
  ]
  const all = lines.length === 0 ? ['what it may do stays the same'] : lines
  return [`${name} inherits from what changes:`, ...all.map((line) => `    ${line}`), ''].join('\n')
}

/** The ancestors of a skill as a tree, with what each asks for and has. */
export const inheritanceLines = (skill: LoadedSkill): string[] =>
  ancestorsOf(skill).flatMap(({ name, version, tier, level, permissions, actions }) => {
    const indent = '  '.repeat(level)
    const parts = [...actions.map((action) => `action ${action}`), ...permissions]
    return [`${indent}- ${name} ${version}, tier ${tier}`, ...parts.map((part) => `${indent}    ${part}`)]
  })

/** The steps of a skill as a tree, each with what its own skill asks for. */
export const stepLines = (skill: LoadedSkill): string[] =>
  stepsOf(skill).flatMap(({ number, level, skill: name, version, tier, action, permissions }) => {
    const indent = '  '.repeat(level)
    const parts = permissions.length === 0 ? ['asks for nothing'] : permissions
    return [
      `${indent}${number}. ${action} of ${name} ${version}, tier ${tier}`,
      ...parts.map((part) => `${indent}     ${part}`),
    ]
  })

/** ` (from packing-list)`, unless only the skill itself asks for it. */
export function askerWords(skill: LoadedSkill, permission: Permission): string {
  const askers = askersOf(skill, askedOf(permission))
  return askers.length === 0 || askers.join() === skill.manifest.name ? '' : ` (from ${askers.join(', ')})`
}

function skillWords(planned: PlannedSkill): string {
  const { skill, composed, before, step, source, commit, publisher, check, fileChanges, isRequested } = planned
  const { manifest } = skill
  const { tier } = composed
  const { name, version, description, author, license, credentials, capability } = manifest
  const title =
    before === undefined ? `Install ${name} ${version}` : `Update ${name} ${before.manifest.version} to ${version}`
  const rules = before === undefined ? [] : changedRules(before.manifest, manifest)
  const facts = [
    ['', description],
    ['by', [author ?? 'an unknown author', license ?? 'license unknown'].join(', ')],
    ['from', commit === undefined ? source : `${source}, commit ${commit.slice(0, 12)}`],
    ['signed', publisher === undefined ? 'no' : `by ${publisher}`],
    [
      'tier',
      `${tierWords(tier)}${before === undefined || before.tier === skill.tier ? '' : `; it is ${before.tier} now`}`,
    ],
    ...(planned.trusted === undefined ? [] : [['', `travel.config.json trusts its ${planned.trusted}`]]),
    ...(isCode(skill) ? [['runs in', placesWords(skill)]] : []),
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
    ...(composed.mixin ? ['  It inherits from:', ...inheritanceLines(composed).map((line) => `  ${line}`)] : []),
    ...(composed.chain
      ? ['  Its steps, each with the permissions of its own skill:', ...stepLines(composed).map((line) => `  ${line}`)]
      : []),
    before === undefined ? '  It may, whenever it runs:' : '  It may, whenever it runs (+ is new):',
    ...permissionLines(planned),
    '',
  ].join('\n')
}

function permissionLines({ skill, composed, permissions, added, removed, before }: PlannedSkill): string[] {
  const lines = grantedIn(permissions).map((one) => {
    const isNew = before !== undefined && added.includes(askedOf(one))
    return `  ${isNew ? '+' : ' '} ${oneLine(`${permissionWords(one)}${askerWords(composed, one)}`)}`
  })
  const gone = removed.map((text) => `  - no longer asks for ${oneLine(text)}`)
  return [...(lines.length === 0 ? [`    ${nothingAsked[skill.program.kind]}`] : lines), ...gone]
}

const isCode = ({ program: { kind } }: LoadedSkill): boolean => kind === 'bundle' || kind === 'image'

/** What a skill may do that asks for no permission. */
const nothingAsked: Readonly<Record<LoadedSkill['program']['kind'], string>> = {
  prompt: 'be read by agents. It has no code.',
  steps: 'run its steps. It asks for nothing itself.',
  bundle: 'compute. It asks for nothing else.',
  image: 'compute. It asks for nothing else.',
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
  const nowhere = `nowhere: the tier ${tier} may run in ${able.join(', ')}, and the skill in ${manifest.runtimes.join(', ')}`
  const trusted = runtimes.some(({ name, tiers }) => manifest.runtimes.includes(name) && tiers.includes('verified'))
  return trusted
    ? `${nowhere}. If you trust its author, install it with --tier verified --trust ${manifest.name}`
    : nowhere
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
