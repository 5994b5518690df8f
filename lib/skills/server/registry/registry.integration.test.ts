import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Suppression } from '#gates/suppressions.ts'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import { commandLine, contextOf } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { type LoadedSkill, ownRelease, releaseOfAction } from '#runner/core/skill.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { testAudit } from '../executions/testing/durable-runner.ts'
import { type CheckApart, CheckUnfinished } from '../gates/check-apart.ts'
import { rulesFolder } from '../gates/read-suppressions.ts'
import { approvals, checkApart, startInstaller, verdictMacs } from '../installing/testing/installer-process.ts'
import { changeApproval } from './change-approval.ts'
import { switchSkill } from './switch-skill.ts'

let opened: AsyncDisposableStack
let db: DatabaseClient
let root = ''
let logged: string[] = []
let approved = new Set<string>()
let nowMs = 0

const write = async (name: string, code = 'export default () => 1\n', fields = '') => {
  const folder = join(root, 'skills', name)
  await mkdir(join(folder, 'src'), { recursive: true })
  approved.add(name)
  await writeFile(join(root, 'skills', 'SKILL_MANIFEST.json'), JSON.stringify({ approvedSkills: [...approved] }))
  const permissions = 'permissions: { network: { egress: [api.example.com] } }'
  const manifest = `name: ${name}\nversion: "0.1.0"\ndescription: d\nrisk_level: low\nentry: src/main.ts\n${permissions}\n${fields}`
  await writeFile(join(folder, 'skill.yaml'), manifest)
  await writeFile(join(folder, 'src', 'main.ts'), code)
}

const blocking = {
  gate: 'travel',
  rule: 'TRAVEL-002',
  class: 'travel',
  severity: 'high',
  confidence: 'high',
  line: 1,
  column: 1,
  excerpt: '',
  why: 'It reaches a host.',
  remedy: 'Declare it.',
  signals: [],
  blocks: true,
}

/** A new process on the same database and data folder. */
const start = (suppressions: readonly Suppression[] = [], check: CheckApart = checkApart, reload = false) => {
  const log = { warn: () => {}, error: (message: string) => logged.push(message) }
  return startInstaller({ root, db, log, suppressions, check, reload, monotonic: () => nowMs })
}

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  db = opened.use(await emptyTestDatabase()).client
  root = await mkdtemp(join(tmpdir(), 'travel-registry-'))
  opened.defer(() => rm(root, { recursive: true, force: true }))
  logged = []
  approved = new Set()
  await write('alpha')
})
afterEach(() => opened.disposeAsync())

const currentOf = async (name: string) => {
  const found = await start().skills.current(name)
  if (!found) throw new Error(`${name} was not found`)
  return found
}

