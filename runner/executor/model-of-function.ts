import { withoutHidden } from '../contract/hidden-text.ts'
import { orAborted } from '../core/or-aborted.ts'
import type { LanguageModel, Prediction } from '../core/ports.ts'

/** A function that sends a prompt to a model, for example with a client library. It must return a text. */
export type LlmPredict = (prompt: string, options: { readonly signal: AbortSignal }) => unknown

const longestText = 256 * 1024

/** Wraps the function as a language model. Its answer is untrusted, and the skill does not see its errors. */
export function modelOfFunction(llmPredict: LlmPredict): LanguageModel {
  return {
    async predict(prompt, { signal, timeoutMs }) {
      const late = AbortSignal.timeout(Math.min(Math.floor(timeoutMs), longestWaitMs))
      const ends = AbortSignal.any([signal, late])
      try {
        return answerOf(await orAborted(ask(llmPredict, prompt, ends), ends))
      } catch {
        if (signal.aborted) return failed('aborted', 'The execution has ended')
        if (late.aborted) return failed('timeout', 'The language model gave no answer in time')
        return failed('unavailable', 'The language model failed')
      }
    },
  }
}

/** An unbounded time limit would exceed the longest timer of the platform. */
const longestWaitMs = 600_000

/** An async function, so that a synchronous error of `llmPredict` rejects, too. */
async function ask(llmPredict: LlmPredict, prompt: string, signal: AbortSignal): Promise<unknown> {
  return llmPredict(prompt, { signal })
}

type Failure = Extract<Prediction, { kind: 'failed' }>
const failed = (reason: Failure['reason'], message: string): Failure => ({ kind: 'failed', reason, message })

function answerOf(answer: unknown): Prediction {
  if (typeof answer !== 'string')
    return failed('unavailable', 'The language model answered with something else than text')
  if (answer.length > longestText) return failed('too_large', `The answer is over ${longestText} characters`)
  return { kind: 'text', text: withoutHidden(answer) }
}
