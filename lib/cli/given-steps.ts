import { join } from 'node:path'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { type LoadedSkill, ownRelease } from '#runner/core/skill.ts'
import { stepProblems } from '#runner/manifest/check-steps.ts'
import { composeFamily } from '#runner/manifest/compose-skill.ts'
import { pathText } from '#runner/manifest/manifest-problem.ts'
import { CommandFailure } from './expected-failure.ts'
import { besideIt } from './given-skill.ts'

/** A skill of steps that can run. `beside`: the skills of its steps that are in folders, composed; `read`: as they are there. */
type GivenSteps = {
  readonly skill: LoadedSkill
  readonly beside: readonly LoadedSkill[]
  readonly read: readonly LoadedSkill[]
}

/** Takes each skill of a step from the folder of its name beside the given one, or else from the skills that are here. */
export async function composeGivenSteps(
  given: LoadedSkill,
  skills: Pick<Registry, 'current'>,
  allowSecrets: boolean,
): Promise<GivenSteps> {
  const known = new Map([[given.manifest.name, given]])
  const read = new Map<string, LoadedSkill>()
  const missing: string[] = []
  const skill = await composeFamily(given, async (name) => {
    const own = read.get(name) ?? (await besideIt(given.folder, name, allowSecrets))
    if (own) read.set(name, own)
    const current = own ? undefined : await skills.current(name)
    const found = own ?? (current && ownRelease(current.skill))
    if (found) known.set(name, found)
    else missing.push(name)
    return found
  })
  const [problem] = stepProblems(given.manifest, (name) => known.get(name)?.manifest)
  if (problem) {
    const { path, message, remedy } = problem
    throw new CommandFailure(`${join(given.folder, 'skill.yaml')}: ${pathText(path)} ${message}: ${remedy}`)
  }
  if (skill === undefined) {
    throw new CommandFailure(
      `${given.manifest.name} needs ${missing.join(', ')}: put the folder of that skill beside it, or install the skill.`,
    )
  }
  const beside = stepSkillsIn(skill).filter(({ manifest: { name } }) => read.has(name))
  return { skill, beside, read: [...read.values()] }
}

const stepSkillsIn = ({ chain }: LoadedSkill): readonly LoadedSkill[] =>
  (chain?.steps ?? []).flatMap(({ skill }) => [skill, ...stepSkillsIn(skill)])