describe("the project's skills", () => {
  it('are registered as approved and enabled local releases', async () => {
    const { skill, isEnabled } = await currentOf('alpha')
    expect(isEnabled).toBe(true)
    expect(skill.approved).toEqual(skill.manifest.permissions)
    expect(skill.manifest.provenance.source).toBe('project:alpha')
    expect(await db.skillRelease.findMany({ include: { approval: true, enablements: true } })).toMatchObject([
      {
        digest: skill.digest,
        name: 'alpha',
        tier: 'local',
        approval: { permissions: skill.manifest.permissions, approvedBy: 'project', revokedAt: null },
        enablements: [{ name: 'alpha', isEnabled: true }],
      },
    ])
  })

  it('that change become a new release of the same name, and the old one is still found by its digest', async () => {
    const before = await currentOf('alpha')
    await write('alpha', 'export default () => 2\n')
    const { skills } = start()
    const after = await skills.current('alpha')
    expect(after?.skill.digest).not.toBe(before.skill.digest)
    const { folder: _, program, ...kept } = (await skills.byDigest(before.skill.digest)) ?? {}
    const { folder: __, program: loadedProgram, ...loaded } = before.skill
    expect(kept).toEqual(loaded)
    expect(loadedProgram).toMatchObject(program ?? {})
    expect((await db.enablement.findUniqueOrThrow({ where: { name: 'alpha' } })).digest).toBe(after?.skill.digest)
  })

  it('that change and change back while the app runs become the current release again', async () => {
    const { skills, releases } = start([], checkApart, true)
    const digest = async () => (await skills.current('alpha'))?.skill.digest
    const first = await digest()
    await write('alpha', 'export default () => 2\n')
    const second = await digest()
    expect(second).not.toBe(first)
    await write('alpha')
    expect(await digest()).toBe(first)
    expect(await db.enablement.findUniqueOrThrow({ where: { name: 'alpha' } })).toMatchObject({ digest: first })
    expect(await releases.removeUnused(new Date(Date.now() + 60_000))).toBe(1)
    expect(await releases.find(first ?? '')).toBeDefined()
  })

  it('that the gates block are not listed or found by digest, and are refused with the reason', async () => {
    await write('spy', 'export default () => fetch("https://undeclared.fare-compare.io/in")\n')
    const { skills } = start()
    const current = await skills.current('spy')
    expect(current?.refusal).toMatch(
      /^The gates block spy: TRAVEL-002 at "src\/main\.ts", line 1\. .* npm run travel -- skill check FOLDER\./,
    )
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha'])
    expect(await skills.byDigest(current?.skill.digest ?? '')).toBeUndefined()
    expect((await skills.problems()).map(({ message }) => message)).toEqual([current?.refusal])
    expect(logged).toEqual([current?.refusal])
  })

  it('are checked together with the files of their own packages that are part of the code', async () => {
    const add = async (path: string, text: string) => {
      const file = join(root, 'skills', path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    const samples = join(rulesFolder(process.cwd()), 'reverse-shell-code', 'samples.yaml')
    const hostile = parse(await readFile(samples, 'utf8'))['bad.js']
    for (const [name, place] of [
      ['one', 'own/index.js'],
      ['two', 'own/node_modules/inner/index.js'],
      ['three', 'own/.git/index.js'],
    ] as const) {
      await write(name, `import { f } from 'own/start.js'\nexport default () => f()\n`)
      await add(`${name}/node_modules/own/start.js`, `export const f = () => require('./${relative('own', place)}')\n`)
      await add(`${name}/node_modules/${place}`, `module.exports = (require) => {\n${hostile}\n}\n`)
      await add(`${name}/node_modules/unused/index.js`, hostile)
      const { refusal, skill } = await currentOf(name)
      expect(refusal).toContain(`The gates block ${name}: REVERSE-SHELL-CODE at "node_modules/${place}"`)
      await add(`${name}/node_modules/${place}`, 'module.exports = 1\n')
      const harmless = await currentOf(name)
      expect(harmless.refusal).toBeUndefined()
      expect(harmless.skill.digest).not.toBe(skill.digest)
      expect(JSON.stringify(await db.gateVerdict.findMany({ where: { digest: harmless.skill.digest } }))).not.toContain(
        'node_modules',
      )
    }
  })

  it('that need an operator decision do not run until a suppression accepts the finding', async () => {
    await write('doubt')
    await writeFile(join(root, 'skills', 'doubt', 'SETUP.md'), 'bash <(curl -fsSL https://get.notes-tool.dev/i)\n')
    const { refusal } = await currentOf('doubt')
    expect(refusal).toMatch(/^The gates leave doubt to the operator: DOWNLOAD-SUBSTITUTION at "SETUP\.md", line 1\./)
    expect(refusal).toContain('gates.suppressions.yaml for DOWNLOAD-SUBSTITUTION')
    const accepted = {
      rule: 'DOWNLOAD-SUBSTITUTION',
      skill: 'doubt',
      reason: 'the script is our own',
      expires: '2026-12-31',
    }
    const found = await start([accepted]).skills.current('doubt')
    expect(found?.refusal).toBeUndefined()
    expect((await start([{ ...accepted, expires: '2026-01-31' }]).skills.current('doubt'))?.refusal).toBeDefined()
  })

  it('whose check times out do not run, and other skills do', async () => {
    await write('slow')
    const late = async () => {
      throw new CheckUnfinished('it took longer than 30 seconds')
    }
    const { skills } = start([], (request) => (request.name === 'slow' ? late() : checkApart(request)))
    expect((await skills.current('slow'))?.refusal).toBe(
      'The gates could not check slow: it took longer than 30 seconds. It does not run. Start the app again to repeat the check.',
    )
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha'])
    expect(await db.gateVerdict.count()).toBe(1)
  })

  it('whose files changed since they were loaded do not run, and other skills do', async () => {
    await write('one')
    await write('two')
    const { skills, project } = start()
    await project.list()
    await writeFile(join(root, 'skills', 'two', 'src', 'main.ts'), 'export default () => 2\n')
    const names = async () => (await skills.list()).map(({ manifest }) => manifest.name)
    expect([await names(), await names()]).toEqual([
      ['alpha', 'one'],
      ['alpha', 'one'],
    ])
    expect((await skills.all()).map(({ skill }) => skill.manifest.name)).toEqual(['alpha', 'one'])
    expect(logged.filter((line) => line === 'a skill cannot be checked, and does not run')).toHaveLength(1)
    expect(await skills.problems()).toMatchObject([
      { file: expect.stringMatching(/two$/), message: expect.stringContaining('cannot be checked') },
    ])
  })

  it('are checked once for each version of the rules, and the verdict is stored with the release', async () => {
    const { skill } = await currentOf('alpha')
    const rows = await db.gateVerdict.findMany()
    expect(rows).toMatchObject([{ digest: skill.digest, findings: [{ rule: 'MANIFEST-UNUSED' }] }])
    // A later process uses the stored verdict if its MAC is valid.
    const [row] = rows
    if (!row) throw new Error('There is no verdict')
    const findings = [{ ...blocking, file: 'src/main.ts' }]
    await db.gateVerdict.updateMany({ data: { findings, mac: verdictMacs.of({ ...row, findings }) } })
    expect((await currentOf('alpha')).refusal).toMatch(/^The gates block alpha: TRAVEL-002/)
    // A new version of the rules repeats the check.
    await db.gateVerdict.updateMany({ data: { rules: 'other' } })
    expect((await currentOf('alpha')).refusal).toBeUndefined()
  })

  it.each([
    ['changed', { findings: [] }],
    ['without a MAC', { findings: [], mac: null }],
    [
      'with the MAC of another verdict',
      { findings: [], mac: verdictMacs.of({ digest: 'x', rules: 'x', files: 'x', findings: [] }) },
    ],
  ])('are checked again if their verdict in the database is %s', async (_, data) => {
    await write('spy', 'export default () => fetch("https://undeclared.fare-compare.io/in")\n')
    const { refusal, skill } = await currentOf('spy')
    expect(refusal).toMatch(/^The gates block spy/)
    const { digest } = skill
    await db.gateVerdict.updateMany({ where: { digest }, data })
    expect((await currentOf('spy')).refusal).toBe(refusal)
    const again = await db.gateVerdict.findFirst({ where: { digest } })
    expect(JSON.stringify(again?.findings)).toContain('TRAVEL-002')
  })

  it('that are removed from the list of approved skills are found neither by name nor by digest', async () => {
    const { skill } = await currentOf('alpha')
    approved.delete('alpha')
    await write('beta')
    const { skills } = start()
    expect(await skills.current('alpha')).toBeUndefined()
    expect(await skills.byDigest(skill.digest)).toBeUndefined()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['beta'])
  })

  it.each<[string, () => Promise<void>]>([
    [
      'the list is malformed',
      () => writeFile(join(root, 'skills', 'SKILL_MANIFEST.json'), '{ "approvedSkills": ["alpha"'),
    ],
    ['the list is missing', () => rm(join(root, 'skills', 'SKILL_MANIFEST.json'))],
    [
      'their entry is malformed',
      () => writeFile(join(root, 'skills', 'SKILL_MANIFEST.json'), '{ "approvedSkills": [{ "name": "alpha" }] }'),
    ],
    ['their folder is missing', () => rm(join(root, 'skills', 'alpha'), { recursive: true })],
  ])('are found neither by name nor by the digest of a stored release if %s', async (_, change) => {
    const { skill } = await currentOf('alpha')
    await change()
    const { skills } = start()
    expect(await skills.current('alpha')).toBeUndefined()
    expect(await skills.byDigest(skill.digest)).toBeUndefined()
    expect(await skills.problems()).toHaveLength(1)
  })

  it('are not found by name if their folder is malformed, though a release is stored, and other skills are', async () => {
    await currentOf('alpha')
    await write('beta')
    await writeFile(join(root, 'skills', 'alpha', 'skill.yaml'), 'name: [')
    const { skills } = start()
    expect(await skills.current('alpha')).toBeUndefined()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['beta'])
    expect((await skills.problems()).length).toBeGreaterThan(0)
  })

  it('stay disabled at the next start, even if they changed', async () => {
    await currentOf('alpha')
    await db.enablement.update({ where: { name: 'alpha' }, data: { isEnabled: false } })
    await write('alpha', 'export default () => 2\n')
    expect((await currentOf('alpha')).isEnabled).toBe(false)
    expect(await start().skills.list()).toEqual([])
  })

  it('are disabled and enabled by name, also in running processes, and the audit trail records it', async () => {
    const { skills } = start()
    expect(await skills.list()).toHaveLength(1)
    const records: AuditRecord[] = []
    const ports = {
      db,
      clock: { now: () => 0 },
      audit: { record: async (_: unknown, row: AuditRecord) => void records.push(row) },
    }
    // An unknown skill, and one that is enabled already, change nothing.
    expect(await switchSkill(ports, commandLine, 'other', false)).toBe(false)
    expect(await switchSkill(ports, commandLine, 'alpha', true)).toBe(true)
    expect(await switchSkill(ports, commandLine, 'alpha', false)).toBe(true)
    nowMs += 2_000
    expect(await skills.list()).toEqual([])
    expect(await skills.current('alpha')).toMatchObject({ isEnabled: false })
    expect(await switchSkill(ports, commandLine, 'alpha', true)).toBe(true)
    nowMs += 2_000
    expect(await skills.current('alpha')).toMatchObject({ isEnabled: true })
    expect(records.map(({ action, subject }) => [action, subject])).toEqual([
      ['skill.disabled', 'alpha'],
      ['skill.enabled', 'alpha'],
    ])
  })

  it('get no permissions if their stored approval is malformed, and other skills keep theirs', async () => {
    await write('beta')
    const { digest } = (await currentOf('alpha')).skill
    await start().skills.list()
    await db.approval.update({ where: { digest }, data: { permissions: { network: 'all' } } })
    const [alpha, beta] = await start().skills.list()
    expect(alpha?.approved).toEqual(nothing)
    expect(beta?.approved).toEqual(beta?.manifest.permissions)
  })

  it('get no permissions once their approval is revoked, also after their files changed and changed back', async () => {
    const { skill } = await currentOf('alpha')
    await db.approval.updateMany({ data: { revokedAt: new Date(), revokedBy: 'operator' } })
    expect((await currentOf('alpha')).skill.approved).toEqual(nothing)
    expect((await start().releases.find(skill.digest))?.approved).toEqual(nothing)
    await write('alpha', 'export default () => 2\n')
    await currentOf('alpha')
    await start().releases.removeUnused(new Date(Date.now() + 1000))
    await write('alpha')
    const again = await currentOf('alpha')
    expect(again.skill.digest).toBe(skill.digest)
    expect(again.skill.approved).toEqual(nothing)
  })

  it('are registered once when several processes start concurrently', async () => {
    await Promise.all(Array.from({ length: 4 }, () => start().skills.list()))
    expect(await db.skillRelease.count()).toBe(1)
    expect(await readdir(join(root, 'releases'))).toHaveLength(1)
  })

  it('are found by their capability, also while they are switched off', async () => {
    await write('beta', undefined, 'capability: C-ONE\n')
    const { skills } = start()
    expect((await skills.byCapability('C-ONE')).map(({ manifest }) => manifest.name)).toEqual(['beta'])
    expect([await skills.byCapability('C-NONE'), await skills.switchedOff('C-ONE')]).toEqual([[], []])
    await db.enablement.updateMany({ data: { isEnabled: false } })
    skills.refresh()
    expect((await skills.switchedOff('C-ONE')).map(({ manifest }) => manifest.name)).toEqual(['beta'])
  })
})

