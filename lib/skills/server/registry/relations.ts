import satisfies from 'semver/functions/satisfies.js'
import type { SkillManifest } from '#runner/contract/manifest.ts'
import { type StepManifest, stepProblems } from '#runner/manifest/check-steps.ts'
import { maxLevels } from '#runner/manifest/compose-skill.ts'
import { pathText } from '#runner/manifest/manifest-problem.ts'

/** What a manifest says about other skills. Without its actions, as the list of a source has it, no step is checked. */
export type Related = Pick<SkillManifest, 'name' | 'version' | 'dependencies' | 'parents' | 'conflicts_with'> &
  Partial<StepManifest>

/** Why a skill cannot run beside the others. */
export type RelationProblem =
  /** `names` leads from the skill back to it. */
  | { readonly code: 'cycle'; readonly names: readonly string[] }
  /** `names` leads from the skill to its most distant ancestor. */
  | { readonly code: 'too_deep'; readonly names: readonly string[] }
  | { readonly code: 'missing' | 'off'; readonly other: string }
  | {
      readonly code: 'version'
      readonly other: string
      readonly range: string
      readonly found: string
      /** The other skills that depend on `other`. */
      readonly alsoWanted: readonly { readonly by: string; readonly range: string }[]
    }
  /** `declaredBy` declares the conflict with `against`. Each is the skill, the other one, or an ancestor of it. */
  | { readonly code: 'conflict'; readonly other: string; readonly declaredBy: string; readonly against: string }
  /** A step does not fit the action that it names, or the results that it reads. `field`: as in `steps.0.params.origin`. */
  | { readonly code: 'step'; readonly field: string; readonly message: string; readonly remedy: string }
  /** It needs a skill that has a problem. */
  | { readonly code: 'needs'; readonly other: string; readonly because: RelationProblem }

type Skills = ReadonlyMap<string, Related>
type Conflict = Extract<RelationProblem, { code: 'conflict' }>

/** The skills that one needs: its parents and dependencies. */
export const needsOf = (skill: Related | undefined): readonly string[] =>
  skill ? [...new Set([...skill.parents, ...Object.keys(skill.dependencies)])] : []

/** Whether a manifest says anything about other skills. Without it, only a skill that is off can have a problem. */
export const isRelated = (skill: Related): boolean => needsOf(skill).length + skill.conflicts_with.length > 0

/**
 * Why each of `names` cannot run beside the skills that are on. A conflict stops the skill that declares it, so that no
 * skill can stop others by what it declares. A skill that is off is also stopped by what the others declare: it has to
 * stay off.
 */
export function relationProblems(
  names: readonly string[],
  skills: Skills,
  isOn: (name: string) => boolean,
): ReadonlyMap<string, RelationProblem> {
  const known = new Map<string, RelationProblem | undefined>()
  const families = new Map([...skills.keys()].map((name) => [name, familyOf(name, skills)]))

  const problemOf = (skill: Related): RelationProblem | undefined => {
    if (!known.has(skill.name)) known.set(skill.name, findProblem(skill))
    return known.get(skill.name)
  }

  const findProblem = (skill: Related): RelationProblem | undefined => {
    const cycle = pathBack(skill.name, skills)
    // The skills of a cycle end here, so the search below ends.
    if (cycle) return { code: 'cycle', names: cycle }
    const line = longestLine(skill.name, skills)
    if (line.length > maxLevels) return { code: 'too_deep', names: line }
    for (const other of needsOf(skill)) {
      const problem = problemOfNeed(skill, other)
      if (problem) return problem
    }
    return stepProblemOf(skill, skills) ?? conflictOf(skill.name)
  }

  const conflictOf = (name: string): Conflict | undefined => {
    const own = families.get(name)
    // A skill that is on and declares nothing need not be compared with all others.
    if (!own || (own.conflicts.length === 0 && isOn(name))) return undefined
    for (const [other, theirs] of families) {
      if (other === name || !isOn(other)) continue
      const declared = conflictBetween(own, theirs) ?? (isOn(name) ? undefined : conflictBetween(theirs, own))
      if (declared) return { code: 'conflict', other, ...declared }
    }
    return undefined
  }

  const problemOfNeed = (skill: Related, other: string): RelationProblem | undefined => {
    const found = skills.get(other)
    if (!found) return { code: 'missing', other }
    if (!isOn(other)) return { code: 'off', other }
    const range = skill.dependencies[other]
    if (range !== undefined && !satisfies(found.version, range)) {
      const alsoWanted = [...skills.values()].flatMap(({ name: by, dependencies }) => {
        const its = dependencies[other]
        return its === undefined || by === skill.name || !isOn(by) ? [] : [{ by, range: its }]
      })
      return { code: 'version', other, range, found: found.version, alsoWanted }
    }
    const because = problemOf(found)
    return because && { code: 'needs', other, because }
  }

  const problems = names.flatMap((name): [string, RelationProblem][] => {
    const skill = skills.get(name)
    const problem = skill && problemOf(skill)
    return problem ? [[name, problem]] : []
  })
  return new Map(problems)
}

