import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { LeftOut } from '#lib/platform/model/health.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import type { Log } from '#runner/core/ports.ts'
import { quoted } from '#runner/core/quoted.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { skillMdNames } from '#runner/manifest/dialects/read-front-matter.ts'
import { type LoadResult, loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { formatProblem, type ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { isPartOfSkill } from '#runner/manifest/read-folder.ts'
import { foldersIn, type ListedSkills, notListed, readListedSkills } from './listed-skills.ts'
import { projectSource } from './origin.ts'

/** The skills in the project's folder: tier local. */
export type ProjectSkills = ReturnType<typeof createProjectSkills>

export type ProjectSkillsOptions = {
  readonly skillsDir: string
  readonly projectDir: string
  readonly cacheDir?: string | undefined
  /** Every call checks the files' times first and reloads changed skills. */
  readonly reload: boolean
  readonly log: Pick<Log, 'warn' | 'error'>
  /** For tests that count or replace loads. */
  readonly load?: typeof loadSkillFolder
}

type Entry = {
  readonly stamp: string
  readonly result: LoadResult
  /** The load threw, so the next call retries it. */
  readonly broke?: true
}
type Loaded = {
  readonly listed: ListedSkills['names']
  /** By the name of the folder. */
  readonly entries: ReadonlyMap<string, Entry>
  /** Problems of the list of approved skills. */
  readonly problems: readonly ManifestProblem[]
  readonly unlisted: readonly ManifestProblem[]
}

const isSame = (a: ManifestProblem, b: ManifestProblem): boolean => formatProblem(a) === formatProblem(b)

const nothingLoaded: Loaded = { listed: new Set(), entries: new Map(), problems: [], unlisted: [] }

/**
 * Loads each approved folder of `skillsDir` once; concurrent callers share the load. Reads the list of approved skills
 * first, and opens no file of another folder. Leaves out folders with problems and folders whose load throws; the next
 * call retries those whose load threw.
 */
export function createProjectSkills(options: ProjectSkillsOptions) {
  let loaded = nothingLoaded
  let loading: Promise<Loaded> | undefined
  let isComplete = false

  const all = (): Promise<Loaded> => {
    if (isComplete && !options.reload) return Promise.resolve(loaded)
    loading ??= loadAll(options, loaded)
      .then((next) => {
        loaded = next
        isComplete = ![...next.entries.values()].some(({ broke }) => broke)
        return next
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  const list = async (): Promise<readonly LoadedSkill[]> => {
    return [...(await all()).entries.values()].flatMap(({ result }) => (result.ok ? [result.skill] : []))
  }

  return {
    /** All skills in order of their names, without those that have problems. */
    list,
    /** `undefined`: the skill is unknown or has problems. */
    named: async (name: string): Promise<LoadedSkill | undefined> => {
      const result = (await all()).entries.get(name)?.result
      return result?.ok === true ? result.skill : undefined
    },
    /** Problems of all skills that are left out. */
    problems: async (): Promise<readonly ManifestProblem[]> => {
      const { entries, problems } = await all()
      return [...problems, ...[...entries.values()].flatMap(({ result }) => (result.ok ? [] : result.problems))]
    },
    /** Parts of manifests that have no effect, and skills that are not approved. */
    warnings: async (): Promise<readonly ManifestProblem[]> => {
      const { entries, unlisted } = await all()
      return [...unlisted, ...[...entries.values()].flatMap(({ result }) => (result.ok ? result.warnings : []))]
    },
    /** Whether the list of approved skills contains the name. */
    isListed: async (name: string): Promise<boolean> => (await all()).listed.has(name),
    /** The next call reads the list of approved skills again. It loads the skills that are new in it. */
    recheck: (): void => {
      isComplete = false
    },
  }
}

async function loadAll(options: ProjectSkillsOptions, before: Loaded): Promise<Loaded> {
  const { skillsDir, log } = options
  const { isValid, names: listed, problems } = await readListedSkills(skillsDir)
  const isNew = (one: ManifestProblem) => ![...before.problems, ...before.unlisted].some((old) => isSame(old, one))
  const news = problems.filter(isNew).map(formatProblem)
  if (news.length > 0) log.error('The list of approved skills has problems', { problems: news })
  // Without a list, its own problem says why no folder is approved.
  const others = isValid ? (await skillFolders(skillsDir)).filter((name) => !listed.has(name)) : []
  const unlisted = others.map((name) => notListed(skillsDir, name))
  for (const problem of unlisted.filter(isNew)) log.warn(formatProblem(problem))
  const names = [...listed].sort()
  const entries = await Promise.all(
    names.map(async (name): Promise<[string, Entry]> => [name, await loadOne(name, options, before.entries.get(name))]),
  )
  return { listed, entries: new Map(entries), problems, unlisted }
}

async function loadOne(name: string, options: ProjectSkillsOptions, known: Entry | undefined): Promise<Entry> {
  const { skillsDir, projectDir, cacheDir, load = loadSkillFolder, log } = options
  const folder = join(skillsDir, name)
  // Taken before the files are read, so that a change during the load is detected at the next check.
  const stamp = options.reload ? await stampOf(folder) : ''
  if (known !== undefined && !known.broke && known.stamp === stamp) return known
  const loading = load(folder, { tier: 'local', source: projectSource(name), projectDir, cacheDir })
  const entry = await loading.then(
    (result): Entry => ({ stamp, result: named(result, name, folder) }),
    (cause: unknown): Entry => {
      log.error(`The skill ${name} is left out: it failed to load`, { cause })
      return { stamp, result: couldNotLoad(folder, cause), broke: true }
    },
  )
  const { result, broke } = entry
  if (result.ok && result.warnings.length > 0) {
    log.warn(`The skill ${name} says more than it means here`, { warnings: result.warnings.map(formatProblem) })
  }
  if (!result.ok && !broke) {
    log.error(`The skill ${name} is left out: its folder has problems`, {
      problems: result.problems.map(formatProblem),
    })
  }
  return entry
}

/** Rejects a skill whose SKILL.md gives another name than its folder: it could impersonate another skill. */
function named(result: LoadResult, name: string, folder: string): LoadResult {
  if (!result.ok || result.skill.manifest.name === name) return result
  const message = `is named ${quoted(result.skill.manifest.name)}, but its folder is named ${quoted(name)}`
  const place = { file: folder, line: 1, column: 1, path: 'name' }
  return { ok: false, problems: [{ ...place, message, remedy: 'give both the same name' }] }
}

function couldNotLoad(folder: string, cause: unknown): LoadResult {
  const message = `could not be loaded: ${quoted(cause instanceof Error ? cause.message : String(cause))}`
  const remedy = 'check that the installation is complete and the disk is readable'
  return { ok: false, problems: [{ file: folder, line: 1, column: 1, path: '', message, remedy }] }
}

/** The folders that look like skills, approved or not, in order of their names. Opens no file. */
export async function skillFolders(skillsDir: string): Promise<string[]> {
  const found = await Promise.all(
    (await foldersIn(skillsDir)).map(async (folder) => {
      const entries = await readdir(join(skillsDir, folder)).catch(() => [])
      return entries.some((name) => ['skill.yaml', ...skillMdNames].includes(name)) ? [folder] : []
    }),
  )
  return found.flat()
}

/**
 * The names that the operator's configuration may restrict. They include approved skills without a folder or manifest,
 * so that a restriction of a skill that is left out does not stop the app.
 */
export async function restrictableSkills(skillsDir: string): Promise<string[]> {
  const { names, absent } = await readListedSkills(skillsDir)
  return [...new Set([...(await skillFolders(skillsDir)), ...names, ...absent.keys()])].sort()
}

/**
 * A value that changes when a file of the skill is written, added, removed or renamed. An unreadable folder counts as
 * empty: the load reports it.
 *
 * @param known whether the folder of the skill has a `skill.yaml`; absent for that folder itself
 */
async function stampOf(folder: string, known?: boolean): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const hasSkillYaml = known ?? entries.some(({ name }) => name === 'skill.yaml')
  const stamps = await Promise.all(
    entries
      .filter((entry) => isPartOfSkill(entry.name, entry.isDirectory(), hasSkillYaml))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) return `${entry.name}/(${await stampOf(path, hasSkillYaml)})`
        const file = await stat(path, { bigint: true }).catch(() => undefined)
        return `${entry.name} ${file?.mtimeNs ?? ''} ${file?.ctimeNs ?? ''} ${file?.size ?? ''}`
      }),
  )
  return stamps.sort().join('\n')
}

/** The problems of skills that are left out, as an operator reads them. */
export const leftOutOf = (problems: readonly ManifestProblem[]): LeftOut[] =>
  problems.map((problem) => ({ ...problem, file: shownFile(problem.file) }))

function shownFile(file: string): string {
  const inside = relative(findProjectRoot(), file)
  return inside.startsWith('..') ? file : inside
}
