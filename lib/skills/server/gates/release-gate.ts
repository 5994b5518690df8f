import { join } from 'node:path'
import * as z from 'zod'
import { Finding, severities } from '#gates/finding.ts'
import { judge, type SkillCheck } from '#gates/judge.ts'
import { knownRuleIds, rulesVersion } from '#gates/rule-texts.ts'
import { decisive } from '#gates/score.ts'
import type { Suppression } from '#gates/suppressions.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { Clock } from '#runner/core/ports.ts'
import { quoted } from '#runner/core/quoted.ts'
import type { CheckApart } from './check-apart.ts'
import { checkDeadlineMs, checkProcessPath, createCheckApart } from './check-apart.ts'
import { withKeptEvidence } from './kept-evidence.ts'
import { readSuppressions, rulesFolder, suppressionsFile } from './read-suppressions.ts'
import type { SecondOpinion } from './second-opinion.ts'

/** What the gates found in the files of a release. */
export const GateFindings = z.array(Finding)
export type GateResult = {
  readonly files: string
  readonly findings: readonly Finding[]
  /** A second opinion is missing, so that the result is not stored, and the next start asks again. */
  readonly isPartial?: true
}

export type ReleaseGate = {
  /** The version of the rules. A result is valid only for this version. */
  readonly version: string
  /** Reads the folder of a release and checks it at every gate. Throws `CheckUnfinished`. */
  check(folder: string, name: string): Promise<GateResult>
  /** The verdict at the current date, because suppressions expire. */
  decide(name: string, result: GateResult): SkillCheck
}

type GatePorts = {
  readonly rulesFolder: string
  readonly clock: Pick<Clock, 'now'>
  readonly suppressions: readonly Suppression[]
  readonly check: CheckApart
  /** Absent: no language model is asked. */
  readonly opinion?: SecondOpinion | undefined
}

/** The gates that a release passes before it may run. */
export function createReleaseGate({ rulesFolder, clock, suppressions, check, opinion }: GatePorts): ReleaseGate {
  const rules = rulesVersion(rulesFolder)
  const version = opinion === undefined ? rules : sha256(JSON.stringify([rules, opinion.version]))
  /** Cached, because each search needs the verdicts of its skills. Only an expired suppression changes a verdict. */
  const decided = new WeakMap<GateResult, { readonly today: string; readonly check: SkillCheck }>()
  return {
    version,
    async check(folder, name) {
      const { digest, findings } = await check({ rulesFolder, folder, name, isRelease: true })
      // The opinion may only raise a verdict, so it is not asked about a skill that needs a person anyway.
      const { verdict } = judge({ name, digest, rulesVersion: version, findings }, {})
      if (opinion === undefined || verdict !== 'admit') return { files: digest, findings }
      const { finding, isKnown } = await opinion.about(folder)
      return { files: digest, findings: [finding, ...findings], ...(!isKnown && { isPartial: true }) }
    },
    decide(name, result) {
      const today = new Date(clock.now()).toISOString().slice(0, 10)
      const known = decided.get(result)
      if (known?.today === today && known.check.name === name) return known.check
      const { files, findings } = result
      const check = judge({ name, digest: files, rulesVersion: version, findings }, { suppressions, today })
      decided.set(result, { today, check })
      return check
    },
  }
}

const weight = ({ blocks, severity }: Finding): number => (blocks ? 10 : severities.indexOf(severity))

/** Why a release may not run, and what the operator can do about it. Absent: the gates admit it. */
export function refusalOf(check: SkillCheck): string | undefined {
  const { name, verdict, digest } = check
  if (verdict === 'admit') return undefined
  const worstFirst = decisive(check).sort((a, b) => weight(b) - weight(a))
  const [first] = worstFirst
  const what = first === undefined ? '' : `: ${first.rule} at ${quoted(first.file)}, line ${first.line}. ${first.why}`
  const seen = `See it with ${travelCommand('skill check FOLDER')}. (digest ${digest})`
  if (verdict === 'block') return `The gates block ${name}${what} ${seen}`
  const rules = [...new Set(worstFirst.map(({ rule }) => rule))]
  return (
    `The gates leave ${name} to the operator${what} ${seen} ` +
    `To accept it, add an entry to ${suppressionsFile} for ${rules.join(', ')}: { rule, digest, reason, expires }`
  )
}

/** Why a release without a verdict may not run. */
export const unfinishedRefusal = (name: string, reason: string): string =>
  `The gates could not check ${name}: ${reason}. It does not run. Start the app again to repeat the check.`

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
