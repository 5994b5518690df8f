import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { composeFamily, familyOf } from '#runner/manifest/compose-skill.ts'

/** The releases of which skills with parents or steps were composed, so that their executions can be resumed and replayed. */
type Compositions = {
  /** Stores a skill with parents and each of its inherited actions, or a skill of steps and each composed step. */
  keep(composed: LoadedSkill): Promise<void>
  /**
   * Composes the same releases again. `undefined`: the composition was never stored, one of its releases is not found,
   * or the row was changed.
   */
  find(digest: string, releases: Readonly<Record<'own' | 'parent', FindRelease>>): Promise<LoadedSkill | undefined>
}

/** Finds a release that may run, with its current approval. */
type FindRelease = (digest: string) => Promise<LoadedSkill | undefined>

export function createCompositions(db: Pick<DatabaseClient, 'skillComposition'>): Compositions {
  const kept = new Set<string>()

  return {
    async keep(composed) {
      if (kept.has(composed.digest)) return
      for (const { skill } of composed.chain?.steps ?? []) if (skill.mixin ?? skill.chain) await this.keep(skill)
      const family = familyOf(composed).map(({ digest }) => digest)
      const row = { own: family.at(-1) ?? '', parents: family.slice(0, -1) }
      const digests = [composed, ...(composed.mixin?.actions.values() ?? [])].map(({ digest }) => digest)
      await db.skillComposition.createMany({
        data: [...new Set(digests)].map((digest) => ({ digest, ...row })),
        skipDuplicates: true,
      })
      kept.add(composed.digest)
    },

    async find(digest, releases) {
      const row = await db.skillComposition.findUnique({ where: { digest } })
      if (row === null) return undefined
      const own = await releases.own(row.own)
      const relatives = new Map<string, { readonly parent: LoadedSkill | undefined; readonly step: LoadedSkill }>()
      for (const each of row.parents) {
        const step = await releases.own(each)
        if (step) relatives.set(step.manifest.name, { step, parent: await releases.parent(each) })
      }
      const composed = own && (await composeFamily(own, async (name, as) => relatives.get(name)?.[as]))
      if (composed === undefined) return undefined
      return [composed, ...(composed.mixin?.actions.values() ?? [])].find((one) => one.digest === digest)
    },
  }
}
