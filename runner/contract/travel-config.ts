import * as z from 'zod'
import { EgressHost, HttpMethod, Limits, Permissions, SkillName } from './manifest.ts'
import { eachFlag } from './operations/host-operations.ts'
import { hasTrust, type Source, type sources, type Trust, trustLevels, trustOfSource } from './principal.ts'

/** The levels up to the source's default trust, which a configuration may only lower. */
const trustUpTo = (source: Source) => {
  const levels: readonly Trust[] = trustLevels.slice(0, trustLevels.indexOf(trustOfSource[source]) + 1)
  return z.enum(levels).optional().describe(`The most trust of a request from ${source}.`)
}
const bySource = {
  main: trustUpTo('main'),
  'dm-approved': trustUpTo('dm-approved'),
  group: trustUpTo('group'),
  'dm-unknown': trustUpTo('dm-unknown'),
  public: trustUpTo('public'),
} satisfies Record<(typeof sources)[number], z.ZodType>

/** `dm` stands for both sources of direct messages. Each keeps its own default trust as the most, and its own entry. */
const TrustBySource = z
  .strictObject({
    ...bySource,
    dm: trustUpTo('dm-approved').describe('The most trust of direct messages: dm-approved and dm-unknown.'),
  })
  .transform(({ dm, ...own }) => {
    if (dm === undefined) return own
    const most = trustOfSource['dm-unknown']
    return { 'dm-approved': dm, 'dm-unknown': hasTrust(dm, most) ? most : dm, ...own }
  })

const { shape: limits } = Limits
const fuel = limits.fuel.unwrap()
const hosts = z.array(EgressHost).max(1000)
const { shape } = Permissions
const filesystem = shape.filesystem.unwrap().shape
const signing = shape.signing.unwrap().shape

/** Permissions with the manifest's field names. An absent permission is not restricted. */
const PermissionCaps = z.strictObject({
  network: z.strictObject({ egress: hosts.optional(), methods: z.array(HttpMethod).optional() }).optional(),
  secrets: shape.secrets.unwrap().optional(),
  filesystem: z
    .strictObject({ read: filesystem.read.unwrap().optional(), write: filesystem.write.unwrap().optional() })
    .optional(),
  signing: z.strictObject({ jwt: signing.jwt.unwrap().optional(), hmac: signing.hmac.unwrap().optional() }).optional(),
  exec: shape.exec.unwrap().optional(),
  ...eachFlag(() => z.boolean().optional()),
})

/** Limits with the manifest's field names. An absent limit is not lowered. */
const LimitCaps = z.strictObject({
  timeout_ms: limits.timeout_ms,
  memory_mb: limits.memory_mb,
  cpus: limits.cpus,
  fuel: limits.fuel,
  output_kb: limits.output_kb.unwrap().optional(),
  host_calls: limits.host_calls.unwrap().optional(),
  host_calls_in_flight: limits.host_calls_in_flight.unwrap().optional(),
  response_kb: limits.response_kb.unwrap().optional(),
} satisfies Record<keyof Limits, z.ZodType>)
export type LimitCaps = z.infer<typeof LimitCaps>

export const SkillOverride = z.strictObject({
  enabled: z.boolean().optional().describe('false: this skill does not run.'),
  defaultTrust: TrustBySource.optional().describe(
    'The most trust that this skill may use, by the source of a request.',
  ),
  permissions: PermissionCaps.optional().describe('The most permissions of this skill, in the words of skill.yaml.'),
  limits: LimitCaps.optional().describe('The highest limits of this skill, in the words of skill.yaml.'),
})
export type SkillOverride = z.infer<typeof SkillOverride>

/** The text of a source, which `lib/skills` parses when the app starts. */
const SourceText = z.string().min(1).max(1024)
const sourceTexts = z.array(SourceText).max(200).default([])

/** Where skills are looked for, and whose skills are installed in the tier `verified`. */
const SkillSources = z.strictObject({
  add: z.record(SkillName, SourceText).default({}).describe('Names of further sources.'),
  remove: z
    .array(z.string().max(64))
    .max(200)
    .default([])
    .describe('The names of preset sources that are not used: awesome-claude-skills, skills.sh.'),
  trustedPublishers: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be an ed25519 key in base64url'))
    .max(200)
    .default([])
    .describe('The keys of publishers whose skills are installed in the tier verified.'),
  trustedSources: sourceTexts.describe('The sources whose skills are installed in the tier verified.'),
})

/**
 * The operator's configuration (`travel.config.json`). Every setting of what skills may do only restricts them, and an
 * absent setting restricts nothing. `skillSources` only chooses the tier that an installation proposes to the operator.
 */
export const TravelConfig = z.strictObject({
  $schema: z.string().max(1024).optional().describe('The schema of this file, for editors.'),
  safeExecution: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('false: no skill runs. Skills run only in safe execution, which cannot be bypassed.'),
      defaultTrust: TrustBySource.prefault({}).describe('The most trust of a request, by its source.'),
      allowedHosts: hosts
        .optional()
        .describe('The hosts that skills may reach if their manifests declare them. Absent: every declared host.'),
      fuelBudget: z
        .strictObject({
          default: fuel.optional().describe('The most fuel of a skill with neither llm nor exec.'),
          llm: fuel.optional().describe('The most fuel of a skill that declares llm. Absent: as default.'),
          shell: fuel.optional().describe('The most fuel of a skill that declares exec. Absent: as default.'),
        })
        .default({})
        .describe('One unit of fuel is 1,000,000 instructions.'),
      auditLog: z.literal(true).default(true).describe('The audit trail is always on. The only value is true.'),
    })
    .prefault({}),
  skillSources: SkillSources.prefault({}).describe('Where skills of others come from, and whom you trust.'),
  skills: z.record(SkillName, SkillOverride).default({}).describe('Further restrictions for single skills, by name.'),
})
export type TravelConfig = z.infer<typeof TravelConfig>

/** The configuration that applies if there is no file. */
export const defaultConfig: TravelConfig = TravelConfig.parse({})