describe('a stored release', () => {
  it.each<[string, (folder: string) => Promise<void>]>([
    ['a file was changed', (folder) => writeFile(join(folder, 'files', 'src', 'main.ts'), 'export default () => 9\n')],
    ['a file was added', (folder) => writeFile(join(folder, 'files', 'more.ts'), '')],
    ['its code was changed', (folder) => writeFile(join(folder, 'bundle.js'), 'globalThis.__skill = () => 9')],
    ['its folder was removed', (folder) => rm(folder, { recursive: true })],
  ])('is not run when %s', async (_, change) => {
    const { skill } = await currentOf('alpha')
    const folder = join(root, 'releases', skill.digest)
    expect(await start().releases.find(skill.digest)).toBeDefined()
    await change(folder)
    expect(await start().releases.find(skill.digest)).toBeUndefined()
    expect(logged).toEqual(['the files of a release are missing or changed: it will not run'])
  })

  it('is repaired at the next start if it is damaged and the skill is unchanged', async () => {
    const { skill } = await currentOf('alpha')
    await writeFile(join(root, 'releases', skill.digest, 'bundle.js'), '')
    await currentOf('alpha')
    expect(skill.program).toMatchObject((await start().releases.find(skill.digest))?.program ?? { kind: 'none' })
  })

  it('is not found by text that is not a digest', async () => {
    await currentOf('alpha')
    for (const digest of ['', '..', '../alpha', 'f'.repeat(63), '__proto__']) {
      expect(await start().skills.byDigest(digest), digest).toBeUndefined()
    }
  })

  it('is not stored if its folder has changed since the load', async () => {
    const { skill } = await currentOf('alpha')
    await rm(join(root, 'releases'), { recursive: true })
    await write('alpha', 'export default () => 3\n')
    await expect(start().releases.keep(skill)).rejects.toThrow('changed while it was loaded')
    expect(await readdir(root)).not.toContain('releases')
  })

  it('has exactly the checked manifest, including odd characters and key order', async () => {
    await write('alpha', undefined, 'input_schema: { z: { type: object }, a: { type: object } }\n')
    await writeFile(join(root, 'skills', 'alpha', 'SKILL.md'), 'Say \u0000 and \u{1F680}.\n')
    const { skill } = await currentOf('alpha')
    const kept = await start().releases.find(skill.digest)
    expect(kept?.manifest).toEqual(skill.manifest)
    expect(Object.keys(kept?.manifest.input_schema ?? {})).toEqual(['z', 'a'])
  })

  it('leaves nothing behind if it cannot be written', async () => {
    const { skill } = await currentOf('alpha')
    await rm(join(root, 'releases'), { recursive: true })
    await writeFile(join(root, 'releases'), 'a file in the way of the folder')
    await expect(start().releases.keep(skill)).rejects.toThrow()
    expect(await readFile(join(root, 'releases'), 'utf8')).toBe('a file in the way of the folder')
  })

  it('leaves nothing behind if a write fails halfway', async () => {
    await currentOf('alpha')
    await write('beta')
    const { project, releases } = start()
    const beta = await project.named('beta')
    if (beta?.program.kind !== 'bundle') throw new Error('beta has no code')
    const { code } = beta.program
    const folders = () => readdirSync(join(root, 'releases'))
    const before = folders()
    let drafts: readonly string[] = []
    const failing = {
      kind: 'bundle',
      language: 'javascript',
      get code() {
        drafts = folders().filter((name) => !before.includes(name))
        if (drafts.length > 0) throw new Error('the disk is full')
        return code
      },
    } as const
    await expect(releases.keep({ ...beta, program: failing })).rejects.toThrow('the disk is full')
    expect(drafts).toEqual([expect.stringContaining(`${beta.digest}.`)])
    expect(folders()).toEqual(before)
    expect(await db.skillRelease.findMany({ select: { name: true } })).toEqual([{ name: 'alpha' }])
  })

  it('is deleted only when it is neither enabled nor used by an execution', async () => {
    const first = (await currentOf('alpha')).skill
    await write('alpha', 'export default () => 2\n')
    const second = (await currentOf('alpha')).skill
    await write('alpha', 'export default () => 3\n')
    const third = (await currentOf('alpha')).skill
    await db.execution.create({
      data: {
        id: 'exec_0000000000000000000001',
        skill: 'alpha',
        version: '0.1.0',
        skillDigest: second.digest,
        action: 'go',
        principalId: 'user_1',
        status: 'running',
        source: 'main',
        trust: 'full',
        input: {},
        instanceId: 'inst',
      },
    })
    const { releases } = start()
    expect(await releases.removeUnused(new Date(0))).toBe(0)
    expect(await releases.removeUnused(new Date(Date.now() + 1000))).toBe(1)
    expect(await releases.find(first.digest)).toBeUndefined()
    expect(await releases.find(second.digest)).toBeDefined()
    expect(await releases.find(third.digest)).toBeDefined()
    expect((await readdir(join(root, 'releases'))).sort()).toEqual([second.digest, third.digest].sort())
  })

  it('that are unused are removed once, even if several processes sweep at the same time', async () => {
    for (const code of [1, 2, 3, 4, 5]) {
      await write('alpha', `export default () => ${code}\n`)
      await currentOf('alpha')
    }
    const later = new Date(Date.now() + 60_000)
    const removed = await Promise.all([1, 2, 3].map(() => start().releases.removeUnused(later)))
    expect(removed.reduce((sum, count) => sum + count)).toBe(4)
    expect(await db.skillRelease.count()).toBe(1)
  })
})

