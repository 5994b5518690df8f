import type { ExecutionId } from './contract/ids.ts'
import type { OpenRecording } from './contract/journal.ts'
import { SkillInput } from './contract/skill-io.ts'
import type { Seal } from './ports.ts'
import type { Redactor } from './redact/redact.ts'
import { redactInSlices } from './redact/redact-in-slices.ts'

/** Of a recording: the input as people may see it, and how it is had again. */
export type KeptInput = Pick<OpenRecording, 'input' | 'input_redacted' | 'sealed_input'>

/**
 * What is kept of an input: callers paste credentials into params, and what is kept outlives the execution. Who has to go on with it
 * needs it as it came: sealed, for as long as it has not ended.
 */
export async function keepInput(
  input: SkillInput,
  redact: Pick<Redactor, 'json' | 'jsonStream'>,
  durable: { readonly id: ExecutionId; readonly seal: Seal | undefined } | undefined,
): Promise<KeptInput> {
  const params = await redactInSlices(input.params, redact)
  if (params === input.params) return { input: JSON.stringify(input) }
  const kept = { input: JSON.stringify({ ...input, params }), input_redacted: true }
  if (durable === undefined) return kept
  if (durable.seal === undefined) {
    throw new TypeError('A durable execution cannot have a credential in its input: nothing seals it')
  }
  return { ...kept, sealed_input: durable.seal.close(JSON.stringify(input), durable.id) }
}

/** The input as it came. Undefined: it was sealed with another key. */
export function openInput(id: ExecutionId, kept: KeptInput, seal: Seal | undefined): SkillInput | undefined {
  const text = kept.sealed_input === undefined ? kept.input : seal?.open(kept.sealed_input, id)
  return text === undefined ? undefined : SkillInput.parse(JSON.parse(text))
}
