import type { SkillOutput } from '../contract/skill-io.ts'

/** One host call, as the RFC prints it. `fuel`: units left after it. */
export type ExecutorTrace = { readonly op: string; readonly url?: string; readonly fuel: number }

/** The names that a plain function has for host calls. */
const names: Readonly<Record<string, string>> = {
  fetch: 'httpFetch',
  'llm.predict': 'llmPredict',
  'memory.recall': 'memoryRecall',
}

export function traceOf({ trace = [] }: SkillOutput): readonly ExecutorTrace[] {
  return trace.map(({ op, url, fuel }) => ({ op: names[op] ?? op, ...(url === undefined ? {} : { url }), fuel }))
}
