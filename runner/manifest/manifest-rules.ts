import { validRange, valid as validVersion } from 'semver'
import { type ActionRule, actionRuleOf } from '../contract/action-rule.ts'
import { platformDomain } from '../contract/host-calls.ts'
import type { ManifestFields } from '../contract/manifest.ts'
import { quoted } from '../quoted.ts'
import type { Finding } from './explain-issue.ts'
import { checkInputSchema } from './input-schema.ts'
import type { JsonSchema } from './schema-weight.ts'

/**
 * What one field asks of another. Fields that failed on their own are absent here, so that the rest is still
 * checked and a file's problems come all at once.
 */
export function checkRules(manifest: Partial<ManifestFields>, folderName: string): Finding[] {
  return [
    ...checkName(manifest, folderName),
    ...checkEntry(manifest),
    ...checkEgress(manifest),
    ...checkCredentials(manifest),
    ...checkEffects(manifest),
    ...checkLists(manifest),
    ...checkOtherSkills(manifest),
    ...checkInputs(manifest),
  ]
}

/** The schema of an action stands in `input_schema` or with the action, and is one that can be checked. */
function checkInputs({ input_schema = {}, actions = {} }: Partial<ManifestFields>): Finding[] {
  const schemas: [path: PropertyKey[], schema: JsonSchema][] = Object.entries(input_schema).map(([action, schema]) => [
    ['input_schema', action],
    schema,
  ])
  const findings: Finding[] = []
  for (const [action, { input }] of Object.entries(actions)) {
    if (input === undefined) continue
    const path = ['actions', action, 'input']
    schemas.push([path, input])
    if (!Object.hasOwn(input_schema, action)) continue
    findings.push(finding(path, `stands beside input_schema.${action}`, 'keep one of the two', 'key'))
  }
  for (const [path, schema] of schemas) {
    for (const { path: inside, message, remedy } of checkInputSchema(schema)) {
      findings.push(finding([...path, ...inside], message, remedy))
    }
  }
  return findings
}

function finding(path: readonly PropertyKey[], message: string, remedy: string, at: Finding['at'] = 'value'): Finding {
  return { path, at, message, remedy }
}

function checkName({ name, version }: Partial<ManifestFields>, folderName: string): Finding[] {
  const findings: Finding[] = []
  if (name !== undefined && name !== folderName) {
    const message = `is ${quoted(name)}, but the folder is named ${quoted(folderName)}`
    findings.push(finding(['name'], message, 'give both the same name'))
  }
  if (version !== undefined && validVersion(version) === null) {
    findings.push(
      finding(['version'], `is ${quoted(version)}, which is no version`, 'write a semantic version like "0.1.0"'),
    )
  }
  return findings
}

function checkEntry({ kind, entry, runtimes }: Partial<ManifestFields>): Finding[] {
  if (kind === 'tool' && entry === undefined) {
    return [finding(['entry'], 'is missing, and a tool runs code', 'add entry: src/main.ts', 'key')]
  }
  if (kind === 'prompt' && entry !== undefined) {
    return [finding(['entry'], 'stands in a prompt skill, which has no code', 'remove it, or write kind: tool', 'key')]
  }
  if (entry === undefined) return []
  const unfit = runtimes?.find((runtime) => !runtimesOf(entry).includes(runtime))
  if (unfit === undefined) return []
  return [finding(['entry'], `${entry} cannot run in ${unfit}`, `write runtimes: [${runtimesOf(entry).join(', ')}]`)]
}

function runtimesOf(entry: string): string[] {
  if (entry.endsWith('.py')) return ['container', 'microvm']
  if (entry.endsWith('.wasm')) return ['component']
  return ['quickjs', 'container', 'component', 'microvm']
}

function checkEgress({ permissions }: Partial<ManifestFields>): Finding[] {
  return (permissions?.network.egress ?? []).flatMap((host, index) => {
    const name = host.replace(/:\d+$/, '')
    if (name !== platformDomain && !name.endsWith(`.${platformDomain}`)) return []
    const message = `${host} is a name of the platform itself, which leads to no server`
    return [finding(['permissions', 'network', 'egress', index], message, 'remove it: host functions need no egress')]
  })
}

