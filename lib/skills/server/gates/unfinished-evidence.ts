import type { Evidence } from '#gates/judge.ts'
import type { RuleSet } from '#gates/load-rules.ts'
import { ofFile } from '#gates/scan-files.ts'
import { CheckUnfinished } from './check-apart.ts'

/** The evidence about a skill whose check did not finish: the same findings as for a folder that is too large. */
export const unfinishedEvidence =
  (name: string, rules: Pick<RuleSet, 'file' | 'version'>) =>
  (cause: unknown): Evidence => {
    if (!(cause instanceof CheckUnfinished)) throw cause
    const findings = ofFile(rules, 'too-large', '', cause.message)
    return { name, digest: '', rulesVersion: rules.version, findings }
  }
