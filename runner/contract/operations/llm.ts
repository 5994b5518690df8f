import * as z from 'zod'
import { withoutHidden } from '../hidden-text.ts'
import type { OperationDescriptor, PermissionDescriptor } from './descriptor.ts'

/** The longest prompt, in characters. */
const longestPrompt = 256 * 1024
export const LlmArgs = z.strictObject({
  prompt: z.string().min(1, 'is empty').max(longestPrompt, `is longer than ${longestPrompt} characters: shorten it`),
  model: z
    .string()
    .min(1, 'is empty: leave it out for "default"')
    .max(64, 'is longer than 64 characters')
    .default('default'),
})

/**
 * Removes hidden characters from the prompt: a prompt often contains text of a provider or a stranger, which can hide
 * instructions in them. The caller's model gets the same prompt.
 */
export const PredictArgs = LlmArgs.extend({
  prompt: LlmArgs.shape.prompt
    .transform(withoutHidden)
    .refine((prompt) => prompt.trim() !== '', 'has no visible characters'),
})

export type LlmGlobal = {
  readonly llm: {
    /**
     * A completion by the language model of whoever started the execution. If the answer takes time, the execution is
     * suspended and later restarted with the same answers to its earlier calls. Only in durable executions with the llm
     * permission.
     */
    complete(prompt: string, model?: string): Promise<string>
    /**
     * A completion by the operator's language model. If the operator has no model, the caller's model answers as for
     * `complete`, and an execution that cannot wait ends with NOT_CONFIGURED. `model` is a preference that only the
     * caller's model receives. The answer is untrusted text of at most 262,144 characters, without hidden characters.
     * Rejects with `TypeError` for a bad prompt, `ModelError` without a usable answer, `TimeoutError`, and
     * `CapabilityRevoked` if the permission was withheld.
     */
    predict(prompt: string, model?: string): Promise<string>
  }
}

export const llmPermissions = {
  llm: {
    isFlag: true,
    tiers: ['local', 'verified'],
    trust: 'llm',
    ofProfiles: true,
    use: /\bllm\s*\.\s*(?:complete|predict)\s*\(|\bllmPredict\s*\(|\bllm\s*\(/,
    isMissed: true,
    icon: 'agent',
    verb: 'Ask a language model',
    detail: 'Prompts are redacted first.',
    effect: 'Its prompts are refused.',
  },
} as const satisfies Record<string, PermissionDescriptor>

const params = [
  { name: 'prompt', as: 'text' },
  { name: 'model', as: 'text', isOptional: true, default: 'default' },
] as const

export const llmOperations = {
  'llm.complete': {
    args: LlmArgs,
    answer: z.string(),
    permission: 'llm',
    keepsArguments: true,
    params,
    scripts: ['javascript', 'python'],
    does: 'pauses the execution until its caller answers the prompt with its own model',
    icon: 'agent',
    title: "The agent's model",
  },
  'llm.predict': {
    args: PredictArgs,
    answer: z.string(),
    permission: 'llm',
    keepsArguments: true,
    params,
    scripts: ['javascript', 'python'],
    does: "the answer of the operator's model; without one, like `llm.complete`",
    icon: 'agent',
    title: 'The language model',
  },
} as const satisfies Record<string, OperationDescriptor>
