import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabaseClient, type DatabaseClient } from '#lib/db/client.ts'
import { createTestDatabase } from '#lib/db/testing.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { createProjectSkills } from './project-skills.ts'
import { createRegistry } from './registry.ts'
import { createReleaseFiles } from './release-files.ts'
import { createReleaseStore } from './release-store.ts'

let opened: AsyncDisposableStack
let db: DatabaseClient
let root = ''
let logged: string[] = []

const write = async (name: string, code = 'export default () => 1\n', fields = '') => {
  const folder = join(root, 'skills', name)
  await mkdir(join(folder, 'src'), { recursive: true })
  const permissions = 'permissions: { network: { egress: [api.example.com] } }'
  const manifest = `name: ${name}\nversion: "0.1.0"\ndescription: d\nrisk_level: low\nentry: src/main.ts\n${permissions}\n${fields}`
  await writeFile(join(folder, 'skill.yaml'), manifest)
  await writeFile(join(folder, 'src', 'main.ts'), code)
}

/** A process that starts now, on the same database and data folder. */
const start = () => {
  const log = { error: (message: string) => logged.push(message) }
  const releases = createReleaseStore({ db, files: createReleaseFiles(join(root, 'releases')), log })
  const project = createProjectSkills({ skillsDir: join(root, 'skills'), projectDir: root, reload: false, log })
  return { releases, skills: createRegistry({ db, project, releases }) }
}

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase())
  db = createDatabaseClient(database.url)
  opened.defer(() => db.$disconnect())
  root = await mkdtemp(join(tmpdir(), 'travel-registry-'))
  opened.defer(() => rm(root, { recursive: true, force: true }))
  logged = []
  await write('alpha')
})
afterEach(() => opened.disposeAsync())

const currentOf = async (name: string) => {
  const found = await start().skills.current(name)
  if (!found) throw new Error(`${name} is not there`)
  return found
}

describe("the project's skills", () => {
  it('enter as local releases that are approved as they stand, and enabled', async () => {
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

  it('that changed are another release under the same name, and the one before is still found by its digest', async () => {
    const before = await currentOf('alpha')
    await write('alpha', 'export default () => 2\n')
    const { skills } = start()
    const after = await skills.current('alpha')
    expect(after?.skill.digest).not.toBe(before.skill.digest)
    const { folder: _, ...kept } = (await skills.byDigest(before.skill.digest)) ?? {}
    const { folder: __, ...loaded } = before.skill
    expect(kept).toEqual(loaded)
    expect((await db.enablement.findUniqueOrThrow({ where: { name: 'alpha' } })).digest).toBe(after?.skill.digest)
  })

  it('that were switched off stay so at the next start, also when they changed', async () => {
    await currentOf('alpha')
    await db.enablement.update({ where: { name: 'alpha' }, data: { isEnabled: false } })
    await write('alpha', 'export default () => 2\n')
    expect((await currentOf('alpha')).isEnabled).toBe(false)
    expect(await start().skills.list()).toEqual([])
  })

  it('whose approval was revoked may do nothing', async () => {
    const { skill } = await currentOf('alpha')
    await db.approval.update({
      where: { digest: skill.digest },
      data: { revokedAt: new Date(), revokedBy: 'operator' },
    })
    expect((await currentOf('alpha')).skill.approved).toEqual(nothing)
    expect((await start().releases.find(skill.digest))?.approved).toEqual(nothing)
  })

  it('whose approval was revoked stay without one, also when they come again after others', async () => {
    const { skill } = await currentOf('alpha')
    await db.approval.update({
      where: { digest: skill.digest },
      data: { revokedAt: new Date(), revokedBy: 'operator' },
    })
    await write('alpha', 'export default () => 2\n')
    await currentOf('alpha')
    await start().releases.removeUnused(new Date(Date.now() + 1000))
    await write('alpha')
    const again = await currentOf('alpha')
    expect(again.skill.digest).toBe(skill.digest)
    expect(again.skill.approved).toEqual(nothing)
  })

  it('enter once when several processes start at the same moment', async () => {
    await Promise.all(Array.from({ length: 4 }, () => start().skills.list()))
    expect(await db.skillRelease.count()).toBe(1)
    expect(await readdir(join(root, 'releases'))).toHaveLength(1)
  })

  it('are found by the capability that they offer', async () => {
    await write('beta', undefined, 'capability: C-ONE\n')
    const { skills } = start()
    expect((await skills.byCapability('C-ONE')).map(({ manifest }) => manifest.name)).toEqual(['beta'])
    expect(await skills.byCapability('C-NONE')).toEqual([])
  })
})

describe('a kept release', () => {
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
    expect(logged).toEqual(['the files of a release are gone or changed: it is not run'])
  })

  it('that is damaged is whole again after the next start with the same files', async () => {
    const { skill } = await currentOf('alpha')
    await writeFile(join(root, 'releases', skill.digest, 'bundle.js'), '')
    await currentOf('alpha')
    expect((await start().releases.find(skill.digest))?.program).toEqual(skill.program)
  })

  it.each(['', '..', '../alpha', 'f'.repeat(63), '__proto__'])('is never found as %j', async (digest) => {
    await currentOf('alpha')
    expect(await start().skills.byDigest(digest)).toBeUndefined()
  })

  it('is not kept when its folder changed since it was loaded', async () => {
    const { skill } = await currentOf('alpha')
    await rm(join(root, 'releases'), { recursive: true })
    await write('alpha', 'export default () => 3\n')
    await expect(start().releases.keep(skill)).rejects.toThrow('changed while it was loaded')
    expect(await readdir(root)).not.toContain('releases')
  })

  it('has the manifest that was judged, odd characters and the order of its keys included', async () => {
    await write('alpha', undefined, 'input_schema: { z: { type: object }, a: { type: object } }\n')
    await writeFile(join(root, 'skills', 'alpha', 'SKILL.md'), 'Say \u0000 and \u{1F680}.\n')
    const { skill } = await currentOf('alpha')
    const kept = await start().releases.find(skill.digest)
    expect(kept?.manifest).toEqual(skill.manifest)
    expect(Object.keys(kept?.manifest.input_schema ?? {})).toEqual(['z', 'a'])
  })

  it('leaves nothing behind when it cannot be written', async () => {
    const { skill } = await currentOf('alpha')
    await rm(join(root, 'releases'), { recursive: true })
    await writeFile(join(root, 'releases'), 'a file stands where the folder would')
    await expect(start().releases.keep(skill)).rejects.toThrow()
  })

  it('goes when it is neither enabled nor named by an execution, and not before', async () => {
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
})