/** The first problem of the steps of a skill. */
function stepProblemOf(skill: Related, skills: Skills): RelationProblem | undefined {
  if (!(skill.steps && hasActions(skill))) return undefined
  const [first] = stepProblems(skill, (name) => {
    const found = skills.get(name)
    return found && hasActions(found) ? found : undefined
  })
  return first && { code: 'step', field: pathText(first.path), message: first.message, remedy: first.remedy }
}

const hasActions = (skill: Related): skill is Related & StepManifest => skill.actions !== undefined

/** The shortest way from a skill over what it needs back to the skill. */
function pathBack(name: string, skills: Skills): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const open = [name]
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const next of needsOf(skills.get(at))) {
      if (next === name) {
        const back = [name]
        for (let step: string | undefined = at; step !== undefined; step = cameFrom.get(step)) back.unshift(step)
        return back
      }
      if (cameFrom.has(next)) continue
      cameFrom.set(next, at)
      open.push(next)
    }
  }
  return undefined
}

/** The longest line of ancestors, up to one level more than allowed: the rest does not change the answer. */
function longestLine(name: string, skills: Skills, levels = maxLevels): readonly string[] {
  if (levels === 0) return [name]
  const lines = (skills.get(name)?.parents ?? []).map((parent) => longestLine(parent, skills, levels - 1))
  return [name, ...lines.reduce((longest, line) => (line.length > longest.length ? line : longest), [])]
}

/** A skill with its ancestors, and the conflicts that these declare. */
type Family = { readonly names: ReadonlySet<string>; readonly conflicts: readonly Omit<Conflict, 'code' | 'other'>[] }

function familyOf(name: string, skills: Skills): Family {
  // A set visits what is added to it while it is read.
  const names = new Set([name])
  for (const each of names) for (const parent of skills.get(each)?.parents ?? []) names.add(parent)
  const conflicts = [...names].flatMap((declaredBy) =>
    (skills.get(declaredBy)?.conflicts_with ?? []).map((against) => ({ declaredBy, against })),
  )
  return { names, conflicts }
}

const conflictBetween = (declaring: Family, other: Family) =>
  declaring.conflicts.find(({ against }) => other.names.has(against))

/** Why the skill may not run, and what the operator can do about it. */
export function relationRefusal(name: string, problem: RelationProblem): string {
  return `${name} ${reasonOf(problem)}`
}

function reasonOf(problem: RelationProblem): string {
  switch (problem.code) {
    case 'cycle':
      return `needs itself: ${problem.names.join(' → ')}. Remove one of these dependencies or parents.`
    case 'too_deep':
      return `has more than ${maxLevels - 1} levels of parents: ${problem.names.join(' → ')}. Name the needed ancestor as a parent directly.`
    case 'missing':
      return `needs ${problem.other}, which is not here. Add it.`
    case 'off':
      return `needs ${problem.other}, which does not run, because it is disabled or refused. Enable or correct it first.`
    case 'version': {
      const others = problem.alsoWanted.map(({ by, range }) => `${by} needs ${range}`)
      const also = others.length > 0 ? ` (${others.join(', ')})` : ''
      return `needs ${problem.other} ${problem.range}, but version ${problem.found} is here${also}. Use a version of ${problem.other} that all accept.`
    }
    case 'step':
      return `has a step that does not fit: ${problem.field} ${problem.message}. ${sentence(problem.remedy)}`
    case 'conflict':
      return `cannot run beside ${problem.other}: ${problem.declaredBy} declares a conflict with ${problem.against}. Disable one of the two.`
    case 'needs':
      return `needs ${problem.other}, and ${relationRefusal(problem.other, problem.because)}`
  }
}

/** A remedy as a sentence. */
const sentence = (remedy: string): string =>
  `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}${/[?.]$/.test(remedy) ? '' : '.'}`
