import { access } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { composeFamily } from '#runner/manifest/compose-skill.ts'
import { readInstructions, readReference, type SkillText } from '#runner/manifest/skill-texts.ts'
import { CommandFailure } from './expected-failure.ts'
import { isPath, loadGivenSkill } from './given-skill.ts'
import { inheritanceLines } from './install-words.ts'
import { printable, workingDir } from './terminal.ts'

/** Prints a skill as an agent reads it: description, instructions, or a file that the instructions name. */
export const createSkillShowCommand = (): Command =>
  new Command('show')
    .description('show the description and instructions of a skill, or one of its files')
    .argument('<skill>', 'the name of a project skill, or the path of a skill folder')
    .argument('[file]', 'a text file of the skill, like references/fares.md')
    .action(async (name: string, file?: string) => {
      const folder = isPath(name) ? name : join(findProjectRoot(), 'skills', name)
      const own = await loadGivenSkill(folder, false)
      const skill = (await composeFamily(own, (parent) => besideIt(folder, parent))) ?? own
      if (own.manifest.parents.length > 0 && !skill.mixin) {
        process.stderr.write('Warning: a parent is not beside this folder, so what the skill inherits is not shown.\n')
      }
      if (file !== undefined) {
        process.stdout.write(`${printable(textOf(await readReference(skill, file), file))}\n`)
        return
      }
      const { manifest } = skill
      const instructions = textOf(await readInstructions(skill), 'SKILL.md')
      const inherits = skill.mixin ? ['Inherits from:', ...inheritanceLines(skill)].join('\n') : ''
      const title = `${manifest.name} ${manifest.version}`
      const parts = [title, manifest.description, ...manifest.statements, inherits, instructions]
      process.stdout.write(`${printable(parts.filter((part) => part !== '').join('\n\n'))}\n`)
    })

const besideIt = async (folder: string, name: string) => {
  const parent = join(dirname(resolve(workingDir(), folder)), name)
  const isThere = await access(parent).then(
    () => true,
    () => false,
  )
  return isThere ? loadGivenSkill(parent, false) : undefined
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
