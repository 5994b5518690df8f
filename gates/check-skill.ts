import { basename, resolve } from 'node:path'
import { fileKindOf } from './file-kind.ts'
import { compareFindings, type Finding, type GateName, gates } from './finding.ts'
import { engineVersion, type RuleSet } from './load-rules.ts'
import { checkManifest } from './manifest/check-manifest.ts'
import { readGateManifest } from './read-gate-manifest.ts'
import { readWholeFolder, type WholeFolder } from './read-whole-folder.ts'
import { ofFile, scanFiles } from './scan-files.ts'
import { type FoundChain, scoreOf, type VerdictWord } from './score.ts'
import { type Suppressed, type Suppression, suppress } from './suppressions.ts'
import { checkTravelRules } from './travel/check-travel-rules.ts'
import { findHosts } from './travel/hosts.ts'

export type SkillCheck = {
  /** The name of the folder. */
  readonly name: string
  /** sha256 (hex) over every file of the folder. */
  readonly digest: string
  readonly engine: { readonly version: number; readonly rules: string }
  readonly verdict: VerdictWord
  readonly gates: Readonly<Partial<Record<GateName, { readonly verdict: VerdictWord; readonly points: number }>>>
  readonly chains: readonly FoundChain[]
  readonly findings: readonly Finding[]
  readonly suppressed: readonly Suppressed[]
}

export type CheckOptions = {
  readonly rules: RuleSet
  /** The only gate to run. Absent: all gates run. */
  readonly only?: GateName | undefined
  readonly suppressions?: readonly Suppression[] | undefined
  /** The current day, like 2027-01-31, by which suppressions expire. Absent: no suppression has an effect. */
  readonly today?: string | undefined
}

/** Checks a folder at the gates. Nothing in it is executed, imported or fetched. */
export async function checkSkill(folder: string, options: CheckOptions): Promise<SkillCheck> {
  return checkFiles(await readWholeFolder(folder), { ...options, name: basename(resolve(folder)) })
}

/** Pure: the same files, rules, suppressions and day give the same result, byte for byte. */
export async function checkFiles(
  folder: WholeFolder,
  { name, ...options }: CheckOptions & { readonly name: string },
): Promise<SkillCheck> {
  return judge(await findEvidence(folder, { ...options, name }), options)
}

export type Evidence = {
  readonly name: string
  readonly digest: string
  readonly rulesVersion: string
  readonly findings: readonly Finding[]
}

/** All findings of the gates, in order. `judge` decides the verdict from them. */
export async function findEvidence(
  folder: WholeFolder,
  { name, rules, only }: Pick<CheckOptions, 'rules' | 'only'> & { readonly name: string },
): Promise<Evidence> {
  const excess = excessText(new Map([...folder.files, ...(folder.packages ?? [])]))
  if (excess !== undefined) {
    const refusals = ofFile(rules, 'too-large', '', excess).map((one) => ({ ...one, gate: only ?? 'scanner' }))
    return { name, digest: folder.digest, rulesVersion: rules.version, findings: refusals }
  }
  const findings: Finding[] = []
  const isOn = (gate: GateName) => only === undefined || only === gate
  if (isOn('scanner')) findings.push(...(await scanFiles(folder, rules)))
  if (isOn('travel') || isOn('manifest')) {
    const manifest = readGateManifest(folder, name)
    const hosts = findHosts(folder.files)
    if (isOn('travel')) findings.push(...checkTravelRules(folder, manifest, hosts))
    if (isOn('manifest')) findings.push(...checkManifest(folder, manifest, hosts))
  }
  findings.sort(compareFindings)
  return { name, digest: folder.digest, rulesVersion: rules.version, findings }
}

/** The verdict on the findings. Findings that the operator accepts do not count. */
export function judge(
  { name, digest, rulesVersion, findings }: Evidence,
  { only, suppressions = [], today }: Omit<CheckOptions, 'rules'>,
): SkillCheck {
  const { counting, suppressed } =
    today === undefined
      ? { counting: findings, suppressed: [] }
      : suppress(findings, { digest, name }, suppressions, today)
  const scores = gates
    .filter((gate) => only === undefined || only === gate)
    .map((gate) => ({ gate, ...scoreOf(counting.filter((one) => one.gate === gate)) }))
  return {
    name,
    digest,
    engine: { version: engineVersion, rules: rulesVersion },
    verdict: worst(scores.map(({ verdict }) => verdict)),
    gates: Object.fromEntries(scores.map(({ gate, verdict, points }) => [gate, { verdict, points }])),
    chains: scores.flatMap(({ chains }) => chains),
    findings: counting,
    suppressed,
  }
}

const order: readonly VerdictWord[] = ['admit', 'review', 'block']

const worst = (verdicts: readonly VerdictWord[]): VerdictWord =>
  order.findLast((word) => verdicts.includes(word)) ?? 'block'

const mb = 1024 * 1024

/** More than people write for a skill, and more than the gates can check within seconds. */
const textBounds = { textBytes: 12 * mb, codeBytes: 4 * mb } as const

/** Describes the text or code that exceeds a bound. `undefined`: the skill is within both bounds. */
function excessText(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  let [text, code] = [0, 0]
  for (const [file, bytes] of files) {
    const kind = fileKindOf(file, bytes)
    if (kind.kind !== 'text') continue
    text += bytes.length
    if (kind.language === 'python' || kind.language === 'javascript') code += bytes.length
  }
  if (code > textBounds.codeBytes) return `more than ${textBounds.codeBytes / mb} MB of source code`
  return text > textBounds.textBytes ? `more than ${textBounds.textBytes / mb} MB of text` : undefined
}
