import { PredictArgs } from '../contract/host-calls.ts'
import type { Prediction } from '../core/ports.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/** A prediction ends this long before the execution's deadline, so that the skill can still answer. */
const reserveMs = 500

/**
 * A completion by the operator's language model. If the operator has no model, the execution is suspended for the
 * client's model, as in `llm.complete`. A prompt has no side effects, so it may be repeated. A replay reads the
 * recorded answer.
 */
export const llmPredictOperation: HostOperation = {
  ...ordinary,
  keepsArguments: true,
  open:
    ({ grant, denied, model, canWait, enter, session, signal, leftMs }) =>
    async (args) => {
      if (!grant.permissions.llm && grant.declared?.llm) {
        denied('llm')
        return rejected('CapabilityRevoked', 'The permission llm was withheld')
      }
      if (!grant.permissions.llm) return end('CAPABILITY_DENIED', 'llm.predict without llm permission', 'llm')
      const parsed = PredictArgs.safeParse(args)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return rejected(
          'TypeError',
          `llm.predict: ${issue?.path.join('.') || 'prompt'}: ${issue?.message ?? 'is invalid'}`,
        )
      }
      if (model === undefined) {
        return canWait ? { kind: 'suspend' } : end('NOT_CONFIGURED', 'no language model: set TRAVEL_LLM_URL')
      }
      using _slot = await enter()
      // Redacted, as for the caller's model: the provider of a model must not see credentials.
      const prompt = String(session.redact.json(parsed.data.prompt))
      const answer = await model.predict(prompt, { signal, timeoutMs: Math.max(0, leftMs() - reserveMs) })
      if (answer.kind === 'text') return { kind: 'value', value: session.redact.json(answer.text) }
      return rejected(failureNames[answer.reason], answer.message)
    },
}

const failureNames: Readonly<Record<Extract<Prediction, { kind: 'failed' }>['reason'], string>> = {
  unavailable: 'ModelError',
  too_large: 'ModelError',
  timeout: 'TimeoutError',
  aborted: 'AbortError',
}
