import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { problemWords } from '#lib/skills/server/installing/install-problem.ts'
import type { Installer } from '#lib/skills/server/installing/installer.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { needsOf } from '#lib/skills/server/registry/relations.ts'
import type { SkillManifest } from '#runner/contract/manifest.ts'
import type { RelatedSkill, SkillOrigin, Verification } from '../../model/console-install.ts'

type Ports = {
  readonly db: DatabaseClient
  readonly skills: Pick<Registry, 'all'>
  readonly installer: Pick<Installer, 'planRemoval'>
}

/** Where a skill comes from, and the skills that it needs and that need it. `undefined`: it is not here. */
export async function readOrigin({ db, skills, installer }: Ports, name: string): Promise<SkillOrigin | undefined> {
  const here = new Map((await skills.all()).map(({ skill: { manifest } }) => [manifest.name, manifest]))
  const manifest = here.get(name)
  const row = await db.installedSkill.findUnique({ where: { name }, include: { release: true, previous: true } })
  if (manifest === undefined && row === null) return undefined
  const related = relatedTo(name, here)
  return {
    origin: row && {
      source: row.release.source,
      ref: row.release.ref,
      commit: row.release.commit,
      publisher: row.release.publisher,
      digest: row.digest,
      is_requested: row.isRequested,
      previous: row.previous?.version ?? null,
      ...(await removalOf(installer, name)),
    },
    ...related,
    conflicts: [...(manifest?.conflicts_with ?? [])],
  }
}

async function removalOf(installer: Ports['installer'], name: string) {
  const planned = await installer.planRemoval(name)
  if (planned.ok) return { removes: [...planned.value.removed], needed_by: [] }
  return { removes: [], needed_by: planned.problem.code === 'needed' ? [...planned.problem.by] : [] }
}

type Skills = ReadonlyMap<string, SkillManifest>

/** The skills around one, by how many steps away they are, and what each needs. */
function relatedTo(name: string, here: Skills): Pick<SkillOrigin, 'skills' | 'edges'> {
  const levels = new Map([[name, 0]])
  const spread = (step: 1 | -1, next: (of: string) => readonly string[]) => {
    const open = [name]
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      for (const other of next(at)) {
        if (levels.has(other)) continue
        levels.set(other, (levels.get(at) ?? 0) + step)
        open.push(other)
      }
    }
  }
  spread(1, (of) => needsOf(here.get(of)))
  spread(-1, (of) => [...here.values()].flatMap((one) => (needsOf(one).includes(of) ? [one.name] : [])))
  return {
    skills: [...levels].map(([one, level]): RelatedSkill => {
      return { name: one, version: here.get(one)?.version ?? null, level }
    }),
    edges: [...levels.keys()].flatMap((from) =>
      needsOf(here.get(from)).flatMap((to) =>
        levels.has(to) ? [{ from, to, range: here.get(from)?.dependencies[to] ?? null }] : [],
      ),
    ),
  }
}

/** Compares the stored files of a skill with the lock file. */
export async function verifySkill(
  { installer }: { readonly installer: Pick<Installer, 'verify'> },
  name: string,
): Promise<Verification> {
  const done = await installer.verify()
  if (!done.ok) return { problem: problemWords(done.problem), differences: [] }
  const differences = done.value.filter((one) => one.name === name)
  return {
    problem: null,
    differences: differences.map(({ field, locked, installed }) => {
      return { field, locked: locked ?? null, installed: installed ?? null }
    }),
  }
}
