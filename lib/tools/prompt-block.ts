import type { Registry } from '#lib/registry/registry.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import { readInstructions } from '#runner/manifest/skill-texts.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import type { SkillTools, ToolCaller } from './skill-tools.ts'
import { howToConfirm, untrustedNotice } from './tool-answer.ts'

type PromptPorts = { readonly skills: Pick<Registry, 'list'>; readonly tools: SkillTools }

/**
 * The block for a model's system prompt: the functions that the caller may call and the prompt skills with their
 * instructions. Texts of skills are escaped, so that no text can end the block.
 */
export async function promptBlock({ skills, tools }: PromptPorts, caller: ToolCaller): Promise<string> {
  const functions = (await tools.getSkillTools(caller)).map(
    ({ name, description, confirms }) =>
      `<function name="${name}"${confirms ? ' needs_agreement="true"' : ''}>${escaped(description)}</function>`,
  )
  const prompts = await Promise.all((await promptSkillsOf(skills, caller)).map(promptSkill))
  const rules = [
    'Call these functions for the person. Speak the field message of an answer, or say it in your own words.',
    untrustedNotice,
    howToConfirm,
  ]
  return `${['<skills>', ...rules.map(escaped), ...functions, ...prompts, '</skills>'].join('\n')}\n`
}

/** The enabled prompt skills that the caller may use. */
export async function promptSkillsOf(
  skills: Pick<Registry, 'list'>,
  { skills: scope }: ToolCaller,
): Promise<readonly LoadedSkill[]> {
  const all = await skills.list()
  return all.filter(({ manifest: { kind, name } }) => kind === 'prompt' && (scope === 'all' || scope.has(name)))
}

async function promptSkill(skill: LoadedSkill): Promise<string> {
  const { name, description } = skill.manifest
  const read = await readInstructions(skill)
  const instructions = read.ok ? `\n${escaped(read.text.trim())}` : ''
  return `<skill name="${name}">${escaped(description)}${instructions}</skill>`
}

const escaped = (text: string): string =>
  withoutHidden(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
