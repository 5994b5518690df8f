import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '#lib/compose/compose.ts'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { commandLine, contextOf } from '#lib/platform/server/auth/context.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import {
  ConsolePlan,
  type Grant,
  type PlanLine,
  type PlanRequest,
  SkillOrigin,
  SourceOffers,
} from '../../model/console-install.ts'
import { removeInstalled, rollBackInstalled } from './change-installed.ts'
import { installSkill, planLines } from './install-skill.ts'
import { listOffers, listSources } from './list-offers.ts'
import { readOrigin, verifySkill } from './read-origin.ts'

let opened: AsyncDisposableStack
let services: Services
let folder = ''

const operator = contextOf(principalFrom('main', { id: 'user_mila', role: 'operator' }))
const { signal } = new AbortController()

async function write(name: string, version: string, hosts: readonly string[] = [], more = ''): Promise<void> {
  const skill = join(folder, 'shop', name)
  await mkdir(skill, { recursive: true })
  await writeFile(
    join(skill, 'skill.yaml'),
    `name: ${name}\nversion: "${version}"\ndescription: Gives ${name}.\nrisk_level: low\nentry: main.ts\npermissions: { network: { egress: [${hosts}] } }\n${more}`,
  )
  await writeFile(
    join(skill, 'main.ts'),
    `export default () => ({ results: [] })\n${hosts.map((host) => `// https://${host}/\n`).join('')}`,
  )
}

const asking = (name: string, tier: 'untrusted' | 'verified' = 'untrusted'): PlanRequest => ({
  source: join(folder, 'shop', name),
  tier,
})

async function linesOf(request: PlanRequest): Promise<PlanLine[]> {
  const lines: PlanLine[] = []
  for await (const line of planLines(services, request, signal)) lines.push(line)
  return lines
}

async function planOf(request: PlanRequest): Promise<ConsolePlan> {
  const last = (await linesOf(request)).at(-1)
  if (last?.type !== 'plan') throw new Error(JSON.stringify(last))
  return ConsolePlan.parse(last.plan)
}

async function install(request: PlanRequest, trust?: string, refused: readonly Grant[] = []) {
  const { digest } = await planOf(request)
  const approval = { request, plan: digest, refused: [...refused], ...(trust !== undefined && { trust }) }
  return installSkill(services, operator, approval, signal)
}

const originOf = async (name: string) => SkillOrigin.parse(await readOrigin(services, name))
const digestOf = async (name: string) => (await originOf(name)).origin?.digest ?? ''
const codeOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'done' : outcome.error.code)

beforeAll(async () => {
  opened = new AsyncDisposableStack()
  folder = await mkdtemp(join(tmpdir(), 'travel-console-install-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'travel.config.json'), '{}')
  services = await openServices(opened, { TRAVEL_CONFIG: join(folder, 'travel.config.json') })
})
afterAll(() => opened.disposeAsync())
afterEach(async () => {
  for (const { name } of await services.db.installedSkill.findMany()) await services.installer.remove(commandLine, name)
  await rm(join(folder, 'shop'), { recursive: true, force: true })
})

describe('the list of what sources offer', () => {
  test('has each skill of a source once, and marks what is here by its place', async () => {
    await write('rates', '1.0.0')
    await write('maps', '1.0.0')
    await install(asking('rates'))
    const listed = await listOffers(services, join(folder, 'shop'), signal)
    if (!listed.ok) throw new Error(listed.error.message)
    const { offers, problem } = SourceOffers.parse(listed.value)
    expect(problem).toBeNull()
    expect(offers.map(({ name }) => name).sort()).toEqual(['maps', 'rates'])
    // An unknown number is never a zero.
    expect(offers[0]).toMatchObject({ installs: null, rating: null })
    const { sources, here } = await listSources(services)
    expect(here.find(({ name }) => name === 'rates')?.place).toBe(offers.find(({ name }) => name === 'rates')?.place)
    expect(here.find(({ name }) => name === 'flight-search')).toMatchObject({ tier: 'local', place: null })
    expect(sources).toContain('github:ComposioHQ/awesome-claude-skills')
    expect(sources).not.toContain(join(folder, 'shop'))
  })

  test('says why a source cannot be asked, and names the field of a text that is no source', async () => {
    const missing = await listOffers(services, join(folder, 'missing'), signal)
    expect(missing).toMatchObject({ ok: true, value: { offers: [], problem: expect.stringContaining('missing') } })
    expect(await listOffers(services, 'ftp://example.com', signal)).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { source: expect.stringContaining('https') } },
    })
  })
})

describe('a plan', () => {
  test('names each step, and shows what the approval would grant without installing anything', async () => {
    await write('rates', '1.0.0', ['api.example.com'])
    const lines = await linesOf(asking('rates'))
    expect(lines.map(({ type }) => type)).toEqual(['fetch', 'check', 'plan'])
    const plan = await planOf(asking('rates'))
    expect(plan.opens).toBeNull()
    expect(plan.skills).toMatchObject([
      {
        name: 'rates',
        tier: 'untrusted',
        publisher: null,
        installed: null,
        verdict: 'admit',
        // Without a container engine, an untrusted skill has no place to run.
        runtimes: [],
      },
    ])
    const hosts = plan.skills[0]?.permissions.filter(({ permission }) => permission === 'network.egress')
    expect(hosts).toMatchObject([{ item: 'api.example.com', approved: true, effective: true }])
    expect((await services.skills.all()).map(({ skill }) => skill.manifest.name)).not.toContain('rates')
  })

  test('ends with the reason of a refusal', async () => {
    await write('flight-search', '1.0.0')
    expect((await linesOf(asking('flight-search'))).at(-1)).toMatchObject({
      type: 'problem',
      message: expect.stringContaining('a skill of the project'),
    })
  })

  test('of an update shows the difference of permissions, rules and files', async () => {
    await write('rates', '1.0.0', ['api.example.com'])
    await install(asking('rates'))
    await write('rates', '1.1.0', ['cdn.example.com'], 'limits: { timeout_ms: 9000 }\n')
    const { skills } = await planOf({ update: 'rates' })
    expect(skills).toMatchObject([
      {
        installed: { version: '1.0.0', tier: 'untrusted' },
        no_longer: [{ permission: 'network.egress', item: 'api.example.com' }],
        rules: [{ field: 'limits.timeout_ms', before: '', after: '9000' }],
        files: { added: [], removed: [], changed: ['main.ts', 'skill.yaml'] },
        needs_approval: true,
      },
    ])
    const added = skills[0]?.permissions.filter(({ is_new }) => is_new).map(({ item }) => item)
    expect(added).toEqual(['cdn.example.com'])
  })
})

