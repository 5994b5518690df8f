import * as z from 'zod'
import { budgetOf } from './budget.ts'
import { oneLine, withoutHidden } from './hidden-text.ts'
import { tiers } from './operations/descriptor.ts'
import { eachFlag } from './operations/host-operations.ts'
import { Trust } from './principal.ts'
import { VisibleLine, VisibleText } from './visible-text.ts'

export const SecretName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be a name like AMADEUS_API_KEY, of at most 64 characters')
export const SkillName = z
  .string()
  .max(64, 'must be at most 64 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
const semver = z
  .string()
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, 'must be a version like "0.1.0", in quotes')

/** The rules of manifests and registries check that it is a range. */
export const VersionRange = z
  .string()
  .max(200)
  .regex(/^[\x20-\x7e]*$/, 'must be a range like "^1.2.0", in one line')

/** A host that a skill may reach: a full name (no wildcard, no IP address), with `:port` unless it is 443. */
export const EgressHost = z
  .string()
  .max(259)
  .regex(
    /^(?=[a-z0-9.-]{1,253}(?::\d{1,5})?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?(?::[1-9]\d{0,4})?$/,
    {
      error:
        'must be a host name in small ASCII letters like api.example.com or api.example.com:8443, without scheme, path, wildcard or address',
      abort: true,
    },
  )
  .refine((host) => Number(host.split(':')[1] ?? 443) <= 65_535, 'has a port above 65535')
  .overwrite((host) => host.replace(/:443$/, ''))

/** Relative to the skill's own folder, or absolute. */
const SkillPath = VisibleText.max(1024).regex(
  /^(?!~)(?!.*(^|\/)\.{1,2}(\/|$))(?!.*\/\/)[^\\\t\n]+$/,
  'must be a path like data/cache or /srv/maps, without . or .. in it',
)

export const HttpMethod = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
export type HttpMethod = z.infer<typeof HttpMethod>

/** `runtimes.ts` describes the known ones. An unknown one runs nothing, and the rules of manifests refuse it. */
export const RuntimeName = z.string().max(32)
export type RuntimeName = z.infer<typeof RuntimeName>

/** Absent lists are empty, except `methods`: without it, only GET is allowed. */
export const Permissions = z.strictObject({
  network: z
    .strictObject({
      egress: z.array(EgressHost).max(64).default([]),
      methods: z.array(HttpMethod).default(['GET']),
    })
    .default({ egress: [], methods: ['GET'] }),
  secrets: z.array(SecretName).max(32).default([]),
  /** The secrets with which the platform signs tokens of a limited lifetime, or any text. */
  signing: z
    .strictObject({
      jwt: z.array(SecretName).max(32).default([]),
      hmac: z.array(SecretName).max(32).default([]),
    })
    .default({ jwt: [], hmac: [] }),
  filesystem: z
    .strictObject({ read: z.array(SkillPath).max(64).default([]), write: z.array(SkillPath).max(64).default([]) })
    .default({ read: [], write: [] }),
  exec: z
    .array(z.string().regex(/^[A-Za-z0-9._+-]{1,64}$/, 'must be the name of a binary, without a path'))
    .default([]),
  ...eachFlag(() => z.boolean().default(false)),
})
export type Permissions = z.infer<typeof Permissions>

const OAuth2ClientCredentials = z.strictObject({
  kind: z.literal('oauth2_client_credentials'),
  host: EgressHost,
  token_path: z.string().regex(/^\/[\w./~%-]*$/, 'must be a path like /oauth2/token'),
  client_id: SecretName,
  client_secret: SecretName,
})

/** The name of a header or query parameter, as HTTP allows it without encoding. */
const FieldName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be a name like X-API-Key')

/** How the gateway uses secrets. A secret without an entry is a plain placeholder. */
export const CredentialUse = z.discriminatedUnion('kind', [
  OAuth2ClientCredentials,
  z.strictObject({ kind: z.literal('bearer'), host: EgressHost, secret: SecretName }),
  z.strictObject({ kind: z.literal('header'), host: EgressHost, header: FieldName, secret: SecretName }),
  z.strictObject({ kind: z.literal('query'), host: EgressHost, parameter: FieldName, secret: SecretName }),
  z.strictObject({ kind: z.literal('basic'), host: EgressHost, username: SecretName, password: SecretName }),
])
export type CredentialUse = z.infer<typeof CredentialUse>

/** The secrets that a credential use reads, each with the field that names it. */
export function secretsOf(use: CredentialUse): ReadonlyArray<readonly [field: string, secret: string]> {
  switch (use.kind) {
    case 'oauth2_client_credentials':
      return [
        ['client_id', use.client_id],
        ['client_secret', use.client_secret],
      ]
    case 'basic':
      return [
        ['username', use.username],
        ['password', use.password],
      ]
    case 'bearer':
    case 'header':
    case 'query':
      return [['secret', use.secret]]
  }
}

/**
 * Absent limits take the tier's default (time, memory, fuel) or the general one. One unit of fuel is 1,000,000
 * instructions.
 */
export const Limits = z.strictObject({
  timeout_ms: budgetOf.timeout_ms.optional(),
  memory_mb: budgetOf.memory_mb.optional(),
  cpus: budgetOf.cpus.optional(),
  fuel: budgetOf.fuel.optional(),
  output_kb: z.int().min(1).max(16_384).default(1024),
  host_calls: z.int().min(0).max(10_000).default(64),
  host_calls_in_flight: z.int().min(1).max(64).default(8),
  response_kb: z.int().min(1).max(65_536).default(8192),
})
export type Limits = z.infer<typeof Limits>

/** What a provider's terms require for the display of its results. An absent field requires nothing. */
const ProviderPolicy = z.strictObject({
  /** Results are only for a request that a person makes now: not in the background, and not for agents. */
  user_initiated: z.boolean().default(false),
  /** Results never share a list with those of another provider. */
  no_mixing: z.boolean().default(false),
  /** Shown wherever the results are shown. */
  attribution: z
    .strictObject({
      text: VisibleLine.min(1).max(120),
      url: VisibleText.max(500)
        .regex(/^https:\/\/\S+$/, 'must be a link like https://example.com/terms')
        .optional(),
    })
    .optional(),
  /** The longest time for which an answer may be cached and shown again. */
  longest_cache_s: z.int().min(0).max(86_400).optional(),
})
export type ProviderPolicy = z.infer<typeof ProviderPolicy>

/** A text of an author in a list: in one line, without what a reader cannot see. */
const Line = z.string().overwrite(oneLine)

const RiskLevel = z.enum(['low', 'medium', 'high'])
const Effects = z.array(z.enum(['read', 'act'])).min(1)
const ConfirmationRule = z.strictObject({
  required: z.boolean().optional(),
  prompt: z.string().overwrite(withoutHidden).max(500).optional(),
})
const actionName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a name like search_flights')
const InputSchema = z.record(z.string(), z.unknown())
const fieldName = z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'must be the name of a field, like start')
/** The fields in which an event begins and ends. `in`: the list whose entries have them. */
const EventTimes = z.strictObject({ in: fieldName.optional(), from: fieldName, to: fieldName })
export type EventTimes = z.infer<typeof EventTimes>