describe('a single permission of a release', () => {
  const operator = contextOf(principalFrom('main', { id: 'user_operator', role: 'operator' }))
  const declared = { network: { egress: ['api.example.com'], methods: ['GET'] } }
  const records: AuditRecord[] = []
  const ports = () => ({
    db,
    approvals,
    audit: {
      record: async (tx: Prisma.TransactionClient, ...added: readonly AuditRecord[]) => {
        records.push(...added)
        await testAudit.record(tx, ...added)
      },
    },
    clock: { now: () => Date.now() },
  })
  beforeEach(() => records.splice(0))

  it('is revoked and approved again while the app runs, with an audit row for each decision', async () => {
    const { skills } = start()
    const approvedHosts = async () => (await skills.current('alpha'))?.skill.approved.network.egress
    const digest = (await skills.current('alpha'))?.skill.digest ?? ''
    expect(await approvedHosts()).toEqual(['api.example.com'])
    const change = { digest, permission: 'network.egress', item: 'api.example.com' } as const
    expect(await changeApproval(ports(), operator, { ...change, isApproved: false })).toMatchObject({ ok: true })
    expect(await approvedHosts(), 'known for a moment').toEqual(['api.example.com'])
    skills.refresh()
    expect(await approvedHosts()).toEqual([])
    expect((await skills.byDigest(digest))?.approved.network).toEqual({ egress: [], methods: ['GET'] })
    await changeApproval(ports(), operator, { ...change, isApproved: false })
    await changeApproval(ports(), operator, { ...change, isApproved: true })
    nowMs += 2_000
    expect(await approvedHosts(), 'as another process sees it').toEqual(['api.example.com'])
    expect(records).toMatchObject(
      ['permission.revoked', 'permission.approved'].map((action) => ({
        action,
        by: operator.principal,
        subject: 'alpha',
        detail: { digest, permission: 'network.egress api.example.com' },
      })),
    )
  })

  it.each([
    ['its row is overwritten', () => db.approval.updateMany({ data: { permissions: { ...declared } } })],
    ['its row is removed and the app starts again', () => db.approval.deleteMany()],
  ])('stays revoked after a direct change of the database: %s', async (_, tamper) => {
    const { skills } = start()
    const digest = (await skills.current('alpha'))?.skill.digest ?? ''
    const change = { digest, permission: 'network.egress', item: 'api.example.com', isApproved: false } as const
    expect(await changeApproval(ports(), operator, change)).toMatchObject({ ok: true })
    await tamper()
    const { skill } = await currentOf('alpha')
    expect(skill.approved.network.egress).toEqual([])
    expect((await start().releases.find(digest))?.approved.network.egress ?? []).toEqual([])
    skills.refresh()
    expect((await skills.byDigest(digest))?.approved.network.egress).toEqual([])
    expect(await changeApproval(ports(), operator, { ...change, isApproved: true })).toMatchObject({ ok: true })
    expect((await currentOf('alpha')).skill.approved.network.egress).toEqual(['api.example.com'])
  })

  it('stays revoked when the same content returns after another release', async () => {
    const { skill } = await currentOf('alpha')
    const change = { permission: 'network.egress', item: 'api.example.com', isApproved: false } as const
    await changeApproval(ports(), operator, { digest: skill.digest, ...change })
    await write('alpha', 'export default () => 2\n')
    await currentOf('alpha')
    expect(await start().releases.removeUnused(new Date(Date.now() + 1000))).toBe(0)
    await write('alpha')
    expect((await currentOf('alpha')).skill.approved.network.egress).toEqual([])
  })

  it('is not approved by a forged row of the audit trail', async () => {
    const { skill } = await currentOf('alpha')
    const { digest } = skill
    const change = { digest, permission: 'network.egress', item: 'api.example.com', isApproved: false } as const
    await changeApproval(ports(), operator, change)
    await db.approval.updateMany({ data: { permissions: { ...declared } } })
    await db.$executeRaw`
      insert into audit_events (lane, seq, at, actor, source, action, subject, detail, mac)
      select lane, seq + 100, at + interval '1 day', actor, source, 'permission.approved', subject, detail, mac
      from audit_events where action = 'permission.revoked'`
    expect((await currentOf('alpha')).skill.approved.network.egress).toEqual([])
  })

  it('is approved only if the manifest declares it', async () => {
    const { skills } = start()
    const digest = (await skills.current('alpha'))?.skill.digest ?? ''
    const beyond = { digest, permission: 'network.egress', item: 'evil.example.com', isApproved: true } as const
    expect(await changeApproval(ports(), operator, beyond)).toMatchObject({ error: { code: 'NOT_FOUND' } })
    const unknown = { ...beyond, digest: '0'.repeat(64), item: 'api.example.com' }
    expect(await changeApproval(ports(), operator, unknown)).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(records).toEqual([])
  })
})

