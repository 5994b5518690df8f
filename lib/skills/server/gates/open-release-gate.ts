import { join } from 'node:path'
import { knownRuleIds } from '#gates/rule-texts.ts'
import type { Clock } from '#runner/core/ports.ts'
import { checkDeadlineMs, checkProcessPath, createCheckApart } from './check-apart.ts'
import { withKeptEvidence } from './kept-evidence.ts'
import { readSuppressions, suppressionsFile } from './read-suppressions.ts'
import { createReleaseGate, type ReleaseGate } from './release-gate.ts'
import { rulesFolder } from './rules-folder.ts'
import type { SecondOpinion } from './second-opinion.ts'

/**
 * The gate of this installation. Throws a ConfigError for an invalid suppressions file.
 *
 * @param accepted the suppressions file; absent: the one in the project's folder
 * @param opinion absent: no language model is asked
 */
export function openReleaseGate(
  projectRoot: string,
  clock: Pick<Clock, 'now'>,
  accepted = join(projectRoot, suppressionsFile),
  opinion?: SecondOpinion,
): ReleaseGate {
  const folder = rulesFolder(projectRoot)
  const suppressions = readSuppressions(accepted, knownRuleIds(folder))
  const apart = createCheckApart({ processPath: checkProcessPath(projectRoot), deadlineMs: checkDeadlineMs })
  const check = withKeptEvidence(projectRoot, apart)
  return createReleaseGate({ rulesFolder: folder, clock, suppressions, check, opinion })
}
