import { posix } from 'node:path'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { readSkillFiles } from '#runner/manifest/read-folder.ts'

/** The file in which a Python skill names the packages that it needs. */
export const requirementsFile = 'requirements.txt'

/** The form in which names of packages and modules are compared, as on PyPI. */
export const packageName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/**
 * The packages that a requirements file names. Leaves out options of pip and lines with a condition, which may not hold
 * here. A line that begins with no name, such as an address, counts as a name, which no package has.
 */
export function requiredPackages(text: string): readonly string[] {
  const names = text.split(/\r\n?|\n/).flatMap((line) => {
    const asked = line.replace(/(?:^|\s)#.*/, '').trim()
    if (asked === '' || asked.startsWith('-') || asked.includes(';')) return []
    const [, name = asked] = /^([a-z\d](?:[a-z\d._-]*[a-z\d])?)\s*(?:$|[[(<>=!~@])/i.exec(asked) ?? []
    return [packageName(name)]
  })
  return [...new Set(names)]
}

/**
 * The packages that a skill needs and that are neither among `available` nor part of the skill. None for a skill that
 * brings its own image, or that is not in Python.
 */
export async function missingPackages(
  { folder, program, manifest: { entry = '' } }: LoadedSkill,
  available: () => Promise<ReadonlySet<string>>,
): Promise<readonly string[]> {
  if (program.kind !== 'bundle' || program.language !== 'python') return []
  const read = await readSkillFiles(folder)
  const text = read.ok ? read.skill.files.get(requirementsFile) : undefined
  const needed = requiredPackages(Buffer.from(text ?? '').toString('utf8'))
  if (!read.ok || needed.length === 0) return []
  const beside = posix.dirname(entry)
  const own = [...read.skill.files.keys()].map((path) => posix.relative(beside, path).split('/')[0] ?? '')
  const modules = new Set(own.map((name) => packageName(name.replace(/\.py$/, ''))))
  const others = await available()
  return needed.filter((name) => !modules.has(name) && !others.has(name))
}
