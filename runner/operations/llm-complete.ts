import { LlmArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/** A text that whoever started the execution gets from a language model. It may take days: the execution is let go meanwhile. */
export const llmCompleteOperation: HostOperation = {
  ...ordinary,
  keepsArguments: true,
  open:
    ({ grant }) =>
    (args) => {
      if (!grant.permissions.llm) return end('CAPABILITY_DENIED', 'llm.complete without llm permission')
      const parsed = LlmArgs.safeParse(args)
      if (parsed.success) return { kind: 'suspend' }
      const [issue] = parsed.error.issues
      return rejected(
        'TypeError',
        `llm.complete: ${issue?.path.join('.') || 'prompt'}: ${issue?.message ?? 'is not valid'}`,
      )
    },
}
