import * as z from 'zod'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { listReferences, readInstructions, readReference, type SkillText } from '#runner/manifest/skill-texts.ts'
import { parametersOf, type Tool } from './tool.ts'
import { failed, instructionsNotice, type ToolAnswer } from './tool-answer.ts'

const Arguments = z.strictObject({
  skill: z.string().describe('The name of a skill.').optional(),
  file: z.string().describe('One of the files that the instructions came with.').optional(),
})

/** The function that gives the texts of prompt skills, of which the system prompt has only names and descriptions. */
export const readSkillTool: Tool = {
  name: 'read_skill',
  description:
    'Gives the instructions of a skill: call it before you do what the skill is for. With file, gives one of its files. Without skill, lists the skills.',
  parameters: parametersOf(Arguments),
  readOnly: true,
  destructive: false,
  confirms: false,
  reachesOut: false,
}

/** `prompts`: the prompt skills that the caller may use. */
export async function readSkill(prompts: readonly LoadedSkill[], given: Params): Promise<ToolAnswer> {
  const asked = parseInput(Arguments, given, 'arguments')
  if (!asked.ok) return failed(asked.error)
  const { skill, file } = asked.value
  if (skill === undefined) {
    return texts(
      'Here are the skills.',
      readSkillTool.name,
      prompts.map(({ manifest: { name, description } }) => ({ skill: name, description: withoutHidden(description) })),
    )
  }
  const found = prompts.find(({ manifest }) => manifest.name === skill)
  if (found === undefined) return unknown('skill', 'There is no skill with this name. Call without skill to list them.')
  const { name } = found.manifest
  if (file !== undefined) {
    const read = await readReference(found, file)
    if (!read.ok) return unreadable(name, read.reason)
    return texts(`Here is the file ${file}.`, name, [{ file, text: withoutHidden(read.text) }])
  }
  const [read, files] = await Promise.all([readInstructions(found), listReferences(found)])
  if (!read.ok) return unreadable(name, read.reason)
  return texts('Here are the instructions of the skill.', name, [{ text: withoutHidden(read.text), files: [...files] }])
}

type Results = Extract<ToolAnswer, { status: 'success' }>['results']

const texts = (message: string, skill: string, results: Results): ToolAnswer => ({
  status: 'success',
  message,
  notice: instructionsNotice,
  skill,
  results,
})

function unreadable(skill: string, reason: Extract<SkillText, { ok: false }>['reason']): ToolAnswer {
  if (reason === 'missing') return unknown('file', `${skill} has no file with this name. Use one of the listed files.`)
  return failed(errorOf('CONFLICT', {}, { message: `The text of ${skill} cannot be read: ${reason}.` }), skill)
}

const unknown = (field: 'skill' | 'file', message: string): ToolAnswer =>
  failed(errorOf('NOT_FOUND', {}, { message, details: { [field]: 'is not known' } }))
