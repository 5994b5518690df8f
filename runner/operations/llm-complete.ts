import { LlmArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/**
 * A language-model completion, supplied by the client that started the execution. The answer may take days; the
 * execution is suspended until then.
 */
export const llmCompleteOperation: HostOperation = {
  ...ordinary,
  keepsArguments: true,
  open:
    ({ grant, denied }) =>
    (args) => {
      if (!grant.permissions.llm && grant.declared?.llm) {
        denied('llm')
        return rejected('CapabilityRevoked', 'The permission llm was withheld')
      }
      if (!grant.permissions.llm) return end('CAPABILITY_DENIED', 'llm.complete without llm permission', 'llm')
      const parsed = LlmArgs.safeParse(args)
      if (parsed.success) return { kind: 'suspend' }
      const [issue] = parsed.error.issues
      return rejected(
        'TypeError',
        `llm.complete: ${issue?.path.join('.') || 'prompt'}: ${issue?.message ?? 'is invalid'}`,
      )
    },
}
