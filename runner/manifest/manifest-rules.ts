import validVersion from 'semver/functions/valid.js'
import validRange from 'semver/ranges/valid.js'
import { type ActionRule, actionNamesOf, actionRuleOf } from '../contract/action-rule.ts'
import { SignatureKind } from '../contract/bound-credentials.ts'
import { acceptedActions, contractOf, knownCapabilities } from '../contract/capabilities/capability-contracts.ts'
import { platformDomain } from '../contract/host-calls.ts'
import { type ManifestFields, secretsOf } from '../contract/manifest.ts'
import { permissionKinds } from '../contract/operations/host-operations.ts'
import { type RuntimeDescriptor, runtimeNamed, runtimes, usableRuntimes } from '../contract/runtimes.ts'
import { languageOfFile } from '../contract/script-language.ts'
import { quoted } from '../core/quoted.ts'
import { type MappingFault, pointersIn, pointerText, readParams } from '../core/step-mapping.ts'
import { isSamePlace, placeOf, whyNoCredential } from '../egress/added-fields.ts'
import { grantedIn, itemsOf } from '../policy/policy-sets.ts'
import { actionSchemaOf, schemaOfField } from './action-schema.ts'
import { didYouMean, mistyped } from './did-you-mean.ts'
import { choiceRemedy, type Finding, oneOf } from './explain-issue.ts'
import { checkInputSchema } from './input-schema.ts'
import type { JsonSchema } from './schema-weight.ts'

/**
 * Checks rules between fields. Fields that are invalid on their own are absent here. The rest is still checked, so that
 * all problems of a file are reported at once.
 */
export function checkRules(manifest: Partial<ManifestFields>, folderName: string): Finding[] {
  return [
    ...checkName(manifest, folderName),
    ...checkEntry(manifest),
    ...checkRuntimes(manifest),
    ...checkEgress(manifest),
    ...checkCredentials(manifest),
    ...checkSigning(manifest),
    ...checkPolicy(manifest),
    ...checkEffects(manifest),
    ...checkLists(manifest),
    ...checkOtherSkills(manifest),
    ...checkInputs(manifest),
    ...checkEventTimes(manifest),
    ...checkCapability(manifest),
    ...checkSteps(manifest),
  ]
}

/** An action's schema is in `input_schema` or in the action, but not in both, and must be checkable. */
function checkInputs({ input_schema = {}, actions = {} }: Partial<ManifestFields>): Finding[] {
  const schemas: [path: PropertyKey[], schema: JsonSchema][] = Object.entries(input_schema).map(([action, schema]) => [
    ['input_schema', action],
    schema,
  ])
  const findings: Finding[] = []
  for (const [action, { input, output }] of Object.entries(actions)) {
    if (output !== undefined) schemas.push([['actions', action, 'output'], output])
    if (input === undefined) continue
    const path = ['actions', action, 'input']
    schemas.push([path, input])
    if (!Object.hasOwn(input_schema, action)) continue
    findings.push(finding(path, `duplicates input_schema.${action}`, 'keep one of the two', 'key'))
  }
  for (const [path, schema] of schemas) {
    for (const { path: inside, message, remedy } of checkInputSchema(schema)) {
      findings.push(finding([...path, ...inside], message, remedy))
    }
  }
  return findings
}

/** Times of a field that the input does not have would never be checked. */
function checkEventTimes({ capability, input_schema = {}, actions = {} }: Partial<ManifestFields>): Finding[] {
  return Object.entries(actions).flatMap(([action, { times }]) => {
    if (times === undefined) return []
    const schema = actionSchemaOf({ capability, input_schema, actions }, action) ?? {}
    return (['from', 'to'] as const).flatMap((side) => {
      const field = times.in === undefined ? times[side] : `${times.in}.0.${times[side]}`
      if (schemaOfField(schema, field) !== undefined) return []
      const of = times.in === undefined ? 'the input' : `an entry of ${times.in} in the input`
      const message = `${times[side]} is no field of ${of}`
      return [
        finding(['actions', action, 'times', side], message, 'name the field as the input does, with in: its list'),
      ]
    })
  })
}

/**
 * A capability with a contract defines its actions. Without a contract any action is allowed, so that only likely
 * misspellings are reported.
 */
