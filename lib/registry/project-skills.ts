import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { formatProblem, type ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { isPartOfSkill } from '#runner/manifest/read-folder.ts'
import type { Log } from '#runner/ports.ts'
import type { LoadedSkill } from '#runner/skill.ts'

/** The project's own skills as they stand in its folder: tier local. */
export type ProjectSkills = {
  /** By name. Skills with problems are left out. */
  list(): Promise<readonly LoadedSkill[]>
  /** `undefined`: there is none, or it has problems. */
  named(name: string): Promise<LoadedSkill | undefined>
  /** Of every skill that is left out. */
  problems(): Promise<readonly ManifestProblem[]>
}

export type ProjectSkillsOptions = {
  readonly skillsDir: string
  readonly projectDir: string
  readonly cacheDir?: string | undefined
  /** Each question looks at the files' times first, and loads again what changed. */
  readonly reload: boolean
  readonly log: Pick<Log, 'error'>
  /** Tests count or replace the loader. */
  readonly load?: typeof loadSkillFolder
}

type Entry = { readonly stamp: string; readonly result: Awaited<ReturnType<typeof loadSkillFolder>> }
type Loaded = ReadonlyMap<string, Entry>

/**
 * Loads every folder of `skillsDir` that has a `skill.yaml`, once; callers that ask meanwhile wait for the same
 * load. One that fails for a reason of ours is not kept: the next question tries again.
 */
export function createProjectSkills(options: ProjectSkillsOptions): ProjectSkills {
  let loaded: Loaded = new Map()
  let loading: Promise<Loaded> | undefined
  let isComplete = false

  const all = (): Promise<Loaded> => {
    if (isComplete && !options.reload) return Promise.resolve(loaded)
    loading ??= loadAll(options, loaded)
      .then((next) => {
        loaded = next
        isComplete = true
        return next
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  const list = async (): Promise<readonly LoadedSkill[]> => {
    return [...(await all()).values()].flatMap(({ result }) => (result.ok ? [result.skill] : []))
  }

  return {
    list,
    named: async (name) => {
      const result = (await all()).get(name)?.result
      return result?.ok === true ? result.skill : undefined
    },
    problems: async () => [...(await all()).values()].flatMap(({ result }) => (result.ok ? [] : result.problems)),
  }
}

async function loadAll(options: ProjectSkillsOptions, before: Loaded): Promise<Loaded> {
  const { skillsDir, projectDir, cacheDir, load = loadSkillFolder, log } = options
  const entries = await Promise.all(
    (await skillFolders(skillsDir)).map(async (name): Promise<[string, Entry]> => {
      const folder = join(skillsDir, name)
      // Taken before the files are read: a change meanwhile shows at the next look.
      const stamp = options.reload ? await stampOf(folder) : ''
      const known = before.get(name)
      if (known !== undefined && known.stamp === stamp) return [name, known]
      const result = await load(folder, { tier: 'local', source: `project:${name}`, projectDir, cacheDir })
      if (!result.ok) {
        log.error(`The skill ${name} is left out: its folder has problems`, {
          problems: result.problems.map(formatProblem),
        })
      }
      return [name, { stamp, result }]
    }),
  )
  return new Map(entries)
}

/** The folders with a `skill.yaml`, by name. No skills folder: none. */
async function skillFolders(skillsDir: string): Promise<string[]> {
  const entries = await readdir(skillsDir, { withFileTypes: true }).catch(noneIfMissing)
  const names = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(async ({ name }) => {
        const manifest = await stat(join(skillsDir, name, 'skill.yaml')).catch(() => undefined)
        return manifest === undefined ? [] : [name]
      }),
  )
  return names.flat().sort()
}

/** Changes when a file of the skill is written, added, removed or renamed. */
async function stampOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneIfMissing)
  const stamps = await Promise.all(
    entries
      .filter((entry) => isPartOfSkill(entry.name, entry.isDirectory()))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) return `${entry.name}/(${await stampOf(path)})`
        const file = await stat(path, { bigint: true }).catch(() => undefined)
        return `${entry.name} ${file?.mtimeNs ?? ''} ${file?.ctimeNs ?? ''} ${file?.size ?? ''}`
      }),
  )
  return stamps.sort().join('\n')
}

function noneIfMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
  throw error
}
