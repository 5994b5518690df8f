import { join } from 'node:path'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Clock } from '#runner/core/ports.ts'
import { quoted } from '#runner/core/quoted.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import type { ProjectSkills } from './project-skills.ts'
import type { ReleaseStore } from './release-store.ts'

/** The skills that the operator installed from elsewhere, as their releases. */
export type InstalledSkills = Pick<ProjectSkills, 'list' | 'named' | 'problems' | 'recheck'> & {
  /** Whether a skill with this name is installed from this source. */
  isFrom(name: string, source: string): Promise<boolean>
}

type InstalledPorts = {
  readonly db: DatabaseClient
  readonly releases: Pick<ReleaseStore, 'findAll'>
  readonly project: Pick<ProjectSkills, 'isListed'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly dataDir: string
}

type InstalledRow = { readonly name: string; readonly digest: string; readonly source: string }

type Found = {
  readonly skills: ReadonlyMap<string, LoadedSkill>
  readonly sources: ReadonlyMap<string, string>
  readonly problems: readonly ManifestProblem[]
}

/** How long the list is kept: an installation that was not announced takes effect within this time. */
const listMs = 2_000

/** Reads the list at most every two seconds, and each release once. */
export function createInstalledSkills({ db, releases, project, clock, dataDir }: InstalledPorts): InstalledSkills {
  let known: ReadonlyMap<string, LoadedSkill> = new Map()
  let kept: { readonly at: number; readonly found: Promise<Found> } | undefined

  async function read(): Promise<Found> {
    const rows = await db.sql.$queryRaw<InstalledRow[]>`
      select i.name, digest, r.source from installed_skills as i join skill_releases as r using (digest) order by i.name`
    const skills = new Map<string, LoadedSkill>()
    const problems: ManifestProblem[] = []
    const leaveOut = (digest: string, message: string, remedy: string) =>
      problems.push({ file: join(dataDir, 'releases', digest), line: 1, column: 1, path: '', message, remedy })
    const news = await releases.findAll(rows.flatMap(({ digest }) => (known.has(digest) ? [] : [digest])))
    for (const { name, digest } of rows) {
      if (await project.isListed(name)) {
        leaveOut(digest, `${quoted(name)} is also a skill of the project, which is used`, 'remove one of them')
        continue
      }
      const skill = known.get(digest) ?? news.get(digest)
      if (skill?.manifest.name === name && skill.isInstalled) skills.set(name, skill)
      else {
        const remedy = `install ${quoted(name)} again, or remove it`
        leaveOut(digest, `the files of the installed skill ${quoted(name)} are missing or changed`, remedy)
      }
    }
    known = new Map([...skills.values()].map((skill) => [skill.digest, skill]))
    return { skills, sources: new Map(rows.map(({ name, source }) => [name, source])), problems }
  }

  function all(): Promise<Found> {
    const now = clock.monotonic()
    if (kept !== undefined && now - kept.at < listMs) return kept.found
    const found = read()
    kept = { at: now, found }
    // A failed query must not be cached.
    found.catch(() => {
      kept = undefined
    })
    return found
  }

  return {
    list: async () => [...(await all()).skills.values()],
    named: async (name) => (await all()).skills.get(name),
    problems: async () => (await all()).problems,
    isFrom: async (name, source) => (await all()).sources.get(name) === source,
    recheck: () => {
      kept = undefined
    },
  }
}
