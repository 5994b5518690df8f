import type { SkillOutput } from '../contract/skill-io.ts'

/** One host call, in the trace format of the OpenClaw RFC (docs/decisions/047). `fuel`: units left after the call. */
export type ExecutorTrace = { readonly op: string; readonly url?: string; readonly fuel: number }

/** The names of host calls in a plain function. */
const names: Readonly<Record<string, string>> = {
  fetch: 'httpFetch',
  'llm.predict': 'llmPredict',
  'memory.recall': 'memoryRecall',
  'exec.run': 'shellExec',
  'files.read': 'fileRead',
  'files.write': 'fileWrite',
}

export function traceOf({ trace = [] }: SkillOutput): readonly ExecutorTrace[] {
  return trace.map(({ op, url, fuel }) => ({ op: names[op] ?? op, ...(url === undefined ? {} : { url }), fuel }))
}
