import type { LanguageModel, Prediction } from '../core/ports.ts'
import { redactTextInSlices } from '../redact/redact-in-slices.ts'
import { end, type OperationContext, operationOf, rejected } from './operation.ts'

export type ModelServices = {
  /** The operator's language model. Absent: predictions wait for the caller's model if the execution can wait. */
  readonly model?: LanguageModel | undefined
}

/** A prediction ends this long before the execution's deadline, so that the skill can still answer. */
const reserveMs = 500

export const llmOperations = {
  /**
   * A language-model completion, supplied by the client that started the execution. The answer may take days; the
   * execution is suspended until then.
   */
  'llm.complete': operationOf('llm.complete', { open: () => () => ({ kind: 'suspend' }) }),
  /**
   * A completion by the operator's language model. If the operator has no model, the execution is suspended for the
   * client's model, as in `llm.complete`. A prompt has no side effects, so it may be repeated. A replay reads the
   * recorded answer.
   */
  'llm.predict': operationOf('llm.predict', {
    open:
      ({ services: { model }, canWait, enter, session, signal, leftMs, spent }: OperationContext<ModelServices>) =>
      async (args) => {
        if (model === undefined) {
          return canWait ? { kind: 'suspend' } : end('NOT_CONFIGURED', 'no language model: set TRAVEL_LLM_URL')
        }
        using _slot = await enter()
        // Redacted, as for the caller's model: the provider of a model must not see credentials.
        const prompt = await redactTextInSlices(args.prompt, session.redact)
        const answer = await model.predict(prompt, { signal, timeoutMs: Math.max(0, leftMs() - reserveMs) })
        spent({ tokens: answer.kind === 'text' ? answer.tokens : undefined })
        if (answer.kind === 'text')
          return { kind: 'value', value: await redactTextInSlices(answer.text, session.redact) }
        return rejected(failureNames[answer.reason], answer.message)
      },
  }),
}

const failureNames: Readonly<Record<Extract<Prediction, { kind: 'failed' }>['reason'], string>> = {
  unavailable: 'ModelError',
  too_large: 'ModelError',
  timeout: 'TimeoutError',
  aborted: 'AbortError',
}
