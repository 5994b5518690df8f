import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { checkTypes } from '#lib/skills/server/invoking/check-types.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { stepProblems } from '#runner/manifest/check-steps.ts'
import { formatProblem, pathText } from '#runner/manifest/manifest-problem.ts'
import { CommandFailure } from './expected-failure.ts'
import { besideIt, isPath, loadGivenSkill, projectSkills, unknownFolder } from './given-skill.ts'
import { openExamples } from './skill-examples.ts'
import { whileShowing } from './terminal.ts'

/**
 * Checks and bundles skills before the app starts, so that the start is faster and broken skills are found early.
 * Checks manifests, types and, for skills of an embedded runtime, their examples.
 */
export const createSkillBuildCommand = (): Command =>
  new Command('build')
    .description('check and bundle skills, check the types of their code, and run their examples')
    .argument('[skills...]', 'names of project skills or folder paths (default: all project skills)')
    .option('--json', 'print one line of JSON')
    .action(async (names: string[], { json }: { json?: boolean }) => {
      const projectDir = findProjectRoot()
      const { skills, problems } = await skillsNamed(names, projectDir)
      const types = await whileShowing('Checking types', () => checkTypes(skills, projectDir))
      if (types.kind === 'checked') problems.push(...types.problems)
      else process.stderr.write('Types were not checked because TypeScript is not installed: run npm ci.\n')
      await using opened = new AsyncDisposableStack()
      const examplesOf = await openExamples(opened)
      const built: { name: string; version: string; digest: string; examples: number }[] = []
      for (const skill of skills) {
        const { manifest, digest } = skill
        const examples = (await examplesOf(skill)) ?? { ran: 0, problems: [] }
        const shown = examples.ran === 0 ? '' : `  ${examples.ran} ${examples.ran === 1 ? 'example' : 'examples'}`
        if (!json) process.stdout.write(`${manifest.name} ${manifest.version}  ${digest.slice(0, 12)}${shown}\n`)
        built.push({
          name: manifest.name,
          version: manifest.version,
          digest: `sha256:${digest}`,
          examples: examples.ran,
        })
        problems.push(...examples.problems.map(({ file, message }) => `${join(skill.folder, file)}: ${message}`))
      }
      for (const skill of skills) problems.push(...(await stepProblemsOf(skill, skills)))
      if (json) process.stdout.write(`${printableJson({ skills: built, problems }, 0)}\n`)
      if (problems.length > 0) throw new CommandFailure(problems.join('\n'))
    })

/** What does not fit between the steps of a skill and the skills that they name, among these or beside its folder. */
async function stepProblemsOf(skill: LoadedSkill, skills: readonly LoadedSkill[]): Promise<string[]> {
  const known = new Map(skills.map(({ manifest }) => [manifest.name, manifest]))
  const names = new Set([skill.manifest.name])
  // A set visits what is added to it while it is read.
  for (const name of names) {
    const found = known.get(name) ?? (await besideIt(skill.folder, name))?.manifest
    if (found) known.set(name, found)
    for (const step of found?.steps ?? []) names.add(step.skill)
    for (const parent of found?.parents ?? []) names.add(parent)
  }
  return stepProblems(skill.manifest, (name) => known.get(name)).map(
    ({ path, message, remedy }) => `${join(skill.folder, 'skill.yaml')}: ${pathText(path)} ${message}: ${remedy}`,
  )
}

type Named = { readonly skills: readonly LoadedSkill[]; readonly problems: string[] }

async function skillsNamed(names: readonly string[], projectDir: string): Promise<Named> {
  if (names.length > 0) {
    const folders = names.map((name) => (isPath(name) ? name : join(projectDir, 'skills', name)))
    const unknown = names.find((name, at) => !isPath(name) && !existsSync(folders[at] ?? ''))
    if (unknown !== undefined) throw await unknownFolder(unknown)
    // Examples run without secret values, so there is nothing to withhold.
    return { skills: await Promise.all(folders.map((folder) => loadGivenSkill(folder, true))), problems: [] }
  }
  const source = projectSkills(projectDir)
  for (const warning of await source.warnings()) process.stderr.write(`Warning: ${formatProblem(warning)}\n`)
  return { skills: await source.list(), problems: (await source.problems()).map(formatProblem) }
}