function checkCapability({ capability, input_schema = {}, actions = {} }: Partial<ManifestFields>): Finding[] {
  const agreed = [...contractOf(capability).keys()]
  if (agreed.length > 0) {
    return actionNamesOf({ actions, input_schema }).flatMap((action) => {
      if (agreed.includes(action)) return []
      const remedy = didYouMean(action, agreed, `write one of ${agreed.join(', ')}`)
      const path = [Object.hasOwn(input_schema, action) ? 'input_schema' : 'actions', action]
      return [finding(path, `${quoted(action)} is not an action of ${capability}`, remedy, 'key')]
    })
  }
  const meant = capability === undefined ? undefined : mistyped(capability, knownCapabilities)
  if (meant !== undefined) {
    const message = `is ${capability}, which has no contract and resembles ${meant}`
    return [finding(['capability'], message, `write ${meant}, or choose a less similar name`)]
  }
  const schemas = Object.keys(input_schema)
  return Object.keys(actions).flatMap((action) => {
    const intended = schemas.includes(action) ? undefined : mistyped(action, schemas)
    if (intended === undefined) return []
    return [finding(['actions', action], 'has no schema', `did you mean ${quoted(intended)}?`, 'key')]
  })
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
      finding(['version'], `is ${quoted(version)}, which is not a version`, 'write a semantic version like "0.1.0"'),
    )
  }
  return findings
}

function checkEntry({ kind, entry, steps, runtimes: named }: Partial<ManifestFields>): Finding[] {
  if (steps) return []
  if (kind === 'tool' && entry === undefined) {
    return [finding(['entry'], 'is missing, but a tool needs code', 'add entry: src/main.ts', 'key')]
  }
  if (kind === 'prompt' && entry !== undefined) {
    return [
      finding(
        ['entry'],
        'is not allowed in a prompt skill, which has no code',
        'remove it, or write kind: tool',
        'key',
      ),
    ]
  }
  if (entry === undefined) return []
  const unfit = named?.flatMap((name) => runtimeNamed(name) ?? []).find((runtime) => !canStart(runtime, entry))
  if (unfit === undefined) return []
  const others = runtimesOf(entry)
  const remedy =
    others.length > 0
      ? `write runtimes: [${others.join(', ')}], or name a file in another language`
      : 'name a .ts, .js, .mjs, .ajs or .py file, or write runtimes: [container] and add a Dockerfile'
  return [finding(['entry'], `${entry} cannot run in ${unfit.name}`, remedy)]
}

/** The runtimes that run the language of this file. */
function runtimesOf(entry: string): readonly string[] {
  const language = languageOfFile(entry)
  return runtimes.flatMap(({ name, languages }) => (language && languages.includes(language) ? [name] : []))
}

/** The Dockerfile of an image can start any entry. */
function canStart({ programs, languages }: RuntimeDescriptor, entry: string): boolean {
  const language = languageOfFile(entry)
  if (programs.includes('image') || (language !== undefined && languages.includes(language))) return true
  return programs.includes('component') && entry.endsWith('.wasm')
}

function checkRuntimes({ runtimes = [] }: Partial<ManifestFields>): Finding[] {
  return runtimes.flatMap((name, index) =>
    runtimeNamed(name)
      ? []
      : [
          finding(
            ['runtimes', index],
            `is ${quoted(name)}, ${oneOf(usableRuntimes)}`,
            choiceRemedy(name, usableRuntimes),
          ),
        ],
  )
}

function checkEgress({ permissions }: Partial<ManifestFields>): Finding[] {
  return (permissions?.network.egress ?? []).flatMap((host, index) => {
    const name = host.replace(/:\d+$/, '')
    if (name !== platformDomain && !name.endsWith(`.${platformDomain}`)) return []
    const message = `${host} is a name of the platform itself, not of a server`
    return [finding(['permissions', 'network', 'egress', index], message, 'remove it: host functions need no egress')]
  })
}