describe('an approval', () => {
  test('installs the plan, and the audit trail names the operator', async () => {
    await write('audited', '1.0.0', ['api.example.com'])
    expect(await install(asking('audited'))).toMatchObject({ value: { installed: ['audited'], lock_problem: null } })
    const rows = await services.db.auditEvent.findMany({ where: { subject: 'audited' }, orderBy: { seq: 'asc' } })
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['release.approved', 'operator:user_mila'],
      ['skill.installed', 'operator:user_mila'],
    ])
    expect(await verifySkill(services, 'audited')).toEqual({ problem: null, differences: [] })
  })

  test('leaves out the permissions that the operator refuses, also in the next update', async () => {
    const hosts = ['api.example.com', 'cdn.example.com']
    await write('rates', '1.0.0', hosts)
    const cdn = { skill: 'rates', permission: 'network.egress', item: 'cdn.example.com' } as const
    await install(asking('rates'), undefined, [cdn])
    const approved = async () => (await services.skills.current('rates'))?.skill.approved.network.egress
    expect(await approved()).toEqual(['api.example.com'])
    await write('rates', '1.0.1', hosts)
    await install({ update: 'rates' })
    expect(await approved()).toEqual(['api.example.com'])
  })

  test('of a plan that the source has changed since is refused, and installs nothing', async () => {
    await write('rates', '1.0.0', ['api.example.com'])
    const { digest } = await planOf(asking('rates'))
    await write('rates', '1.0.0', ['api.example.com', 'cdn.example.com'])
    const late = await installSkill(services, operator, { request: asking('rates'), plan: digest, refused: [] }, signal)
    expect(codeOf(late)).toBe('CONFLICT')
    expect(await services.db.installedSkill.count()).toBe(0)
  })

  test('of a tier above untrusted needs the name of the skill, and says what the tier opens', async () => {
    await write('rates', '1.0.0')
    const { opens } = await planOf(asking('rates', 'verified'))
    expect(opens).toMatchObject({ tier: 'verified', runtimes: ['quickjs', 'python'] })
    const silent = await install(asking('rates', 'verified'))
    expect(silent).toMatchObject({ error: { code: 'INVALID_INPUT', details: { trust: 'type rates' } } })
    expect(codeOf(await install(asking('rates', 'verified'), 'rates'))).toBe('done')
    // An update in the tier that the skill has opens nothing.
    await write('rates', '1.0.1')
    expect((await planOf({ update: 'rates' })).opens).toBeNull()
  })
})

describe('an installed skill', () => {
  test('says where it comes from, what it needs and what needs it, and what a removal removes', async () => {
    await write('base', '1.2.0')
    await write('trip', '1.0.0', [], 'dependencies: { base: ^1.0.0 }\n')
    await install(asking('trip'))
    expect(await originOf('base')).toMatchObject({
      origin: { source: join(folder, 'shop', 'base'), is_requested: false, removes: [], needed_by: ['trip'] },
      skills: [
        { name: 'base', version: '1.2.0', level: 0 },
        { name: 'trip', version: '1.0.0', level: -1 },
      ],
      edges: [{ from: 'trip', to: 'base', range: '^1.0.0' }],
    })
    expect(await originOf('trip')).toMatchObject({ origin: { removes: ['trip', 'base'], needed_by: [] } })
    expect((await originOf('flight-search')).origin).toBeNull()
    expect(await readOrigin(services, 'nobody')).toBeUndefined()
  })

  test('is rolled back and removed only as the operator saw it', async () => {
    await write('rates', '1.0.0')
    await install(asking('rates'))
    const old = await digestOf('rates')
    expect(codeOf(await rollBackInstalled(services, operator, 'rates', old))).toBe('CONFLICT')
    await write('rates', '2.0.0')
    await install({ update: 'rates' })
    expect((await originOf('rates')).origin?.previous).toBe('1.0.0')
    expect(codeOf(await removeInstalled(services, operator, 'rates', { digest: old, removed: ['rates'] }))).toBe(
      'CONFLICT',
    )
    const rolledBack = await rollBackInstalled(services, operator, 'rates', await digestOf('rates'))
    expect(rolledBack).toMatchObject({ value: { from: '2.0.0', to: '1.0.0' } })
    const shown = { digest: await digestOf('rates'), removed: ['rates', 'base'] }
    expect(codeOf(await removeInstalled(services, operator, 'rates', shown))).toBe('CONFLICT')
    expect(codeOf(await removeInstalled(services, operator, 'rates', { ...shown, removed: ['rates'] }))).toBe('done')
    expect(codeOf(await removeInstalled(services, operator, 'rates', shown))).toBe('NOT_FOUND')
  })
})