/** Without `permissions` (when they failed on their own) nothing can be said of what they should hold. */
function checkCredentials({ credentials, permissions }: Partial<ManifestFields>): Finding[] {
  if (permissions === undefined) return []
  return Object.entries(credentials ?? {}).flatMap(([name, use]) => {
    const findings: Finding[] = []
    for (const field of ['client_id', 'client_secret'] as const) {
      if (permissions.secrets.includes(use[field])) continue
      const remedy = `add ${use[field]} to permissions.secrets`
      findings.push(finding(['credentials', name, field], `${use[field]} is not among permissions.secrets`, remedy))
    }
    if (!permissions.network.egress.includes(use.host)) {
      const remedy = `add ${use.host} to permissions.network.egress`
      findings.push(
        finding(['credentials', name, 'host'], `${use.host} is not among permissions.network.egress`, remedy),
      )
    }
    return findings
  })
}

/** What acts asks first, unless its manifest says otherwise: what does not ask is no low risk. */
function checkEffects(manifest: Partial<ManifestFields>): Finding[] {
  const { effects, risk_level, confirmation, actions = {}, input_schema = {}, name = '' } = manifest
  if (effects === undefined || risk_level === undefined) return []
  const rules = { effects, risk_level, confirmation, actions, input_schema, name }
  const remedy = 'write risk_level: medium (or high), or let it ask: confirmation: { required: true }'
  const isCareless = (rule: ActionRule) =>
    rule.effects.includes('act') && rule.risk_level === 'low' && !rule.confirmation.required
  if (isCareless(actionRuleOf({ ...rules, actions: {} }, ''))) {
    return [finding(['risk_level'], 'is low, but the skill acts without asking', remedy)]
  }
  return Object.keys(actions).flatMap((action) =>
    isCareless(actionRuleOf(rules, action))
      ? [finding(['actions', action], 'is of low risk, but acts without asking', remedy, 'key')]
      : [],
  )
}

function checkLists(manifest: Partial<ManifestFields>): Finding[] {
  const { permissions } = manifest
  const lists: [path: PropertyKey[], list: readonly string[] | undefined][] = [
    [['journeys'], manifest.journeys],
    [['effects'], manifest.effects],
    [['runtimes'], manifest.runtimes],
    [['conflicts_with'], manifest.conflicts_with],
    [['parents'], manifest.parents],
    [['permissions', 'network', 'egress'], permissions?.network.egress],
    [['permissions', 'network', 'methods'], permissions?.network.methods],
    [['permissions', 'secrets'], permissions?.secrets],
    [['permissions', 'filesystem', 'read'], permissions?.filesystem.read],
    [['permissions', 'filesystem', 'write'], permissions?.filesystem.write],
    [['permissions', 'exec'], permissions?.exec],
  ]
  return lists.flatMap(([path, list = []]) =>
    list.flatMap((item, index) =>
      list.indexOf(item) === index
        ? []
        : [finding([...path, index], `${quoted(item)} stands in the list twice`, 'keep one of the two')],
    ),
  )
}

function checkOtherSkills({ name, dependencies, conflicts_with, parents }: Partial<ManifestFields>): Finding[] {
  const findings: Finding[] = []
  for (const [other, range] of Object.entries(dependencies ?? {})) {
    if (validRange(range) === null) {
      findings.push(
        finding(['dependencies', other], `${quoted(range)} is no version range`, 'write a range like "^1.2.0"'),
      )
    }
    if (other === name) findings.push(finding(['dependencies', other], 'is this skill itself', 'remove it', 'key'))
  }
  for (const [field, others] of [['conflicts_with', conflicts_with] as const, ['parents', parents] as const]) {
    const self = name === undefined ? -1 : (others?.indexOf(name) ?? -1)
    if (self !== -1) findings.push(finding([field, self], 'is this skill itself', 'remove it'))
  }
  for (const [index, other] of (conflicts_with ?? []).entries()) {
    if (dependencies?.[other] === undefined) continue
    findings.push(finding(['conflicts_with', index], `${other} is a dependency too`, 'keep one of the two'))
  }
  return findings
}