/** Checks nothing without `permissions`, which are absent if they are invalid on their own. */
function checkCredentials({ credentials, permissions }: Partial<ManifestFields>): Finding[] {
  if (permissions === undefined) return []
  const uses = Object.entries(credentials ?? {})
  return uses.flatMap(([name, use], index) => {
    const findings: Finding[] = []
    for (const [field, secret] of secretsOf(use)) {
      if (permissions.secrets.includes(secret)) continue
      const remedy = `add ${secret} to permissions.secrets`
      findings.push(finding(['credentials', name, field], `${secret} is not listed in permissions.secrets`, remedy))
    }
    if (!permissions.network.egress.includes(use.host)) {
      const remedy = `add ${use.host} to permissions.network.egress`
      findings.push(
        finding(['credentials', name, 'host'], `${use.host} is not listed in permissions.network.egress`, remedy),
      )
    }
    const place = placeOf(use)
    const why = whyNoCredential(place)
    if (why !== undefined) {
      findings.push(finding(['credentials', name, use.kind === 'query' ? 'parameter' : 'header'], why, 'name another'))
    }
    const before = uses
      .slice(0, index)
      .find(([, other]) => other.host === use.host && isSamePlace(placeOf(other), place))
    if (before !== undefined) {
      const message = `sends ${place.name} to ${use.host}, and so does ${before[0]}`
      findings.push(finding(['credentials', name], message, 'keep one of the two', 'key'))
    }
    return findings
  })
}

/** With a secret that is not declared, or that the gateway adds itself, each call that signs would fail. */
function checkSigning({ credentials = {}, permissions }: Partial<ManifestFields>): Finding[] {
  if (permissions === undefined) return []
  const { signing, secrets } = permissions
  const added = new Set(Object.values(credentials).flatMap((use) => secretsOf(use).map(([, secret]) => secret)))
  return SignatureKind.options.flatMap((kind) =>
    signing[kind].flatMap((secret, index) => {
      const path = ['permissions', 'signing', kind, index]
      if (!secrets.includes(secret)) {
        const remedy = `add ${secret} to permissions.secrets`
        return [finding(path, `${secret} is not listed in permissions.secrets`, remedy)]
      }
      if (!added.has(secret)) return []
      const message = `the gateway adds ${secret} to requests by itself, and signs nothing with it`
      return [finding(path, message, 'name another secret')]
    }),
  )
}

function checkPolicy({ cache, policy }: Partial<ManifestFields>): Finding[] {
  const longest = policy?.longest_cache_s ?? Number.POSITIVE_INFINITY
  if (cache === undefined) return []
  const { ttl_s, requests_ttl_s = 0 } = cache
  const over = (field: keyof typeof cache, value: number, most: number, by: string) =>
    value <= most
      ? []
      : [finding(['cache', field], `is ${value}, more than ${by} allows`, `write ${field}: ${most} or less`)]
  return [
    ...over('ttl_s', ttl_s, longest, 'policy.longest_cache_s'),
    ...over('requests_ttl_s', requests_ttl_s, ttl_s, 'cache.ttl_s'),
  ]
}

/** A skill or action that acts without confirmation cannot have low risk. */
function checkEffects(manifest: Partial<ManifestFields>): Finding[] {
  const { effects, risk_level, confirmation, actions = {}, input_schema = {}, name = '' } = manifest
  if (effects === undefined || risk_level === undefined) return []
  const rules = { effects, risk_level, confirmation, actions, input_schema, name }
  const remedy = 'write risk_level: medium (or high), or require confirmation: confirmation: { required: true }'
  const isCareless = (rule: ActionRule) =>
    rule.effects.includes('act') && rule.risk_level === 'low' && !rule.confirmation.required
  if (isCareless(actionRuleOf({ ...rules, actions: {} }, ''))) {
    return [finding(['risk_level'], 'is low, but the skill acts without confirmation', remedy)]
  }
  return Object.keys(actions).flatMap((action) =>
    isCareless(actionRuleOf(rules, action))
      ? [finding(['actions', action], 'has low risk, but acts without confirmation', remedy, 'key')]
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
    ...permissionKinds.map((kind): [PropertyKey[], string[] | undefined] => [
      ['permissions', ...kind.split('.')],
      permissions && itemsOf(permissions, kind),
    ]),
  ]
  return lists.flatMap(([path, list = []]) =>
    list.flatMap((item, index) =>
      list.indexOf(item) === index
        ? []
        : [finding([...path, index], `${quoted(item)} is in the list twice`, 'keep one of the two')],
    ),
  )
}

