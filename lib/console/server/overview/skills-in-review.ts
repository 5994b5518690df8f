import { CheckUnfinished } from '#lib/skills/server/gates/check-apart.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { ReleaseStore } from '#lib/skills/server/registry/release-store.ts'
import { ownRelease } from '#runner/core/skill.ts'
import type { Task } from '../../model/console-overview.ts'

type Ports = { readonly skills: Pick<Registry, 'all'>; readonly releases: Pick<ReleaseStore, 'checkOf'> }

/** Skills that run only after a person has looked at the findings of the gates. */
export async function skillsInReview({ skills, releases }: Ports): Promise<Task[]> {
  const all = await skills.all()
  const waiting = await Promise.all(
    all.map(async ({ skill }): Promise<Task[]> => {
      const check = await releases.checkOf(ownRelease(skill))
      const { name, version } = skill.manifest
      return check instanceof CheckUnfinished || check.verdict !== 'review' ? [] : [{ kind: 'review', name, version }]
    }),
  )
  return waiting.flat()
}
