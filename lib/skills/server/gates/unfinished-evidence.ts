import type { Evidence } from '#gates/check-skill.ts'
import type { RuleSet } from '#gates/load-rules.ts'
import { findingOf } from '#gates/scan-files.ts'
import { CheckUnfinished } from './check-apart.ts'

/** The evidence about a skill whose check did not finish: the same findings as for a folder that is too large. */
export const unfinishedEvidence =
  (name: string, { rules, version }: Pick<RuleSet, 'rules' | 'version'>) =>
  (cause: unknown): Evidence => {
    if (!(cause instanceof CheckUnfinished)) throw cause
    const place = { file: '', line: 1, column: 1 }
    const findings = rules
      .filter(({ match }) => match.some((matcher) => matcher.kind === 'file' && matcher.is === 'too-large'))
      .map((rule) => findingOf(rule, place, cause.message))
    return { name, digest: '', rulesVersion: version, findings }
  }
