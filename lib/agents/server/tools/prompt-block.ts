import * as z from 'zod'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import type { AgentRules } from '#runner/core/ports.ts'
import type { ToolCaller } from './agents-view.ts'
import { promptSkillsOf, type ViewPorts } from './agents-view.ts'
import { readSkillTool } from './read-skill.ts'
import type { SkillTools } from './skill-tools.ts'
import { howToConfirm, untrustedNotice } from './tool-answer.ts'

type PromptPorts = Pick<ViewPorts, 'skills'> & { readonly agentSkills?: AgentRules; readonly tools: SkillTools }

/** The room of a block, in tokens. Functions and skills beyond it are left out. */
export const TokensField = { tokens: z.coerce.number().int().min(500).max(100_000).default(4_000) }

/** The characters of one description: about 100 tokens. */
const maxDescription = 400

/**
 * The block for a model's system prompt: the functions that the caller may call, and the prompt skills by name and
 * description. Their instructions come from `read_skill`, when the model needs them. Entries beyond `tokens` are left
 * out, and counted. Texts of skills are escaped, so that no text can end the block.
 */
export async function promptBlock(
  { tools, skills, agentSkills: rules }: PromptPorts,
  caller: ToolCaller,
  tokens: number,
): Promise<string> {
  const [functions, prompts] = await Promise.all([
    tools.getSkillTools(caller),
    promptSkillsOf({ skills, rules }, caller),
  ])
  const entries = [
    ...functions.map(
      ({ name, description, confirms }) =>
        `<function name="${name}"${confirms ? ' needs_agreement="true"' : ''}>${short(description)}</function>`,
    ),
    ...prompts.map(({ manifest: { name, description } }) => `<skill name="${name}">${short(description)}</skill>`),
  ]
  const sentences = [
    'Call these functions for the person. Speak the field message of an answer, or say it in your own words.',
    untrustedNotice,
    howToConfirm,
    ...(prompts.length > 0 ? [`Before you do what a skill is for, call ${readSkillTool.name} with its name.`] : []),
  ].map(escaped)
  const shown: string[] = []
  let left = tokens - tokensOf(sentences.join('\n'))
  for (const entry of entries) {
    left -= tokensOf(entry)
    if (left < 0) break
    shown.push(entry)
  }
  const missing = entries.length - shown.length
  const more = missing > 0 ? [`${missing} more are not shown here, for lack of room.`] : []
  return `${['<skills>', ...sentences, ...shown, ...more, '</skills>'].join('\n')}\n`
}

/** Puts the block after the identity of a system prompt, or in front of a prompt without one. */
export function withBlock(prompt: string, block: string): string {
  const end = prompt.indexOf(identityEnd)
  if (end < 0) return `${block}\n${prompt}`
  const at = end + identityEnd.length
  return `${prompt.slice(0, at)}\n\n${block}${prompt.slice(at)}`
}

const identityEnd = '</identity>'

/** At least the number of tokens of common models: English has about four bytes in a token, and Japanese about three. */
const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)

function short(description: string): string {
  const text = withoutHidden(description)
  return escaped(text.length > maxDescription ? `${text.slice(0, maxDescription)}…` : text)
}

const escaped = (text: string): string =>
  withoutHidden(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
