import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { createProjectSkills, type ProjectSkillsOptions } from './project-skills.ts'

let root = ''
let loads: string[] = []
let logged: unknown[] = []

const write = async (name: string, fields = '', code = 'export default () => 1\n'): Promise<void> => {
  const folder = join(root, 'skills', name)
  await mkdir(folder, { recursive: true })
  const manifest = `name: ${name}\nversion: "0.1.0"\ndescription: d\nrisk_level: low\nentry: main.ts\n${fields}`
  await writeFile(join(folder, 'skill.yaml'), manifest)
  await writeFile(join(folder, 'main.ts'), code)
}
const create = (more: Partial<ProjectSkillsOptions> = {}) =>
  createProjectSkills({
    skillsDir: join(root, 'skills'),
    projectDir: root,
    reload: false,
    log: { error: (message, fields) => logged.push([message, fields]) },
    load: (folder, options) => {
      loads.push(folder)
      return loadSkillFolder(folder, options)
    },
    ...more,
  })

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-skills-'))
  loads = []
  logged = []
  await write('beta', 'capability: C-ONE\n')
  await write('alpha', 'capability: C-TWO\n')
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe("the project's skills", () => {
  it('are found by name, and listed by name', async () => {
    const skills = create()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha', 'beta'])
    expect(await skills.named('alpha')).toMatchObject({
      tier: 'local',
      folder: expect.stringContaining('skills/alpha'),
    })
  })

  it.each(['gamma', '', '.', '../skills/alpha', 'alpha/', '__proto__'])('are never found as %j', async (name) => {
    expect(await create().named(name)).toBeUndefined()
  })

  it('are loaded once, also when many ask at the same time', async () => {
    const skills = create()
    await Promise.all([skills.named('alpha'), skills.list()])
    await skills.named('beta')
    expect(loads).toHaveLength(2)
    await write('gamma')
    expect(await skills.named('gamma')).toBeUndefined()
  })

  it('with problems are left out and logged, and the problems kept; the others work', async () => {
    await write('broken', 'efects: [read]\n')
    const skills = create()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha', 'beta'])
    expect((await skills.problems()).map(({ path }) => path)).toEqual(['efects'])
    expect(JSON.stringify(logged)).toContain('did you mean')
    expect(logged).toHaveLength(1)
  })

  it('are folders with a skill.yaml: what else stands there is passed over', async () => {
    await mkdir(join(root, 'skills', 'base-image'))
    await writeFile(join(root, 'skills', 'README.md'), '')
    expect(await create().problems()).toEqual([])
    expect(await create({ skillsDir: join(root, 'none') }).list()).toEqual([])
  })

  it('are asked for again after a load that broke', async () => {
    let broken = true
    const skills = create({
      load: (folder, options) => (broken ? Promise.reject(new Error('disk')) : loadSkillFolder(folder, options)),
    })
    await expect(skills.list()).rejects.toThrow('disk')
    broken = false
    expect(await skills.list()).toHaveLength(2)
  })
})

describe('with reload', () => {
  it('what changed is loaded again, and only that', async () => {
    const skills = create({ reload: true })
    const before = await skills.named('alpha')
    await write('alpha', '', 'export default () => 22\n')
    const after = await skills.named('alpha')
    expect(after?.digest).not.toBe(before?.digest)
    expect(loads.filter((folder) => folder.endsWith('beta'))).toHaveLength(1)
    await rm(join(root, 'skills', 'beta'), { recursive: true })
    expect(await skills.named('beta')).toBeUndefined()
    await write('gamma')
    expect(await skills.named('gamma')).toBeDefined()
  })

  it('a problem that was corrected is gone', async () => {
    await write('alpha', 'foo: 1\n')
    const skills = create({ reload: true })
    expect(await skills.problems()).toHaveLength(1)
    await write('alpha')
    expect(await skills.problems()).toEqual([])
    expect(await skills.named('alpha')).toBeDefined()
  })
})