/** A skill of steps has no code, so it says nothing about how code runs, and asks for nothing itself. */
function checkSteps(manifest: Partial<ManifestFields>): Finding[] {
  const { steps, kind, entry, runtimes, permissions, capability, parents = [], effects, confirmation } = manifest
  const { name, dependencies = {}, actions = {}, input_schema = {} } = manifest
  if (steps === undefined) return []
  const notAllowed = (field: string, why: string) =>
    finding([field], `is not allowed in a skill of steps, ${why}`, 'remove it', 'key')
  const asks = permissions && grantedIn(permissions).length > 0
  const rules = Object.entries(actions).filter(([, rule]) => rule.effects || rule.confirmation)
  const named = actionNamesOf({ actions, input_schema })
  const isDescribed = named.every((action) => Object.hasOwn(input_schema, action) || actions[action]?.input)
  return [
    ...(kind === 'prompt' ? [notAllowed('steps', 'which is a tool: kind is prompt')] : []),
    ...(entry === undefined ? [] : [notAllowed('entry', 'which has no code')]),
    ...(runtimes?.some((one) => one !== 'quickjs') ? [notAllowed('runtimes', 'which has no code')] : []),
    ...(asks ? [notAllowed('permissions', 'whose steps each have their own')] : []),
    ...(capability === undefined ? [] : [notAllowed('capability', 'which answers no search')]),
    ...(parents.length === 0 ? [] : [notAllowed('parents', 'which has no code to inherit for')]),
    ...(effects?.includes('act') ? [notAllowed('effects', 'whose last step says it')] : []),
    ...(confirmation === undefined ? [] : [notAllowed('confirmation', 'whose last step asks for it')]),
    ...rules.map(([action]) =>
      finding(['actions', action], 'has effects or a confirmation, which the last step says', 'remove them', 'key'),
    ),
    ...(named.length === 1 && isDescribed
      ? []
      : [finding(['steps'], 'need one action of this skill', 'describe one action in input_schema', 'key')]),
    ...steps.flatMap((step, at) => {
      const faults: MappingFault[] = []
      const mapping = readParams(step.params, faults)
      const place = ['steps', at]
      return [
        ...(step.skill === name ? [finding([...place, 'skill'], 'is this skill itself', 'name another skill')] : []),
        ...(step.skill === name || Object.hasOwn(dependencies, step.skill)
          ? []
          : [
              finding(
                [...place, 'skill'],
                `${step.skill} is not listed in dependencies`,
                `add ${step.skill}: "^1.0.0" (the versions that fit) to dependencies`,
              ),
            ]),
        ...faults.map(({ path, message, remedy }) => finding([...place, 'params', ...path], message, remedy)),
        ...pointersIn(mapping).flatMap(({ path, parts }) => {
          const remedy = pointerRemedy(parts, at)
          if (remedy === undefined) return []
          const message = `${pointerText(parts)} reads neither the input nor the results of a step before`
          return [finding([...place, 'params', ...path], message, remedy)]
        }),
      ]
    }),
  ]
}

/** What to write in place of a pointer that reads nothing. `undefined`: it reads the input, or the results of a step before. */
function pointerRemedy(
  [from, number = '', results, position = '0']: readonly string[],
  at: number,
): string | undefined {
  const isNumber = (text: string) => /^(0|[1-9]\d{0,3})$/.test(text)
  if (from === 'input' && number !== '') return undefined
  if (from === 'steps' && isNumber(number) && Number(number) < at && results === 'results' && isNumber(position)) {
    return undefined
  }
  const before = at === 0 ? '' : ` or /steps/${at - 1}/results/0/id: steps count from 0`
  return `write a pointer like /input/from${before}`
}

function checkOtherSkills(manifest: Partial<ManifestFields>): Finding[] {
  const {
    name,
    dependencies,
    conflicts_with,
    parents = [],
    kind,
    capability,
    actions = {},
    input_schema = {},
  } = manifest
  const findings: Finding[] = []
  if (parents.length > 0 && kind === 'tool' && acceptedActions({ capability, actions, input_schema }).length === 0) {
    const message = 'need a skill that names its own actions: every other action is that of a parent'
    findings.push(finding(['parents'], message, 'add input_schema with the actions of this skill', 'key'))
  }
  for (const [other, range] of Object.entries(dependencies ?? {})) {
    if (validRange(range) === null) {
      findings.push(
        finding(['dependencies', other], `${quoted(range)} is not a version range`, 'write a range like "^1.2.0"'),
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
