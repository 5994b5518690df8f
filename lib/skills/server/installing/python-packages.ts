import { posix } from 'node:path'
import { satisfies } from '@renovatebot/pep440'
import { parse } from 'smol-toml'
import * as z from 'zod'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { readSkillFiles } from '#runner/manifest/read-folder.ts'

/** The form in which names of packages and modules are compared, as on PyPI. */
export const packageName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** A package that a skill needs. `versions`: as the author wrote it, such as `>=2, <3`; empty: any. */
type Requirement = { readonly name: string; readonly versions: string }

/** What executions find, as `packageName` writes it, each with its version if it is known. */
export type FindablePackages = ReadonlyMap<string, string | undefined>

/** `missing`: names that executions would not find. `wrong`: packages that are here in another version. */
export type PackageProblems = {
  readonly missing: readonly string[]
  readonly wrong: readonly (Requirement & { readonly found: string })[]
}

/**
 * The packages that a requirements file names. Leaves out options of pip and lines with a condition, which may not hold
 * here. A line that begins with no name, such as an address, counts as a name, which no package has.
 */
export const requiredPackages = (text: string): readonly Requirement[] =>
  text.split(/\r\n?|\n/).flatMap(readRequirement)

/** The packages under `project.dependencies` of a pyproject.toml. Undefined: it is not valid. */
export function projectPackages(text: string): readonly Requirement[] | undefined {
  try {
    const read = Project.safeParse(parse(text))
    return read.success ? read.data.project.dependencies.flatMap(readRequirement) : undefined
  } catch {
    return undefined
  }
}

const Project = z.object({ project: z.object({ dependencies: z.array(z.string()).default([]) }).prefault({}) })

function readRequirement(line: string): Requirement[] {
  const asked = line.replace(/(?:^|\s)#.*/, '').trim()
  if (asked === '' || asked.startsWith('-') || asked.includes(';')) return []
  const [, name = asked, rest = ''] =
    /^([a-z\d](?:[a-z\d._-]*[a-z\d])?)\s*(?:\[[^\]]*\]\s*)?(?=$|[[(<>=!~@])(.*)$/i.exec(asked) ?? []
  // An address after `@` says nothing about a version.
  const versions = rest.startsWith('@') ? '' : rest.replaceAll(/[()]/g, '').trim()
  return [{ name: packageName(name), versions }]
}

/** A condition on a version takes some microseconds, and the files of a skill may have 20 MB. */
const maxCharacters = 64 * 1024

/**
 * What a skill needs and executions do not have: neither among `available` nor part of the skill. Nothing for a skill
 * that brings its own image, or that is not in Python. Undefined: its pyproject.toml is not valid, or one of the two
 * files is too long.
 */
export async function packageProblems(
  { folder, program, manifest: { entry = '' } }: LoadedSkill,
  available: () => Promise<FindablePackages>,
): Promise<PackageProblems | undefined> {
  const none = { missing: [], wrong: [] }
  if (program.kind !== 'bundle' || program.language !== 'python') return none
  const read = await readSkillFiles(folder)
  if (!read.ok) return none
  const textOf = (file: string) => Buffer.from(read.skill.files.get(file) ?? '').toString('utf8')
  const [requirements, project] = [textOf('requirements.txt'), textOf('pyproject.toml')]
  if (requirements.length > maxCharacters || project.length > maxCharacters) return undefined
  const ofProject = projectPackages(project)
  if (ofProject === undefined) return undefined
  const needed = [...requiredPackages(requirements), ...ofProject]
  if (needed.length === 0) return none
  const beside = posix.dirname(entry)
  const own = [...read.skill.files.keys()].map((path) => posix.relative(beside, path).split('/')[0] ?? '')
  const modules = new Set(own.map((name) => packageName(name.replace(/\.py$/, ''))))
  const others = await available()
  const fromElsewhere = needed.filter(({ name }) => !modules.has(name))
  return {
    missing: [...new Set(fromElsewhere.flatMap(({ name }) => (others.has(name) ? [] : [name])))],
    wrong: fromElsewhere.flatMap(({ name, versions }) => {
      const found = others.get(name)
      return found === undefined || fits(found, versions) ? [] : [{ name, versions, found }]
    }),
  }
}

/** Whether a version is one of these, as pip decides it. A text that names no versions has none. */
function fits(version: string, versions: string): boolean {
  if (versions === '') return true
  try {
    return satisfies(version, versions, { prereleases: true })
  } catch {
    return false
  }
}
