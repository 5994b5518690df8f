import { basename, resolve } from 'node:path'
import { fileKindOf } from './file-kind.ts'
import { compareFindings, type Finding, type GateName } from './finding.ts'
import { type CheckOptions, type Evidence, judge, type SkillCheck } from './judge.ts'
import { checkManifest } from './manifest/check-manifest.ts'
import { readGateManifest } from './read-gate-manifest.ts'
import { readWholeFolder, type WholeFolder } from './read-whole-folder.ts'
import { ofFile, scanFiles } from './scan-files.ts'
import { checkTravelRules } from './travel/check-travel-rules.ts'
import { findHosts } from './travel/hosts.ts'

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
  const manifest = readGateManifest(folder, name)
  const hosts = findHosts(folder.files)
  if (isOn('travel')) findings.push(...checkTravelRules(folder, manifest, hosts))
  if (isOn('manifest')) findings.push(...checkManifest(folder, manifest, hosts))
  findings.sort(compareFindings)
  return { name, digest: folder.digest, rulesVersion: rules.version, findings }
}

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