describe('a skill that is added to the list of approved skills while the app runs', () => {
  it('is found after another process has entered it', async () => {
    const { skills, changes } = start()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha'])
    await write('beta')
    expect(await skills.current('beta')).toBeUndefined()
    await start().skills.current('beta')
    changes.listening.heard('')
    expect((await skills.current('beta'))?.isEnabled).toBe(true)
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha', 'beta'])
  })
})

describe('a skill whose manifest names other skills', () => {
  const listed = async () => (await start().skills.list()).map(({ manifest }) => manifest.name)
  const switched = (name: string, isEnabled: boolean) =>
    switchSkill({ db, audit: testAudit, clock: { now: () => 0 } }, commandLine, name, isEnabled)

  it('is left out while what it needs is missing or disabled, and the others run', async () => {
    await write('beta', undefined, 'dependencies: { gamma: "^0.1.0" }\n')
    expect(await listed()).toEqual(['alpha'])
    expect(logged).toEqual(['beta needs gamma, which is not here. Add it.'])
    const { skills } = start()
    expect((await skills.problems()).map(({ message }) => message)).toEqual(logged)
    expect((await skills.current('beta'))?.refusal).toBe(logged[0])

    await write('gamma')
    expect(await listed()).toEqual(['alpha', 'beta', 'gamma'])
    await switched('gamma', false)
    expect(await listed()).toEqual(['alpha'])
  })
})

