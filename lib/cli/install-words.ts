import { changedRules } from '#lib/skills/server/installing/changes.ts'
import type { InstallProblem } from '#lib/skills/server/installing/install-problem.ts'
import type { ChangedChild, InstallPlan, PlannedSkill } from '#lib/skills/server/installing/plan-install.ts'
import type { ResolveProblem, Wanted } from '#lib/skills/server/installing/resolve.ts'
import { ancestorsOf, askersOf } from '#lib/skills/server/registry/inheritance.ts'
import { relationRefusal } from '#lib/skills/server/registry/relations.ts'
import { type SourceWords, sourceTextWords, sourceWords } from '#lib/skills/server/sources/source-words.ts'
import { permissionOf } from '#runner/contract/operations/host-operations.ts'
import { runtimes } from '#runner/contract/runtimes.ts'
import type { Permission } from '#runner/core/lacks.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { tierLimits } from '#runner/policy/ceilings.ts'
import { grantedIn } from '#runner/policy/policy-sets.ts'
import { askedOf } from '#runner/policy/policy-terms.ts'
import { remedyFor } from './expected-failure.ts'
import { oneLine } from './terminal.ts'

/** What is wrong and what to do, as one or more sentences. */
export function problemWords(problem: InstallProblem): string {
  switch (problem.code) {
    case 'source':
      return sentences(sourceWords(problem.refusal))
    case 'source_text':
      return sentences(sourceTextWords({ ok: false, reason: problem.reason }))
    case 'folder':
      return problem.problems.map(formatProblem).join('\n')
    case 'other_name':
      return `The source offers ${problem.asked}, but the skill is named ${problem.found}. Its author must give both the same name.`
    case 'of_project':
      return `${problem.name} is a skill of the project. Remove it there first, or install a skill with another name.`
    case 'other_source':
      return `${problem.name} is installed from ${problem.installed}, and this is ${problem.asked}. Remove it first if you trust the other source.`
    case 'other_publisher':
      return `${problem.name} was signed by ${problem.installed ?? 'nobody'}, and this release by ${problem.found ?? 'nobody'}. Ask its author. Remove it first if you trust the other key.`
    case 'relations':
      return resolveWords(problem.name, problem.problem)
    case 'gates':
      return problem.refusal
    case 'not_installed':
      return problem.installed.length === 0
        ? `${problem.name} is not installed: no skill is.`
        : `${problem.name} is not installed: ${remedyFor(problem.name, problem.installed)}`
    case 'nothing_before':
      return `${problem.name} has no release before this one.`
    case 'files_missing':
      return `The files of ${problem.name} are missing or changed. Install it again.`
    case 'needed':
      return `${problem.name} is needed by ${problem.by.join(', ')}. Remove that first.`
    case 'not_locked':
      return `The lock file does not name ${problem.names.join(', ')}. Remove that first, or install without --frozen.`
    case 'differs':
      return `${problem.name} differs from the lock file: ${problem.field} is ${problem.found}, and must be ${problem.expected}. Nothing was installed.`
    case 'no_lock':
      return problem.detail === undefined
        ? `There is no ${problem.file}. Install a skill first: that writes it.`
        : `${problem.file} is not a lock file: ${problem.detail}.`
    case 'changed_meanwhile':
      return `${problem.name} was changed by somebody else meanwhile. Look again.`
  }
}

const sentences = ({ message, remedy }: SourceWords): string => `${message} ${remedy}`

function resolveWords(name: string, problem: ResolveProblem): string {
  switch (problem.code) {
    case 'relation':
      return relationRefusal(problem.name, problem.problem)
    case 'no_version': {
      const wanted = problem.wanted.map(wantedWords).join(', ')
      const found = problem.found.join(', ')
      return problem.isHere
        ? `No version of ${problem.other} fits: ${wanted}, and ${found} is installed and stays. Update it first.`
        : `No version of ${problem.other} fits: ${wanted}. The source has ${found}.`
    }
    case 'too_many':
      return `${name} needs so many skills that no fitting versions were found in ${problem.tried} tries. Install some of them first.`
  }
}

const wantedWords = ({ by, range }: Wanted): string => `${by} needs ${range ?? 'any'}`

/** The plan as plain text: what each skill may do, and what changes. */
export const planWords = ({ skills, children }: InstallPlan): string =>
  [...skills.map(skillWords), ...children.map(childWords)].join('\n')

/** What the plan changes for a skill that inherits from a skill of the plan. */
function childWords({ name, added, removed, lostActions, tier }: ChangedChild): string {
  const lines = [
    ...(tier === undefined ? [] : [`its tier becomes ${tier}`]),
    ...added.map((text) => `asks for ${text}, and gets it only after: travel skill restore ${name} ${text}`),
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
    ['tier', tierWords(tier)],
    ...(skill.program.kind === 'prompt' ? [] : [['runs in', placesWords(skill)]]),
    ['digest', `sha256:${manifest.provenance.digest}`],
    ['gates', `${check.verdict}, ${counted(check.findings.length, 'finding')}`],
    ...check.findings.slice(0, 5).map(({ file, line, why }) => ['', `${file}:${line} ${why}`]),
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
    before === undefined ? '  It may, whenever it runs:' : '  It may, whenever it runs (+ is new):',
    ...permissionLines(planned),
    '',
  ].join('\n')
}

function permissionLines({ skill, composed, permissions, added, removed, before }: PlannedSkill): string[] {
  const lines = grantedIn(permissions).map((one) => {
    const isNew = before !== undefined && added.includes(askedOf(one))
    return `  ${isNew ? '+' : ' '} ${permissionWords(one)}${askerWords(composed, one)}`
  })
  const gone = removed.map((text) => `  - no longer asks for ${text}`)
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
    ...added.map((path) => `+${path}`),
    ...removed.map((path) => `-${path}`),
    ...changed.map((path) => `~${path}`),
  ]
  return parts.length > 12
    ? `${parts.slice(0, 12).join(' ')} and ${parts.length - 12} more`
    : parts.join(' ') || 'equal'
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
