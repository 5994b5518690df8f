import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { didYouMean } from '#runner/manifest/did-you-mean.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { relationRefusal } from '../registry/relations.ts'
import { type SourceWords, sourceTextWords, sourceWords } from '../sources/source-words.ts'
import type { InstallProblem } from './install-problem.ts'
import type { ResolveProblem, Wanted } from './resolve.ts'

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
    case 'other_version':
      return `The source offers ${problem.name} ${problem.asked}, but the skill says ${problem.found}. Do not install it. Tell the author of the source.`
    case 'of_project':
      return `${problem.name} is a skill of the project. Remove it there first, or install a skill with another name.`
    case 'other_source':
      return `${problem.name} is installed from ${problem.installed}, and this is ${problem.asked}. Remove it first if you trust the other source.`
    case 'other_publisher':
      return `${problem.name} was signed by ${problem.installed}, and this release by ${problem.found ?? 'nobody'}. Ask its author. Remove it first if you trust the other key.`
    case 'relations':
      return resolveWords(problem.name, problem.problem)
    case 'gates':
      return problem.refusal
    case 'python_packages':
      return `${problem.name} needs the Python packages ${problem.packages.join(', ')}, which are not here. Put their wheels into the folder of TRAVEL_PYTHON_PACKAGES and start the app again: ${travelCommand('python-packages')} lists what is there. For packages with native code, its author must add a Dockerfile.`
    case 'python_versions': {
      const each = problem.packages.map(
        ({ name, versions, found }) => `${name} ${versions}, and here is ${name} ${found}`,
      )
      return `${problem.name} needs ${each.join('; ')}. The packages of the platform have one version: its author must accept it, or add a Dockerfile. Others are in the folder of TRAVEL_PYTHON_PACKAGES: put the right wheel there and start the app again.`
    }
    case 'python_project':
      return `pyproject.toml of ${problem.name} is not valid, or it or requirements.txt has more than 64 KB: its author must correct it.`
    case 'not_installed':
      if (problem.isOfProject) {
        return `${problem.name} is a skill of the project. To switch it off: ${travelCommand(`skill disable ${problem.name}`)}`
      }
      return problem.installed.length === 0
        ? `${problem.name} is not installed, and no other skill is: install it with ${travelCommand('skill install')}.`
        : `${problem.name} is not installed: ${didYouMean(problem.name, problem.installed, `use one of ${problem.installed.join(', ')}`)}`
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
