import fc from 'fast-check'
import { type Permissions, SkillManifest, type Tier } from '../../contract/manifest.ts'
import {
  principalFrom,
  type Source,
  sources,
  type Trust,
  trustLevels,
  trustOfSource,
} from '../../contract/principal.ts'
import { TravelConfig } from '../../contract/travel-config.ts'
import type { LimitWishes } from '../effective-limits.ts'
import type { Asker, PolicyQuestion } from '../effective-permissions.ts'

/** A literal, so that tests do not depend on the policy's own constants. */
export const nothing: Permissions = {
  network: { egress: [], methods: [] },
  secrets: [],
  signing: { jwt: [], hmac: [] },
  filesystem: { read: [], write: [] },
  exec: [],
  llm: false,
  memory: false,
  messages: false,
  gateway: false,
  storage: false,
}

export const manifestOf = (fields: Record<string, unknown> = {}): SkillManifest =>
  SkillManifest.parse({ name: 'x', version: '0.1.0', description: 'd', risk_level: 'low', entry: 'main.ts', ...fields })

export const from = (source: Source | undefined): Asker | undefined =>
  source && principalFrom(source, { id: 'test', role: 'agent' })

export const some = <T>(...items: T[]): fc.Arbitrary<T[]> => fc.subarray(items)
const someGrants = {
  secrets: some('A_KEY', 'B_KEY'),
  exec: some('git', 'curl'),
  llm: fc.boolean(),
  memory: fc.boolean(),
  messages: fc.boolean(),
  gateway: fc.boolean(),
  storage: fc.boolean(),
}
export const somePermissions: fc.Arbitrary<Permissions> = fc.record({
  ...someGrants,
  signing: fc.record({ jwt: some('A_KEY', 'B_KEY'), hmac: some('A_KEY', 'B_KEY') }),
  network: fc.record({
    egress: some('a.example.com', 'b.example.com:8443'),
    methods: some<'GET' | 'POST' | 'DELETE'>('GET', 'POST', 'DELETE'),
  }),
  filesystem: fc.record({ read: some('data', '/srv'), write: some('out', '/srv') }),
})
const someWishes: fc.Arbitrary<LimitWishes> = fc.record(
  {
    timeoutMs: fc.integer({ min: 0, max: 900_000 }),
    memoryMb: fc.integer({ min: 0, max: 9_000 }),
    cpus: fc.double({ min: 0, max: 32, noNaN: true }),
    fuel: fc.oneof(fc.nat(2), fc.integer({ min: 0, max: 2_000_000 })),
    hostCalls: fc.integer({ min: 0, max: 20_000 }),
  },
  { requiredKeys: [] },
)
export const tiers: Tier[] = ['local', 'verified', 'untrusted']
export const someQuestion: fc.Arbitrary<PolicyQuestion> = fc.record({
  manifest: fc.record({
    name: fc.constant('x'),
    permissions: somePermissions,
    limits: fc
      .record(
        { timeout_ms: fc.integer({ min: 100, max: 600_000 }), fuel: fc.integer({ min: 1, max: 1_000_000 }) },
        { requiredKeys: [] },
      )
      .map((limits) => manifestOf({ limits }).limits),
    runtimes: fc.constant(['quickjs' as const]),
  }),
  action: fc.record({
    effects: fc.constantFrom<('read' | 'act')[]>(['read'], ['act'], ['read', 'act']),
    risk_level: fc.constantFrom('low', 'medium', 'high'),
  }),
  approved: fc.option(somePermissions, { nil: undefined }),
  tier: fc.constantFrom(...tiers),
  principal: fc.constantFrom<Source | undefined>(...sources, undefined).map(from),
  profile: fc.option(
    fc.record({
      hosts: some('a.example.com', 'b.example.com:8443'),
      keys: some('A_KEY', 'B_KEY'),
      limits: fc.record({ fuel: fc.integer({ min: 1, max: 300_000 }) }, { requiredKeys: [] }),
    }),
    { nil: undefined },
  ),
  caller: someWishes,
  host: someWishes,
})

/** True when `less` grants nothing that `more` does not. */
export const within = (less: Permissions, more: Permissions): boolean => {
  const subset = (a: readonly string[], b: readonly string[]): boolean => a.every((item) => b.includes(item))
  return (
    subset(less.network.egress, more.network.egress) &&
    subset(less.network.methods, more.network.methods) &&
    subset(less.secrets, more.secrets) &&
    subset(less.signing.jwt, more.signing.jwt) &&
    subset(less.signing.hmac, more.signing.hmac) &&
    subset(less.filesystem.read, more.filesystem.read) &&
    subset(less.filesystem.write, more.filesystem.write) &&
    subset(less.exec, more.exec) &&
    (!less.llm || more.llm) &&
    (!less.memory || more.memory) &&
    (!less.messages || more.messages) &&
    (!less.gateway || more.gateway) &&
    (!less.storage || more.storage)
  )
}
const someTrust = fc.record(
  Object.fromEntries(
    sources.map((source) => [
      source,
      fc.constantFrom<Trust>(
        ...trustLevels.filter((level) => trustLevels.indexOf(level) <= trustLevels.indexOf(trustOfSource[source])),
      ),
    ]),
  ),
  { requiredKeys: [] },
)
const someFuel = fc.integer({ min: 1, max: 300_000 })
const someOverride = fc.record(
  {
    enabled: fc.constantFrom(true, true, true, false),
    defaultTrust: someTrust,
    permissions: fc.record(
      {
        ...someGrants,
        network: fc.record(
          { egress: some('a.example.com', 'b.example.com:8443'), methods: some('GET', 'POST', 'DELETE') },
          { requiredKeys: [] },
        ),
        filesystem: fc.record({ read: some('data', '/srv'), write: some('out', '/srv') }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    limits: fc.record({ timeout_ms: fc.integer({ min: 100, max: 600_000 }), fuel: someFuel }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)

/** Configurations of the instance and of the skills `x` and `y`, parsed like a file. */
export const someConfig: fc.Arbitrary<TravelConfig> = fc
  .record(
    {
      safeExecution: fc.record(
        {
          enabled: fc.constantFrom(true, true, true, false),
          defaultTrust: someTrust,
          allowedHosts: some('a.example.com', 'b.example.com:8443', 'c.example.com'),
          fuelBudget: fc.record({ default: someFuel, llm: someFuel, shell: someFuel }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      ),
      skills: fc.record({ x: someOverride, y: someOverride }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  .map((file) => TravelConfig.parse(file))
