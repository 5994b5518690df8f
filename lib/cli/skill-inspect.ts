import { Command } from 'commander'
import { ancestorsOf, providerOf, stepsOf } from '#lib/skills/server/registry/compositions.ts'
import { acceptedActions } from '#runner/contract/capabilities/capability-contracts.ts'
import type { CurrentSkill } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { composeFamily } from '#runner/manifest/compose-skill.ts'
import { closest } from '#runner/manifest/did-you-mean.ts'
import { listReferences, readInstructions, readReference, type SkillText } from '#runner/manifest/skill-texts.ts'
import { CommandFailure } from './expected-failure.ts'
import { besideIt, isPath, loadGivenSkill, neitherInstalledNorFolder, requireSoundSkill } from './given-skill.ts'
import { inheritanceLines, stepLines } from './install-words.ts'
import { declaredBy } from './skill-approval.ts'
import { type JsonOption, oneLine, printAnswer } from './terminal.ts'
import { withManaging } from './with-services.ts'

/** Other skills by name, for what a skill needs. */
type Inspected = CurrentSkill & { readonly others: ReadonlyMap<string, LoadedSkill> }

/** Shows a skill of the project, an installed one, or one in a folder: its facts and what an agent reads. */
export const createSkillInspectCommand = (): Command =>
  new Command('inspect')
    .description(
      'show a skill: where it comes from, what it may do, what it needs as a tree, and its instructions; or one of its files',
    )
    .argument('<skill>', 'the name of a skill, or the path of a skill folder')
    .argument('[file]', 'a text file of the skill, like references/fares.md')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, file: string | undefined, options: JsonOption) => {
      const found = isPath(name) ? await inFolder(name) : await installed(name)
      if (file !== undefined) {
        const read = await readReference(found.skill, file)
        if (!read.ok && read.reason === 'missing') throw await unknownFile(found.skill, file)
        const text = textOf(read, file)
        return printAnswer(options, { file, text }, text)
      }
      const instructions = textOf(await readInstructions(found.skill), 'SKILL.md')
      printAnswer(options, jsonOf(found, instructions), readable(found, instructions))
    })

async function inFolder(folder: string): Promise<Inspected> {
  const own = await loadGivenSkill(folder, true)
  const skill = (await composeFamily(own, (parent) => besideIt(folder, parent))) ?? own
  if (own.manifest.parents.length > 0 && !skill.mixin) {
    process.stderr.write('Warning: a parent is not beside this folder, so what the skill inherits is not shown.\n')
  }
  if (own.manifest.steps && !skill.chain) {
    process.stderr.write('Warning: the skill of a step is not beside this folder, so the steps are not shown.\n')
  }
  return { skill, isEnabled: true, others: new Map() }
}

async function installed(name: string): Promise<Inspected> {
  await requireSoundSkill(name)
  return withManaging({}, async ({ skills }) => {
    const all = await skills.all()
    const found = all.find(({ skill }) => skill.manifest.name === name)
    if (found === undefined) throw await neitherInstalledNorFolder(name, skills)
    return { ...found, others: new Map(all.map(({ skill }) => [skill.manifest.name, skill])) }
  })
}

function jsonOf({ skill, isEnabled, refusal }: Inspected, instructions: string) {
  const { name, version, provenance, dependencies, parents, conflicts_with, statements } = skill.manifest
  return {
    name,
    version,
    tier: skill.tier,
    source: provenance.source,
    digest: `sha256:${provenance.digest}`,
    is_enabled: isEnabled,
    refusal: refusal ?? null,
    permissions: declaredBy(skill),
    dependencies,
    parents,
    conflicts_with,
    inherits: ancestorsOf(skill),
    actions: actionsOf(skill),
    steps: stepsOf(skill),
    statements,
    instructions,
  }
}

const actionsOf = (skill: LoadedSkill) =>
  acceptedActions(skill.manifest).map((action) => ({ action, from: providerOf(skill, action) }))

function readable({ skill, isEnabled, refusal, others }: Inspected, instructions: string): string {
  const { name, version, description, author, provenance, conflicts_with, statements } = skill.manifest
  const permissions = declaredBy(skill)
  const needs = needsOf(skill, others, 1)
  return [
    `${name} ${version}, tier ${skill.tier}, ${isEnabled ? 'enabled' : 'disabled'}`,
    oneLine(description),
    `by ${oneLine(author ?? 'an unknown author')}, from ${oneLine(provenance.source)}`,
    `sha256:${provenance.digest}`,
    ...(refusal === undefined ? [] : [oneLine(refusal)]),
    'Permissions:',
    ...permissions.map(
      ({ asked, is_approved, words }) =>
        `  ${is_approved ? '' : 'revoked: '}${oneLine(asked)}\n      ${oneLine(words)}`,
    ),
    ...(permissions.length === 0 ? ['  none'] : []),
    ...(skill.mixin
      ? [
          'Inherits from:',
          ...inheritanceLines(skill),
          'Actions:',
          ...actionsOf(skill).map(({ action, from }) => `  ${action}, run by ${from}`),
        ]
      : []),
    ...(skill.chain ? ['Steps:', ...stepLines(skill)] : []),
    ...(needs.length > 0 ? ['Needs:', ...needs] : []),
    ...(conflicts_with.length > 0 ? [`Conflicts with: ${conflicts_with.join(', ')}`] : []),
    ...[...statements, instructions].flatMap((text) => (text === '' ? [] : ['', text])),
  ].join('\n')
}

function needsOf(of: LoadedSkill, others: Inspected['others'], depth: number): string[] {
  const needed = [
    ...of.manifest.parents.map((one) => [one, 'parent'] as const),
    ...Object.entries(of.manifest.dependencies),
  ]
  return needed.flatMap(([other, range]) => {
    const found = others.get(other)
    const line = `${'  '.repeat(depth)}- ${other} ${found?.manifest.version ?? 'not here'} (${oneLine(range)})`
    return found === undefined || depth > 8 ? [line] : [line, ...needsOf(found, others, depth + 1)]
  })
}

const maxNamed = 20

async function unknownFile(skill: LoadedSkill, file: string): Promise<CommandFailure> {
  const all = await listReferences(skill)
  if (all.length === 0) return new CommandFailure(oneLine(`${file} is not a file of the skill, which has no others.`))
  const meant = closest(file, all)
  const more = all.length > maxNamed ? ` and ${all.length - maxNamed} more` : ''
  const remedy =
    meant === undefined ? `use one of ${all.slice(0, maxNamed).join(', ')}${more}` : `did you mean ${meant}?`
  return new CommandFailure(oneLine(`${file} is not a file of the skill: ${remedy}`))
}

const remedies: Record<Extract<SkillText, { ok: false }>['reason'], string> = {
  missing: 'is not a file of the skill',
  changed: 'cannot be shown: the folder has changed meanwhile',
  'too large': 'is larger than 256 KB',
  'not text': 'is not UTF-8 text',
}

function textOf(read: SkillText, file: string): string {
  if (read.ok) return read.text
  throw new CommandFailure(`${file} ${remedies[read.reason]}.`)
}