describe('a skill with parents', () => {
  const look = 'export default () => ({ results: [{ by: "parent" }] })\n'
  const actions = 'input_schema: { look: { type: object } }\n'
  const writeFamily = async () => {
    await write('parent', look, actions)
    await write('child', 'export default () => 1\n', 'parents: [parent]\ninput_schema: { own: { type: object } }\n')
  }
  const hostsOf = ({ skill }: { readonly skill: LoadedSkill }) => skill.approved.network.egress
  const named = async (name: string, { skills } = start()) => {
    const found = await skills.current(name)
    if (!found) throw new Error(`${name} was not found`)
    return found
  }
  const decide = ({ skill }: { readonly skill: LoadedSkill }, item: string, isApproved = false) => {
    const change = { digest: ownRelease(skill).digest, permission: 'network.egress', item, isApproved } as const
    const inherited = { inherited: skill.manifest.permissions }
    const ports = { db, audit: testAudit, approvals, clock: { now: Date.now } }
    return changeApproval(ports, commandLine, { ...change, ...inherited })
  }
  /** The parent asks for a host of its own. */
  const writeParent = async (host: string, version = '0.1.0') => {
    await write('parent', look, actions)
    const file = join(root, 'skills', 'parent', 'skill.yaml')
    const text = (await readFile(file, 'utf8')).replace('api.example.com', host).replace('0.1.0', version)
    await writeFile(file, text)
  }

  it('is approved with what it inherits, and its composition is found by its digest in another process', async () => {
    await writeFamily()
    await writeParent('parent.example.com')
    const { skill } = await named('child')
    expect(skill.approved.network.egress).toEqual(['parent.example.com', 'api.example.com'])
    for (const release of [skill, releaseOfAction(skill, 'look')]) {
      const found = await start().skills.byDigest(release.digest)
      expect(found).toMatchObject({ digest: release.digest, approved: release.approved })
      expect(found?.program).toMatchObject({ code: Object(release.program).code })
    }
    expect(await db.skillComposition.count()).toBe(2)
  })

  it('keeps the composition of a recorded execution when a parent changes, and gets nothing new unapproved', async () => {
    await writeFamily()
    await writeParent('parent.example.com')
    const before = await named('child')
    await writeParent('other.example.com', '0.2.0')
    const after = await named('child')
    expect(after.skill.digest).not.toBe(before.skill.digest)
    expect(after.skill.manifest.permissions.network.egress).toContain('other.example.com')
    expect(hostsOf(after)).toEqual(['api.example.com'])
    const old = await start().skills.byDigest(before.skill.digest)
    expect(old?.mixin?.parents[0]?.manifest.version).toBe('0.1.0')
  })

  it('loses what is revoked from the only parent that asks for it, and what is revoked from itself', async () => {
    await writeFamily()
    await writeParent('parent.example.com')
    const app = start()
    await decide(await named('child', app), 'parent.example.com')
    app.skills.refresh()
    expect(hostsOf(await named('child', app))).toEqual(['api.example.com'])
    expect(hostsOf(await named('parent', app))).toEqual(['parent.example.com'])
    await decide(await named('child', app), 'parent.example.com', true)
    await decide(await named('parent', app), 'parent.example.com')
    app.skills.refresh()
    expect(hostsOf(await named('child', app))).toEqual(['api.example.com'])
  })

  it('is refused while its parent is disabled, and its stored composition is not found without the parent', async () => {
    await writeFamily()
    const { skill } = await named('child')
    const clock = { now: Date.now }
    await switchSkill({ db, audit: testAudit, clock }, commandLine, 'parent', false)
    expect(await start().skills.byDigest(skill.digest)).toBeUndefined()
    expect((await named('child')).refusal).toMatch(/^child needs parent, which does not run/)
    await switchSkill({ db, audit: testAudit, clock }, commandLine, 'parent', true)
    expect(await start().skills.byDigest(skill.digest)).toBeDefined()
    approved.delete('parent')
    await rm(join(root, 'skills', 'parent'), { recursive: true })
    await write('alpha')
    expect(await start().skills.byDigest(skill.digest)).toBeUndefined()
  })

  it('is composed with the current parents if an older release of it is found by its own digest', async () => {
    await writeFamily()
    const { digest } = ownRelease((await named('child')).skill)
    await write('child', 'export default () => 2\n', 'parents: [parent]\ninput_schema: { own: { type: object } }\n')
    await writeParent('api.example.com', '0.2.0')
    expect(ownRelease((await named('child')).skill).digest).not.toBe(digest)
    const old = await start().skills.byDigest(digest)
    expect(old?.mixin?.own.digest).toBe(digest)
    expect(old?.mixin?.parents[0]?.manifest.version).toBe('0.2.0')
    await switchSkill({ db, audit: testAudit, clock: { now: Date.now } }, commandLine, 'parent', false)
    expect(await start().skills.byDigest(digest)).toBeUndefined()
  })

  it('is not composed from a changed row', async () => {
    await writeFamily()
    await write('other', look, actions)
    const { skill } = await named('child')
    const other = await named('other')
    await db.skillComposition.updateMany({ data: { parents: [other.skill.digest] } })
    expect(await start().skills.byDigest(skill.digest)).toBeUndefined()
  })

  it('keeps the releases of a composition that an agent keeps', async () => {
    await writeFamily()
    const { skill } = await named('child')
    const own = ownRelease(skill).digest
    const kept = skill.mixin?.parents[0]?.digest ?? ''
    const rule = { slug: 'voice', skill: 'child', rule: { release: skill.digest }, digest: own, changedBy: 'user_o' }
    await db.agentSkill.create({ data: rule })
    await writeParent('api.example.com', '0.2.0')
    const app = start()
    await named('parent', app)
    await app.releases.removeUnused(new Date(Date.now() + 60_000))
    const found = await app.skills.byDigest(skill.digest)
    expect(found?.mixin?.parents[0]?.digest).toBe(kept)
    await db.agentSkill.deleteMany()
    await app.releases.removeUnused(new Date(Date.now() + 60_000))
    expect(await app.releases.find(kept)).toBeUndefined()
  })

  it('keeps the releases of an execution that has the composition', async () => {
    await writeFamily()
    const { skill } = await named('child')
    const parent = skill.mixin?.parents[0]?.digest ?? ''
    const execution = {
      skill: 'child',
      version: '0.1.0',
      action: 'own',
      principalId: 'p',
      source: 'main',
      trust: 'full',
    }
    const more = { status: 'success', input: {}, instanceId: 'i' } as const
    await db.execution.create({ data: { id: 'exec_1', skillDigest: skill.digest, ...execution, ...more } })
    await writeParent('api.example.com', '0.2.0')
    const { releases } = start()
    await named('parent')
    await releases.removeUnused(new Date(Date.now() + 60_000))
    expect(await releases.find(parent)).toBeDefined()
    await db.execution.deleteMany()
    await releases.removeUnused(new Date(Date.now() + 60_000))
    expect(await releases.find(parent)).toBeUndefined()
    expect(await db.skillComposition.findUnique({ where: { digest: skill.digest } })).toBeNull()
  })
})