/** The manifest's fields for one action. Absent fields come from the skill. */
const ManifestAction = z.strictObject({
  input: InputSchema.optional(),
  /**
   * JSON Schema of one result, which each result is checked against, and which the steps of other skills read. Absent:
   * results are not checked, and steps cannot read them. The contract of a capability comes before it.
   */
  output: InputSchema.optional(),
  /** Events of a person's life: days, or times with their UTC offset, that can be meant. Absent: any times. */
  times: EventTimes.optional(),
  effects: Effects.optional(),
  risk_level: RiskLevel.optional(),
  confirmation: ConfirmationRule.optional(),
})
export type ManifestAction = z.infer<typeof ManifestAction>

/** A step of a skill of steps. `params`: where each parameter comes from, as `core/step-mapping.ts` reads it. */
const Step = z.strictObject({
  skill: SkillName,
  action: actionName,
  params: z.record(z.string(), z.unknown()).default({}),
})
export type Step = z.infer<typeof Step>

const Rate = z.strictObject({
  per_second: z.number().positive().max(1000),
  min_interval_ms: z.int().min(0).max(60_000).default(0),
})

/** What an author writes, in any dialect. Unknown keys are errors; an absent key grants nothing. */
export type ManifestFields = z.infer<typeof ManifestFields>
export const ManifestFields = z.strictObject({
  name: SkillName,
  version: semver,
  description: Line.min(1).max(1024),
  kind: z.enum(['tool', 'prompt']).default('tool'),
  capability: z
    .string()
    .regex(/^C-[A-Z0-9-]+$/, 'must be a code like C-FLIGHT-SEARCH')
    .optional(),
  journeys: z.array(z.string().regex(/^J\d+$/, 'must be a code like J1')).default([]),
  /**
   * The provider's name as travelers know it: `Duffel`. Absent: the name of the first credential, else the first host,
   * else the skill's name.
   */
  provider: VisibleLine.min(1).max(60).optional(),
  author: Line.min(1).max(200).optional(),
  license: Line.min(1).max(200).optional(),
  risk_level: RiskLevel,
  /**
   * The least trust that a request's source needs. Has no effect if the permissions need more. Absent: only the
   * permissions decide.
   */
  trust: Trust.optional(),
  effects: Effects.default(['read']),
  confirmation: ConfirmationRule.optional(),
  /** The rules of single actions. Absent: all actions follow the skill's rule. */
  actions: z
    .record(actionName, ManifestAction)
    .refine((actions) => Object.keys(actions).length <= 64, 'has more than 64 actions')
    .default({}),
  entry: z
    .string()
    .max(1024)
    .regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/, 'must be a file inside the skill, like src/main.ts')
    .optional(),
  runtimes: z.array(RuntimeName).min(1).default(['quickjs']),
  permissions: Permissions.prefault({}),
  credentials: z
    .record(z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, 'must be a name like amadeus'), CredentialUse)
    .default({}),
  limits: Limits.prefault({}),
  /** `test`: the rate of the provider's test environment. Absent: the same. */
  rate: Rate.extend({ test: Rate.optional() }).optional(),
  cache: z
    .strictObject({
      /** How long the skill's answer is kept. */
      ttl_s: z.int().min(0).max(86_400),
      /** How long searches share the provider's answers to GET requests. Absent: each sends its own. */
      requests_ttl_s: z.int().min(1).max(600).optional(),
    })
    .optional(),
  policy: ProviderPolicy.prefault({}),
  /** JSON Schema of `params`, per action. Absent: the skill itself checks actions and params. */
  input_schema: z
    .record(actionName, InputSchema)
    .refine((actions) => Object.keys(actions).length <= 64, 'has more than 64 actions')
    .default({}),
  dependencies: z.record(SkillName, VersionRange).default({}),
  conflicts_with: z.array(SkillName).default([]),
  parents: z.array(SkillName).max(8).default([]),
  /** What the skill does in place of code: actions of other skills, one after the other. Absent: it has code, or is a prompt. */
  steps: z.array(Step).min(1).max(8).optional(),
})

/** The origin of a skill, on which its approval is based. */
export const Provenance = z.strictObject({
  /** The folder, registry or part of the platform that the skill was read from. */
  source: z.string().max(1024),
  /** sha256 (hex) over the files as read there. */
  digest: z.string().max(128),
})
export type Provenance = z.infer<typeof Provenance>

/** A skill as the platform knows it: its author's fields, and its origin. */
export const SkillManifest = ManifestFields.extend({
  /** Fields of the author's manifest that have no effect here, described in plain sentences. */
  statements: z.array(z.string()).default([]),
  /** Only in manifests stored by earlier versions. Instructions are read when the skill is activated. */
  instructions: z.string().optional(),
  /** Absent for the platform's own programs. */
  provenance: Provenance.prefault({ source: 'platform', digest: '' }),
})
export type SkillManifest = z.infer<typeof SkillManifest>

/** The kind of origin of a skill, which limits its grants. */
export const Tier = z.enum(tiers)
export type Tier = z.infer<typeof Tier>
