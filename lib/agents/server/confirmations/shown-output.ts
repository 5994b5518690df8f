import type { Invocation } from '#lib/skills/server/invoking/invoke-skill.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { factsOfCall, questionText, type Reading } from './plain-facts.ts'

type Answered = Pick<Extract<Invocation, { kind: 'answered' }>, 'output' | 'asked'>

/** `shownOutput` for the operator of this instance. */
export type ShowOutput = (answered: Answered, reading: Reading) => SkillOutput

/** The output as every door shows it: a question lists everything that a yes does. */
export function shownOutput(
  { output, asked }: Answered,
  operatorName: string | undefined,
  reading: Reading,
): SkillOutput {
  if (output.status !== 'requires_confirmation') return output
  const { id, prompt } = output.confirmation
  const facts = asked ? factsOfCall(asked, operatorName, reading) : []
  return { ...output, confirmation: { id, prompt: questionText(prompt, facts, reading) } }
}
