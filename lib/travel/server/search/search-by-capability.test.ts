import { expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { invokeWith } from '#lib/skills/server/invoking/testing/invoke-with.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { SkillInput } from '#runner/contract/skill-io.ts'
import type { SearchLine } from '#runner/contract/stream.ts'
import { brokerOf, engineOf, realClock, recordingLog, type TestSecrets } from '#runner/egress/testing/engine-fixture.ts'
import { fakeRuntime, loadedSkill, testRunner } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { createSearchByCapability } from './search-by-capability.ts'

const skillOf = (name: string, secrets: string[], policy: object = {}, inputSchema: object = {}) =>
  loadedSkill(
    testManifest({
      name,
      capability: 'C-ANY',
      provider: `Provider ${name}`,
      permissions: { network: { egress: ['api.example.com'] }, secrets },
      policy,
      input_schema: { any: inputSchema },
    }),
    '',
    name,
  )

/** The lines of a search over these skills, which all answer without results. */
async function searched(
  secretsOf: Record<string, string[]>,
  values: TestSecrets,
  policyOf: Record<string, object> = {},
  schemaOf: Record<string, object> = {},
  switchedOff?: string,
) {
  await using egress = engineOf()
  const skills = Object.entries(secretsOf).map(([name, secrets]) =>
    skillOf(name, secrets, policyOf[name], schemaOf[name]),
  )
  const runner = testRunner({
    skills: {
      current: async (name) => {
        const skill = skills.find(({ manifest }) => manifest.name === name)
        return skill && { skill, isEnabled: true }
      },
      byDigest: async () => undefined,
    },
    runtimes: [fakeRuntime(async () => ({ kind: 'returned', value: { results: [] }, fuelUsed: 1 }))],
    egress,
    broker: brokerOf(values),
  })
  const search = createSearchByCapability({
    skills: { byCapability: async () => skills },
    switchedOff: async () => switchedOff,
    invoke: invokeWith(runner),
    clock: realClock,
    log: recordingLog(),
  })
  const input = { action: 'any', params: {}, config: {} }
  const signal = new AbortController().signal
  const found = await search({ capability: 'C-ANY', input, ...contextOf(publicPrincipal), signal, requestId: 'r' })
  const lines: SearchLine[] = []
  if (found.kind === 'stream') for await (const line of found.lines) lines.push(line)
  const [sources] = lines.flatMap((line) => (line.type === 'sources' ? [line.sources] : []))
  return {
    sources: sources?.map(({ skill, provider }) => `${skill}: ${provider}`),
    attributions: sources?.flatMap(({ attribution }) => attribution ?? []),
    error: found.kind === 'refused' ? found.error.code : undefined,
    message: found.kind === 'refused' ? found.error.message : undefined,
    answers: lines.flatMap((line) => (line.type === 'answer' ? [line.source] : [])).sort(),
  }
}

const key = { A_KEY: { value: 'a', hosts: ['api.example.com'] } }

test('a search omits a skill without credentials', async () => {
  expect(await searched({ free: [], keyed: ['A_KEY'], other: ['B_KEY'] }, key)).toMatchObject({
    sources: ['free: Provider free', 'keyed: Provider keyed'],
    answers: ['free', 'keyed'],
  })
})

test('a search asks skills without credentials if no other skill exists', async () => {
  expect(await searched({ other: ['B_KEY'] }, key)).toMatchObject({ answers: ['other'] })
})

test('if only a source that is switched off could answer, a search says so, and asks no skill without credentials', async () => {
  expect(await searched({ other: ['B_KEY'] }, key, {}, {}, 'hotels')).toMatchObject({
    error: 'SKILL_DISABLED',
    message: 'The skill hotels is switched off.',
    answers: [],
  })
  expect(await searched({ keyed: ['A_KEY'] }, key, {}, {}, 'hotels')).toMatchObject({ answers: ['keyed'] })
})

const noMixing = { no_mixing: true }

test('a provider that forbids mixed results is asked alone, and only if no other source can answer', async () => {
  const beside = await searched({ free: [], apart: [] }, {}, { apart: noMixing })
  expect(beside.answers).toEqual(['free'])
  const alone = await searched({ later: [], apart: [] }, {}, { apart: noMixing, later: noMixing })
  expect(alone.answers).toEqual(['apart'])
  const unconfigured = await searched({ keyed: ['A_KEY'], apart: [] }, {}, { apart: noMixing })
  expect(unconfigured.answers).toEqual(['apart'])
})

test('a search asks only the skills whose own schema accepts it', async () => {
  const narrow = { type: 'object', required: ['more'] }
  const { sources, answers } = await searched({ wide: [], narrow: [] }, {}, {}, { narrow })
  expect([sources, answers]).toEqual([['wide: Provider wide'], ['wide']])
  expect(await searched({ narrow: [] }, {}, {}, { narrow })).toMatchObject({ error: 'INVALID_INPUT' })
})

test('a search sends each provider’s attribution to the page', async () => {
  const attribution = { text: 'Prices by Keyed', url: 'https://keyed.example' }
  const { attributions } = await searched({ free: [], keyed: [] }, {}, { keyed: { attribution } })
  expect(attributions).toEqual([attribution])
})

test('a source that cannot be asked for its first results is asked for all, and disables no other', async () => {
  await using egress = engineOf()
  const skills = [skillOf('one', []), skillOf('two', [])]
  const invoke = invokeWith(
    testRunner({
      skills: {
        current: async (name) => {
          const skill = skills.find(({ manifest }) => manifest.name === name)
          return skill && { skill, isEnabled: true }
        },
        byDigest: async () => undefined,
      },
      runtimes: [fakeRuntime(async () => ({ kind: 'returned', value: { results: [] }, fuelUsed: 1 }))],
      egress,
    }),
  )
  const admit: typeof invoke.admit = async (request) => {
    const { max_results } = SkillInput.parse(request.input).config
    if (request.skill === 'one' && max_results === 5) throw new Error('the database does not answer')
    return invoke.admit(request)
  }
  const search = createSearchByCapability({
    skills: { byCapability: async () => skills },
    switchedOff: async () => undefined,
    invoke: Object.assign(invoke.bind(undefined), invoke, { admit }),
    clock: realClock,
    log: recordingLog(),
  })
  const found = await search({
    ...{ capability: 'C-ANY', input: { action: 'any', params: {}, config: { max_results: 50 } }, firstResults: 5 },
    ...{ ...contextOf(publicPrincipal), signal: new AbortController().signal, requestId: 'r' },
  })
  if (found.kind !== 'stream') throw new Error('The search was refused')
  const answers: string[] = []
  for await (const line of found.lines)
    if (line.type === 'answer') answers.push(`${line.source}: ${line.output.status}`)
  expect(answers.sort()).toEqual(['one: success', 'two: success'])
})
