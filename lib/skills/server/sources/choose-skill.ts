import { SkillName } from '#runner/contract/manifest.ts'
import { readCandidate } from '#runner/manifest/dialects/read-candidate.ts'
import { skillMdNames } from '#runner/manifest/dialects/read-front-matter.ts'
import type { Files } from './check-entries.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'

/** The files that make a folder a skill. */
export const manifestNames: readonly string[] = ['skill.yaml', ...skillMdNames]

const maxShown = 20
const maxDescription = 1024

/** The folders that are skills, sorted. A skill inside of another one is a part of it. The root is the empty path. */
export function skillFoldersIn(paths: Iterable<string>): string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    const [name = '', ...parents] = path.split('/').reverse()
    if (manifestNames.includes(name) && !parents.includes('node_modules')) folders.add(parents.reverse().join('/'))
  }
  const isInside = (folder: string): boolean => {
    const segments = folder.split('/')
    return (
      (folder !== '' && folders.has('')) ||
      segments.some((_, length) => length > 0 && folders.has(segments.slice(0, length).join('/')))
    )
  }
  return [...folders].filter((folder) => !isInside(folder)).sort()
}

const lastOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1)

type Choice = { readonly ok: true; readonly folder: string }

/**
 * The folder of the skill that is meant: the only one, or the one of this name. `what`: the source, as a fact of
 * refusals. `sourceOf`: the text of the source of one folder.
 */
export function chooseSkill(
  folders: readonly string[],
  { name, what, sourceOf }: { name: string | undefined; what: string; sourceOf: (folder: string) => string },
): Choice | SourceRefusal {
  const [only, ...more] = folders
  if (only === undefined) return refuse('no_skill', { what: shown(what) })
  // The name of a skill at the root stands in its manifest, and is compared when it is read.
  if (only === '') return { ok: true, folder: only }
  const offered = folders.slice(0, maxShown).map((folder) => shown(lastOf(folder)))
  if (name === undefined) return more.length === 0 ? { ok: true, folder: only } : refuse('name_needed', { offered })
  const [found, ...others] = folders.filter((folder) => lastOf(folder) === name)
  if (found === undefined) return refuse('skill_not_found', { name, offered })
  if (others.length === 0) return { ok: true, folder: found }
  return refuse('ambiguous', { name, sources: [found, ...others].slice(0, maxShown).map(sourceOf) })
}

type Described = { readonly name: string; readonly description: string; readonly version: string | undefined }

/**
 * What the manifest of a skill says about it. `folder`: the name of its folder, which is also the name of the skill,
 * except at the root of a source, whose name is somebody else's choice.
 */
export function describeSkill(files: Files, folder: string, isRoot: boolean): Described {
  const reading = readCandidate(files, { name: folder, pathOf: (file) => file })
  const { name, description, version } = reading?.ok ? reading.candidate.fields : {}
  const written = SkillName.safeParse(name)
  const isName = SkillName.safeParse(folder).success
  const words = typeof description === 'string' ? shown(description.trim().replace(/\s+/g, ' '), maxDescription) : ''
  return {
    name: written.success && (isRoot || !isName) ? written.data : isName ? folder : asName(folder),
    description: words,
    // A SKILL.md without a version is read as version 0.0.0.
    version: typeof version === 'string' && version !== '0.0.0' ? shown(version) : undefined,
  }
}

/** A name for a folder that has none a skill may have. */
function asName(folder: string): string {
  const words = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
  return words.replace(/^-+|-+$/g, '') || 'skill'
}

/** The files below a folder, by path inside of it. */
export function filesBelow(files: Files, folder: string): Files {
  if (folder === '') return files
  const inside = [...files].filter(([path]) => path.startsWith(`${folder}/`))
  return new Map(inside.map(([path, content]) => [path.slice(folder.length + 1), content]))
}
