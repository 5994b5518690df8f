import type { Evidence } from '#gates/judge.ts'
import { CheckUnfinished } from './check-apart.ts'

/** The evidence about a skill whose check did not finish: the same findings as for a folder that is too large. */
export const unfinishedEvidence =
  (name: string, rulesFolder: string) =>
  async (cause: unknown): Promise<Evidence> => {
    if (!(cause instanceof CheckUnfinished)) throw cause
    // Rarely needed, and with all parsers of the gates.
    const [{ loadRules }, { ofFile }] = await Promise.all([
      import('#gates/load-rules.ts'),
      import('#gates/scan-files.ts'),
    ])
    const rules = loadRules(rulesFolder)
    const findings = ofFile(rules, 'too-large', '', cause.message)
    return { name, digest: '', rulesVersion: rules.version, findings }
  }
