import * as z from 'zod'
import { checkFiles, judge, type SkillCheck } from '#runner/gates/check-skill.ts'
import { Finding, severities } from '#runner/gates/finding.ts'
import { loadRules, rulesVersion } from '#runner/gates/load-rules.ts'
import { readWholeFolder } from '#runner/gates/read-whole-folder.ts'
import type { Suppression } from '#runner/gates/suppressions.ts'
import type { Clock } from '#runner/ports.ts'
import { quoted } from '#runner/quoted.ts'

/** What the gates found in the files of a release. */
export const GateFindings = z.array(Finding)
export type GateResult = { readonly files: string; readonly findings: readonly Finding[] }

export type ReleaseGate = {
  /** A result counts for this version of the rules only. */
  readonly version: string
  /** Reads the folder and checks it at every gate. */
  check(folder: string, name: string): Promise<GateResult>
  /** The verdict of today: suppressions expire. */
  decide(name: string, result: GateResult): SkillCheck
}

type GatePorts = {
  readonly rulesFolder: string
  readonly clock: Pick<Clock, 'now'>
  readonly suppressions: readonly Suppression[]
}

/** More findings than this say nothing new, and they would fill the database. */
const maxFindings = 500

/** The gates that a release passes before it may run. */
export function createReleaseGate({ rulesFolder, clock, suppressions }: GatePorts): ReleaseGate {
  const version = rulesVersion(rulesFolder)
  let rules: ReturnType<typeof loadRules> | undefined
  return {
    version,
    async check(folder, name) {
      rules ??= loadRules(rulesFolder)
      const { digest, findings } = await checkFiles(await readWholeFolder(folder), { rules, name })
      const worstFirst = [...findings].sort((a, b) => weight(b) - weight(a))
      return { files: digest, findings: worstFirst.slice(0, maxFindings) }
    },
    decide(name, { files, findings }) {
      const today = new Date(clock.now()).toISOString().slice(0, 10)
      return judge({ name, digest: files, rulesVersion: version, findings }, { suppressions, today })
    },
  }
}

const weight = ({ blocks, severity }: Finding): number => (blocks ? 10 : severities.indexOf(severity))

/** Why a release may not run: the finding that weighs most, and the command that shows all. Absent: it may run. */
export function refusalOf({ name, verdict, findings, digest }: SkillCheck): string | undefined {
  if (verdict !== 'block') return undefined
  const [first] = [...findings].sort((a, b) => weight(b) - weight(a))
  const what = first === undefined ? '' : `: ${first.rule} at ${quoted(first.file)}, line ${first.line}. ${first.why}`
  return `The gates block ${name}${what} See it with npm run skill -- check. (digest ${digest})`
}
