import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { didYouMean } from '#runner/manifest/did-you-mean.ts'
import { formatProblem, type ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { relationRefusal } from '../registry/relations.ts'
import {
  type SourceRefusal,
  type SourceTextProblem,
  type SourceWords,
  sourceTextWords,
  sourceWords,
} from '../sources/source-refusal.ts'
import type { PackageProblems } from './python-packages.ts'
import type { ResolveProblem, Wanted } from './resolve.ts'

type Named = { readonly name: string }

/** Each reason why skills cannot be installed, updated, rolled back or removed, with its facts. */
const words = {
  source_text: ({ reason }: { readonly reason: SourceTextProblem }) => sentences(sourceTextWords(reason)),
  source: ({ refusal }: { readonly refusal: SourceRefusal }) => sentences(sourceWords(refusal)),
  folder: ({ problems }: { readonly problems: readonly ManifestProblem[] }) => problems.map(formatProblem).join('\n'),
  /** The skill's own manifest says another name than the one that was asked for. */
  other_name: ({ asked, found }: { readonly asked: string; readonly found: string }) =>
    `The source offers ${asked}, but the skill is named ${found}. Its author must give both the same name.`,
  /** The registry, and the signature in it, say another version than the skill's own manifest. */
  other_version: ({ name, asked, found }: Named & { readonly asked: string; readonly found: string }) =>
    `The source offers ${name} ${asked}, but the skill says ${found}. Do not install it. Tell the author of the source.`,
  of_project: ({ name }: Named) =>
    `${name} is a skill of the project. Remove it there first, or install a skill with another name.`,
  other_source: ({ name, installed, asked }: Named & { readonly installed: string; readonly asked: string }) =>
    `${name} is installed from ${installed}, and this is ${asked}. Remove it first if you trust the other source.`,
  /** Null: no key, the release is not signed. */
  other_publisher: ({
    name,
    installed,
    found,
  }: Named & { readonly installed: string; readonly found: string | null }) =>
    `${name} was signed by ${installed}, and this release by ${found ?? 'nobody'}. Ask its author. Remove it first if you trust the other key.`,
  relations: ({ name, problem }: Named & { readonly problem: ResolveProblem }) => resolveWords(name, problem),
  /** `refusal`: what the gates say. */
  gates: ({ refusal }: Named & { readonly refusal: string }) => refusal,
  /** Packages that its Python code needs, and that its executions would not find. */
  python_packages: ({ name, packages }: Named & { readonly packages: readonly string[] }) =>
    `${name} needs the Python packages ${packages.join(', ')}, which are not here. Put their wheels into the folder of TRAVEL_PYTHON_PACKAGES and start the app again: ${travelCommand('python-packages')} lists what is there. For packages with native code, its author must add a Dockerfile.`,
  /** Packages that are here in another version than its Python code needs. */
  python_versions: ({ name, packages }: Named & { readonly packages: PackageProblems['wrong'] }) => {
    const each = packages.map(({ name, versions, found }) => `${name} ${versions}, and here is ${name} ${found}`)
    return `${name} needs ${each.join('; ')}. The packages of the platform have one version: its author must accept it, or add a Dockerfile. Others are in the folder of TRAVEL_PYTHON_PACKAGES: put the right wheel there and start the app again.`
  },
  python_project: ({ name }: Named) =>
    `pyproject.toml of ${name} is not valid, or it or requirements.txt has more than 64 KB: its author must correct it.`,
  /** `isOfProject`: a skill of the project has this name. */
  not_installed: (facts: Named & { readonly installed: readonly string[]; readonly isOfProject: boolean }) => {
    const { name, installed, isOfProject } = facts
    if (isOfProject) {
      return `${name} is a skill of the project. To switch it off: ${travelCommand(`skill disable ${name}`)}`
    }
    return installed.length === 0
      ? `${name} is not installed, and no other skill is: install it with ${travelCommand('skill install')}.`
      : `${name} is not installed: ${didYouMean(name, installed, `use one of ${installed.join(', ')}`)}`
  },
  nothing_before: ({ name }: Named) => `${name} has no release before this one.`,
  files_missing: ({ name }: Named) => `The files of ${name} are missing or changed. Install it again.`,
  needed: ({ name, by }: Named & { readonly by: readonly string[] }) =>
    `${name} is needed by ${by.join(', ')}. Remove that first.`,
  /** A frozen installation: these are installed, and the lock does not name them. */
  not_locked: ({ names }: { readonly names: readonly string[] }) =>
    `The lock file does not name ${names.join(', ')}. Remove that first, or install without --frozen.`,
  /** A frozen installation: `field` of the lock is not what the source has. */
  differs: (facts: Named & { readonly field: string; readonly expected: string; readonly found: string }) =>
    `${facts.name} differs from the lock file: ${facts.field} is ${facts.found}, and must be ${facts.expected}. Nothing was installed.`,
  no_lock: ({ file, detail }: { readonly file: string; readonly detail: string | undefined }) =>
    detail === undefined
      ? `There is no ${file}. Install a skill first: that writes it.`
      : `${file} is not a lock file: ${detail}.`,
  /** Another process changed the skill meanwhile. */
  changed_meanwhile: ({ name }: Named) => `${name} was changed by somebody else meanwhile. Look again.`,
}

type Code = keyof typeof words
type Facts = { [One in Code]: Parameters<(typeof words)[One]>[0] }

/** Why skills cannot be installed, updated, rolled back or removed: facts, of which `problemWords` makes sentences. */
export type InstallProblem = { [One in Code]: { readonly code: One } & Facts[One] }[Code]

export type Done<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: InstallProblem }

export const cannot = (problem: InstallProblem): { readonly ok: false; readonly problem: InstallProblem } => ({
  ok: false,
  problem,
})

const wordsOf: { [One in Code]: (facts: Facts[One]) => string } = words

/** What is wrong and what to do, as one or more sentences. */
export const problemWords = <One extends Code>(problem: { readonly code: One } & Facts[One]): string =>
  wordsOf[problem.code](problem)

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
