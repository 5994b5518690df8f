import type { ExecutionId } from '../contract/ids.ts'
import type { OpenRecording } from '../contract/journal.ts'
import { SkillInput } from '../contract/skill-io.ts'
import type { Seal } from '../core/ports.ts'
import type { JsonRedactor } from '../redact/redact.ts'
import { redactInSlices } from '../redact/redact-in-slices.ts'

/** The input as stored in a recording: redacted, plus a sealed original if redaction changed it. */
export type KeptInput = Pick<OpenRecording, 'input' | 'input_redacted' | 'sealed_input'>

/**
 * Prepares an input for storage. Callers paste credentials into params, and a recording outlives the execution, so the
 * stored copy is redacted. Another process needs the original to resume the execution, so the original is stored sealed
 * until the execution ends.
 */
export async function keepInput(
  input: SkillInput,
  redact: JsonRedactor,
  durable: { readonly id: ExecutionId; readonly seal: Seal | undefined } | undefined,
): Promise<KeptInput> {
  const params = await redactInSlices(input.params, redact)
  if (params === input.params) return { input: JSON.stringify(input) }
  const kept = { input: JSON.stringify({ ...input, params }), input_redacted: true }
  if (durable === undefined) return kept
  if (durable.seal === undefined) {
    throw new TypeError('A durable execution cannot have a credential in its input: no seal is configured')
  }
  return { ...kept, sealed_input: durable.seal.close(JSON.stringify(input), durable.id) }
}

/** The original input. Undefined: it was sealed with another key, or no seal is configured. */
export function openInput(id: ExecutionId, kept: KeptInput, seal: Seal | undefined): SkillInput | undefined {
  const text = kept.sealed_input === undefined ? kept.input : seal?.open(kept.sealed_input, id)
  return text === undefined ? undefined : SkillInput.parse(JSON.parse(text))
}
