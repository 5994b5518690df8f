import { operationOf } from './operation.ts'

/**
 * A language-model completion, supplied by the client that started the execution. The answer may take days; the
 * execution is suspended until then.
 */
export const llmCompleteOperation = operationOf('llm.complete', {
  open: () => () => ({ kind: 'suspend' }),
})
