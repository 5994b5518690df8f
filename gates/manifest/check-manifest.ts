import { secretsOf } from '#runner/contract/manifest.ts'
import { permissionKinds, permissionOf } from '#runner/contract/operations/host-operations.ts'
import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { isPathOfSkill } from '#runner/manifest/read-folder.ts'
import { itemsOf } from '#runner/policy/policy-sets.ts'
import { fileKindOf, textOf } from '../file-kind.ts'
import { excerptOf, type Finding } from '../finding.ts'
import type { GateManifest } from '../read-gate-manifest.ts'
import type { WholeFolder } from '../read-whole-folder.ts'
import type { TravelRuleId } from '../rule-ids.ts'
import type { FoundHost } from '../travel/hosts.ts'

/**
 * Checks the manifest as for publishing, and advises on permissions. Problems block a skill with a skill.yaml. A plain
 * Agent Skill gets no permissions here, so a person judges its problems.
 */
export function checkManifest(
  { files }: Pick<WholeFolder, 'files'>,
  read: GateManifest,
  hosts: readonly FoundHost[],
): Finding[] {
  const { isOurs, problems, strict, warnings } = read
  return [
    ...problems.map((problem) => findingOf('MANIFEST-INVALID', problem, isOurs ? 'high' : 'medium', isOurs)),
    // A problem that prevents both loading and publishing is reported only once.
    ...strict
      .filter(
        (one) => !problems.some(({ file, line, path }) => file === one.file && line === one.line && path === one.path),
      )
      .map((problem) => findingOf('MANIFEST-FORMAT', problem, isOurs ? 'high' : 'low', isOurs)),
    ...warnings.map((problem) => findingOf('MANIFEST-WARNING', problem, 'info', false)),
    ...leastPrivilege(files, read, hosts).map(({ rule, ...problem }) => findingOf(rule, problem, 'low', false)),
  ]
}

function findingOf(
  rule: TravelRuleId,
  { file, line, column, path, message, remedy }: ManifestProblem,
  severity: Finding['severity'],
  blocks: boolean,
): Finding {
  return {
    gate: 'manifest',
    rule,
    class: 'manifest',
    severity,
    confidence: 'high',
    file,
    line,
    column,
    excerpt: excerptOf(path),
    // The sentence may start in lower case, because the name of a field keeps its case.
    why: withStop(`${path === '' ? 'The manifest' : path} ${message}`),
    remedy: withStop(`${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`),
    signals: [],
    blocks,
  }
}

/** Adds a full stop: manifest messages are parts of a line, but findings are whole sentences. */
const withStop = (text: string): string => `${text}${/[.?]$/.test(text) ? '' : '.'}`

type Advice = ManifestProblem & { readonly rule: 'MANIFEST-UNUSED' | 'MANIFEST-UNDECLARED' }

const secretUse =
  /(?:secrets\s*\.\s*get\s*\(\s*|\bsecret\s*\(\s*|os\.environ(?:\.get\s*\(|\s*\[)\s*|os\.getenv\s*\(\s*|process\.env\s*(?:\[\s*))["'`]([A-Z][A-Z0-9_]{2,63})["'`]|process\.env\.([A-Z][A-Z0-9_]{2,63})\b/g
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/

/** Permissions that the code does not use, and uses that the manifest does not declare. */
function leastPrivilege(
  files: ReadonlyMap<string, Uint8Array>,
  { manifest, candidate, isOurs }: GateManifest,
  hosts: readonly FoundHost[],
): Advice[] {
  if (manifest === undefined || candidate === undefined || !isOurs || manifest.entry === undefined) return []
  const code = [...files].flatMap(([file, bytes]) => {
    if (!isPathOfSkill(file)) return []
    const kind = fileKindOf(file, bytes)
    const isCode = kind.kind === 'text' && ['javascript', 'python', 'shell', 'other'].includes(kind.language)
    return isCode ? [{ file, text: textOf(bytes) }] : []
  })
  const { permissions, credentials } = manifest
  const advice: Advice[] = []
  const add = (rule: Advice['rule'], path: PropertyKey[], name: string, message: string, remedy: string) => {
    const { file, line, column } = candidate.positionOf(path, 'value')
    advice.push({ rule, file, line, column, path: name, message, remedy })
  }
  const unused = (path: PropertyKey[], name: string, verb: 'names' | 'uses') =>
    add('MANIFEST-UNUSED', path, name, `is declared, but the code never ${verb} it`, 'remove it')
  const isUsed = (pattern: RegExp) => code.some(({ text }) => pattern.test(text))
  const isNamed = (text: string) => code.some((one) => one.text.includes(text))

  // A host name that is built at run time may be any of the declared hosts.
  if (hosts.every(({ host }) => host !== undefined)) {
    const reached = new Set(hosts.map(({ host }) => host))
    for (const [index, host] of permissions.network.egress.entries()) {
      const name = host.replace(/:\d+$/, '')
      if (reached.has(name) || isNamed(name)) continue
      unused(['permissions', 'network', 'egress', index], `permissions.network.egress ${host}`, 'names')
    }
  }
  const inCredentials = new Set(Object.values(credentials).flatMap((use) => secretsOf(use).map(([, secret]) => secret)))
  for (const [index, secret] of permissions.secrets.entries()) {
    if (inCredentials.has(secret) || isNamed(secret)) continue
    unused(['permissions', 'secrets', index], `permissions.secrets ${secret}`, 'names')
  }
  // A search in the text is enough, because the advice grants nothing.
  for (const kind of permissionKinds) {
    const { use, isMissed } = permissionOf(kind)
    if (use === undefined) continue
    const isDeclared = itemsOf(permissions, kind).length > 0
    const name = `permissions.${kind}`
    if (isDeclared && !isUsed(use)) unused(['permissions', ...kind.split('.')], name, 'uses')
    if (!isDeclared && isMissed && isUsed(use)) {
      const remedy = `declare ${name}, or remove the call`
      add('MANIFEST-UNDECLARED', ['permissions'], name, 'is not declared, but the code uses it', remedy)
    }
  }
  const known = new Set(permissions.secrets)
  for (const { file, text } of code) {
    for (const match of text.matchAll(secretUse)) {
      const name = match[1] ?? match[2] ?? ''
      if (known.has(name) || (!secretName.test(name) && !match[0].includes('secret'))) continue
      known.add(name)
      const line = text.slice(0, match.index).split('\n').length
      const message = 'is not declared, but the code asks for it'
      const remedy = `add ${name} to permissions.secrets, or remove the call`
      advice.push({
        rule: 'MANIFEST-UNDECLARED',
        file,
        line,
        column: 1,
        path: `permissions.secrets ${name}`,
        message,
        remedy,
      })
    }
  }
  return advice
}
