import { rcompare, satisfies, valid } from 'semver'
import { type Related, type RelationProblem, relationProblems } from '../registry/relations.ts'

/** The skills between which a resolution chooses. */
export type Universe = {
  /** The skills that are installed or of the project. They stay as they are, except one that `asked` replaces. */
  readonly here: Skills
  /** The versions that a source offers, by name. */
  readonly offered: ReadonlyMap<string, readonly Related[]>
}

/** Why no set of versions fits. */
export type ResolveProblem =
  | { readonly code: 'relation'; readonly name: string; readonly problem: RelationProblem }
  /** No version of `other` is in all ranges. `isHere`: the one version that was found is here, and stays. */
  | {
      readonly code: 'no_version'
      readonly other: string
      readonly wanted: readonly Wanted[]
      readonly found: readonly string[]
      readonly isHere: boolean
    }
  /** More versions than `tried` would have to be tried. */
  | { readonly code: 'too_many'; readonly tried: number }

/** `range`: absent for a parent, of which any version will do. */
export type Wanted = { readonly by: string; readonly range?: string }

type Resolution =
  /** `skills`: those to install, each after what it needs. */
  { readonly ok: true; readonly skills: readonly Related[] } | { readonly ok: false; readonly problem: ResolveProblem }

/** Of comparing one version with what is wanted. */
const maxTries = 100_000

type Skills = ReadonlyMap<string, Related>

/**
 * Chooses one version of each skill that `asked` needs, directly or through others, so that all can run beside the
 * skills that are here. Prefers what is here, then the highest version. Changes no other skill that is here.
 */
export function resolve(asked: Related, { here, offered }: Universe): Resolution {
  const brokenBefore = problemsAmong(here)
  let tried = 0
  /** The first problem, because it is about the highest versions. */
  let problem: ResolveProblem | undefined
  const giveUp = (found: ResolveProblem): undefined => {
    problem ??= found
  }

  function complete(chosen: Skills): Skills | undefined {
    const need = firstNeed(chosen, (other) => chosen.get(other) ?? here.get(other))
    if (need === undefined) return checked(chosen)
    const { other, wanted } = need
    const fixed = chosen.get(other) ?? here.get(other)
    const versions = fixed ? [fixed] : (offered.get(other) ?? [])
    if (versions.length === 0) {
      return giveUp({ code: 'relation', name: wanted[0].by, problem: { code: 'missing', other } })
    }
    tried += versions.length
    if (tried > maxTries) return undefined
    const fitting = versions.filter((skill) => fits(skill, wanted)).sort((a, b) => rcompare(a.version, b.version))
    if (fitting.length === 0) {
      const found = (chosen.has(other) ? (offered.get(other) ?? versions) : versions).map(({ version }) => version)
      return giveUp({ code: 'no_version', other, wanted, found, isHere: !chosen.has(other) && here.has(other) })
    }
    for (const skill of fitting) {
      if (tried > maxTries) return undefined
      const done = complete(new Map(chosen).set(other, skill))
      if (done) return done
    }
    return undefined
  }

  /** A skill that is here and could not run before is no reason to refuse another. */
  function checked(chosen: Skills): Skills | undefined {
    const problems = [...problemsAmong(new Map([...here, ...chosen]))]
    const broken = problems.find(([name]) => chosen.has(name) || !brokenBefore.has(name))
    return broken ? giveUp({ code: 'relation', name: broken[0], problem: broken[1] }) : chosen
  }

  const chosen = complete(new Map([[asked.name, asked]]))
  if (chosen) return { ok: true, skills: needsFirst(chosen) }
  return {
    ok: false,
    problem: problem === undefined || tried > maxTries ? { code: 'too_many', tried: maxTries } : problem,
  }
}

const problemsAmong = (skills: Skills) => relationProblems([...skills.keys()], skills, () => true)

const fits = ({ version }: Related, wanted: readonly Wanted[]): boolean =>
  valid(version) !== null && wanted.every(({ range }) => range === undefined || satisfies(version, range))

type Need = { readonly other: string; readonly wanted: readonly [Wanted, ...Wanted[]] }

/** A skill that the chosen ones need, directly or through others, and of which `has` gives no version that fits. */
function firstNeed(chosen: Skills, has: (name: string) => Related | undefined): Need | undefined {
  const needs = new Map<string, [Wanted, ...Wanted[]]>()
  // A set visits what is added to it while it is read.
  const reached = new Set(chosen.keys())
  const add = (other: string, wanted: Wanted) => {
    reached.add(other)
    const others = needs.get(other)
    if (others) others.push(wanted)
    else needs.set(other, [wanted])
  }
  for (const by of reached) {
    const { parents = [], dependencies = {} } = has(by) ?? {}
    for (const parent of parents) add(parent, { by })
    for (const [other, range] of Object.entries(dependencies)) add(other, { by, range })
  }
  for (const [other, wanted] of needs) {
    const skill = has(other)
    if (skill === undefined || !fits(skill, wanted)) return { other, wanted }
  }
  return undefined
}

function needsFirst(chosen: Skills): Related[] {
  const order = new Set<Related>()
  const visit = (name: string): void => {
    const skill = chosen.get(name)
    if (skill === undefined || order.has(skill)) return
    for (const other of [...skill.parents, ...Object.keys(skill.dependencies)]) visit(other)
    order.add(skill)
  }
  for (const name of chosen.keys()) visit(name)
  return [...order]
}