describe('a skill of steps', () => {
  const writeSteps = async (version = '0.1.0', action = 'look') => {
    await write('find', 'export default () => ({ results: [] })\n', 'input_schema: { look: { type: object } }\n')
    const file = join(root, 'skills', 'find', 'skill.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace('0.1.0', version))
    await write('trip')
    const text = `name: trip\nversion: "0.1.0"\ndescription: d\nrisk_level: low\ndependencies: { find: "*" }\ninput_schema: { plan: { type: object } }\nsteps: [{ skill: find, action: ${action} }]\n`
    await writeFile(join(root, 'skills', 'trip', 'skill.yaml'), text)
  }
  const stepOf = ({ chain }: LoadedSkill) => chain?.steps[0]?.skill

  it('is found by its digest in another process with the releases of its steps, also after an update of a step', async () => {
    await writeSteps()
    const { skill } = await currentOf('trip')
    expect(stepOf(skill)?.approved.network.egress).toEqual(['api.example.com'])
    await writeSteps('0.2.0')
    const after = await currentOf('trip')
    expect(after.skill.digest).not.toBe(skill.digest)
    const before = await start().skills.byDigest(skill.digest)
    expect(before).toMatchObject({ digest: skill.digest, program: { kind: 'steps' } })
    expect(before && stepOf(before)?.manifest.version).toBe('0.1.0')
  })

  it('is refused while the skill of a step is disabled, and its stored composition still names that skill', async () => {
    await writeSteps()
    const { skill } = await currentOf('trip')
    await switchSkill({ db, audit: testAudit, clock: { now: Date.now } }, commandLine, 'find', false)
    expect((await currentOf('trip')).refusal).toMatch(/^trip needs find, which does not run/)
    const before = await start().skills.byDigest(skill.digest)
    expect(before && stepOf(before)?.manifest.name).toBe('find')
  })
})
