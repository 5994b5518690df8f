import type { DatabaseClient } from '#lib/db/client.ts'
import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import type { CurrentSkill, SkillSource } from '#runner/ports.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import type { ProjectSkills } from './project-skills.ts'
import type { ReleaseStore } from './release-store.ts'

/** The skills of this installation. */
export type Registry = SkillSource & {
  /** Those that are switched on, by name. */
  list(): Promise<readonly LoadedSkill[]>
  /** Those that are switched on and offer a capability, by name. */
  byCapability(capability: string): Promise<readonly LoadedSkill[]>
  /** Of every skill of the project that is left out. */
  problems(): Promise<readonly ManifestProblem[]>
}

type RegistryPorts = { readonly db: DatabaseClient; readonly project: ProjectSkills; readonly releases: ReleaseStore }

/** Who decides when the project's own skills come in. */
const projectItself = 'project'

/**
 * The project's skills as releases: each enters once, as a local release that counts as approved as it stands, and stands under
 * its name from then on. What was decided of it since (revoked, switched off) stays decided.
 */
export function createRegistry({ db, project, releases }: RegistryPorts): Registry {
  /** By digest: nothing is asked of the database for each request. */
  const entered = new Map<string, Promise<CurrentSkill>>()

  async function enter(skill: LoadedSkill): Promise<CurrentSkill> {
    const { digest, manifest } = skill
    await releases.keep(skill)
    await db.approval.createMany({
      data: [{ digest, permissions: manifest.permissions, approvedBy: projectItself }],
      skipDuplicates: true,
    })
    await db.enablement.createMany({
      data: [{ name: manifest.name, digest, isEnabled: true, changedBy: projectItself }],
      skipDuplicates: true,
    })
    await db.enablement.updateMany({
      where: { name: manifest.name, digest: { not: digest } },
      data: { digest, changedBy: projectItself, changedAt: new Date() },
    })
    const approved = (await releases.approvedOf(digest)) ?? nothing
    const { isEnabled } = await db.enablement.findUniqueOrThrow({ where: { name: manifest.name } })
    return { skill: { ...skill, approved }, isEnabled }
  }

  function entryOf(skill: LoadedSkill): Promise<CurrentSkill> {
    const known = entered.get(skill.digest)
    if (known) return known
    const entry = enter(skill).catch((cause: unknown) => {
      entered.delete(skill.digest)
      throw cause
    })
    entered.set(skill.digest, entry)
    return entry
  }

  const list = async (): Promise<readonly LoadedSkill[]> => {
    const all = await Promise.all((await project.list()).map(entryOf))
    return all.flatMap(({ skill, isEnabled }) => (isEnabled ? [skill] : []))
  }

  return {
    list,
    async current(name) {
      const skill = await project.named(name)
      return skill && entryOf(skill)
    },
    async byDigest(digest) {
      const known = await entered.get(digest)
      return known ? known.skill : releases.find(digest)
    },
    byCapability: async (capability) => (await list()).filter(({ manifest }) => manifest.capability === capability),
    problems: project.problems,
  }
}
