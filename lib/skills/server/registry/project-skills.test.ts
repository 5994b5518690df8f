import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { readListedSkills } from './listed-skills.ts'
import { createProjectSkills, type ProjectSkillsOptions, restrictableSkills } from './project-skills.ts'

let root = ''
let loads: string[] = []
let logged: unknown[] = []
let warned: unknown[] = []
let approved = new Set<string>()

const approve = async (...names: string[]): Promise<void> => {
  approved = new Set([...approved, ...names])
  await writeFile(join(root, 'skills', 'SKILL_MANIFEST.json'), JSON.stringify({ approvedSkills: [...approved] }))
}
const write = async (name: string, fields = '', code = 'export default () => 1\n'): Promise<void> => {
  const folder = join(root, 'skills', name)
  await mkdir(folder, { recursive: true })
  const manifest = `name: ${name}\nversion: "0.1.0"\ndescription: d\nrisk_level: low\nentry: main.ts\n${fields}`
  await writeFile(join(folder, 'skill.yaml'), manifest)
  await writeFile(join(folder, 'main.ts'), code)
  await approve(name)
}
const create = (more: Partial<ProjectSkillsOptions> = {}) =>
  createProjectSkills({
    skillsDir: join(root, 'skills'),
    projectDir: root,
    reload: false,
    log: {
      warn: (message, fields) => warned.push([message, fields]),
      error: (message, fields) => logged.push([message, fields]),
    },
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
  warned = []
  approved = new Set()
  await write('beta', 'capability: C-ONE\n')
  await write('alpha', 'capability: C-TWO\n')
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe("the project's skills", () => {
  it('are found by name and listed in order of their names', async () => {
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

  it('are loaded once for concurrent callers', async () => {
    const skills = create()
    await Promise.all([skills.named('alpha'), skills.list()])
    await skills.named('beta')
    expect(loads).toHaveLength(2)
    await write('gamma')
    expect(await skills.named('gamma')).toBeUndefined()
  })

  it('with problems are skipped, logged and reported, and the others work', async () => {
    await write('broken', 'efects: [read]\n')
    const skills = create()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha', 'beta'])
    expect((await skills.problems()).map(({ path }) => path)).toEqual(['efects'])
    expect(JSON.stringify(logged)).toContain('did you mean')
    expect(logged).toHaveLength(1)
  })

  it('whose code does not bundle or whose manifest is missing are left out, and the others work', async () => {
    await write('unclosed', '', 'export default () => {\n')
    await write('elsewhere', '', "import '../alpha/main.ts'\nexport default () => 1\n")
    await mkdir(join(root, 'skills', 'hollow'))
    await approve('hollow')
    const skills = create()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha', 'beta'])
    expect((await skills.problems()).map(({ file }) => file.slice(root.length))).toEqual([
      '/skills/elsewhere/main.ts',
      '/skills/hollow/skill.yaml',
      '/skills/unclosed/main.ts',
    ])
  })

  it('are the approved folders only; other entries are ignored', async () => {
    await mkdir(join(root, 'skills', 'base-image'))
    await writeFile(join(root, 'skills', 'README.md'), '')
    expect(await create().problems()).toEqual([])
    expect(await create({ skillsDir: join(root, 'none') }).list()).toEqual([])
  })

  it('that fail to load are skipped, reported as problems, and loaded again at the next call', async () => {
    let broken = true
    const skills = create({
      load: (folder, options) =>
        broken && folder.endsWith('beta') ? Promise.reject(new Error('disk')) : loadSkillFolder(folder, options),
    })
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha'])
    expect((await skills.problems()).map(formatProblem)).toEqual([
      expect.stringMatching(/skills\/beta:1:1 could not be loaded: "disk"/),
    ])
    broken = false
    expect(await skills.list()).toHaveLength(2)
    expect(await skills.problems()).toEqual([])
  })
})

describe('the list of approved skills', () => {
  /** An unapproved folder whose manifest and code must not be read. */
  const plantBomb = async (): Promise<void> => {
    await write('bomb', `a: &a [x]\nb: [${'*a,'.repeat(5000)}]\n`, 'throw new Error("ran")')
    approved.delete('bomb')
    await approve()
  }
  /** An unapproved folder whose files are pipes without a writer: reading one would block forever. */
  const plantUnreadable = async (): Promise<void> => {
    await mkdir(join(root, 'skills', 'trap'))
    for (const name of ['skill.yaml', 'SKILL.md']) execFileSync('mkfifo', [join(root, 'skills', 'trap', name)])
  }

  it('decides before any file of a folder is read: an unapproved folder is neither parsed nor bundled', async () => {
    await plantBomb()
    await plantUnreadable()
    const skills = create({ cacheDir: join(root, 'cache') })
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha', 'beta'])
    expect(await skills.named('bomb')).toBeUndefined()
    expect(loads.map((folder) => basename(folder)).sort()).toEqual(['alpha', 'beta'])
    expect(await skills.problems()).toEqual([])
    expect(await skills.isListed('bomb')).toBe(false)
  })

  it('warns about an unapproved folder that looks like a skill, with the name to add', async () => {
    await plantBomb()
    expect((await create().warnings()).map(formatProblem)).toEqual([
      expect.stringMatching(
        /SKILL_MANIFEST\.json:1:1 "bomb" is not approved, and is neither read nor run — add "bomb" to its list/,
      ),
    ])
    expect(warned).toHaveLength(1)
  })

  it.each<[string, string | undefined, string]>([
    ['is missing', undefined, 'is missing or unreadable'],
    ['is not JSON', 'approvedSkills: [alpha]', 'is not valid JSON'],
    ['is truncated', '{ "approvedSkills": ["alpha"', 'is not valid JSON'],
    ['has a misspelled key', '{\n  "approvedSkils": ["alpha"]\n}', ':2:3 does not have the list approvedSkills alone'],
    ['has an extra key', '{ "approvedSkills": ["alpha"],\n "all": true }', ':2:2 does not have'],
    ['has a text for a list', '{ "approvedSkills": "alpha" }', 'does not have the list'],
    [
      'has the list twice',
      '{ "approvedSkills": ["alpha"], "approvedSkills": ["beta"] }',
      'approvedSkills: is a duplicate key, so that no skill',
    ],
    ['is only an array', '["alpha"]', 'does not have the list'],
    ['is too long', `{ "approvedSkills": ["alpha"]${' '.repeat(70_000)}}`, 'is missing or unreadable'],
  ])('approves nothing when it %s', async (_, text, expected) => {
    const file = join(root, 'skills', 'SKILL_MANIFEST.json')
    await rm(file)
    if (text !== undefined) await writeFile(file, text)
    const skills = create()
    expect(await skills.list()).toEqual([])
    expect((await skills.problems()).map(formatProblem)[0]).toContain(expected)
    expect([logged.length, warned]).toEqual([1, []])
    expect(loads).toEqual([])
  })

  it('approves nothing if it is a symbolic link', async () => {
    const file = join(root, 'skills', 'SKILL_MANIFEST.json')
    await rename(file, join(root, 'list.json'))
    await symlink(join(root, 'list.json'), file)
    expect(await create().list()).toEqual([])
  })

  it('approves nothing when the skills folder is missing, and says so', async () => {
    const skills = create({ skillsDir: join(root, 'none') })
    expect(await skills.list()).toEqual([])
    expect((await skills.problems()).map(formatProblem)).toEqual([
      expect.stringMatching(/none\/SKILL_MANIFEST\.json:1:1 is missing or unreadable, so that no skill is loaded/),
    ])
    expect(logged).toHaveLength(1)
  })

  const writeEntries = (...entries: unknown[]): Promise<void> => {
    const text = `{\n"approvedSkills": [\n"alpha",\n${entries.map((entry) => `${JSON.stringify(entry)},\n`).join('')}"beta"\n] }`
    return writeFile(join(root, 'skills', 'SKILL_MANIFEST.json'), text)
  }
  it.each([
    [1, 'is 1, which is not the name of a skill — '],
    [null, 'is empty, which'],
    [true, 'is true or false, which'],
    [['alpha'], 'is a list, which'],
    [{ name: 'alpha', folder: '/' }, 'is a map of keys and values, which'],
    ['', 'is "", which'],
    ['.', 'is ".", which'],
    ['..', 'is "..", which'],
    ['../skills/alpha', 'is "../skills/alpha", which'],
    ['alpha/', 'is "alpha/", which'],
    ['/etc', 'is "/etc", which'],
    ['Alpha', 'is "Alpha", which'],
    ['__proto__', 'is "__proto__", which'],
    ['a'.repeat(70), 'which is not the name of a skill'],
    ['alpha', 'approves "alpha" again — remove it'],
  ])('leaves out the entry %j alone, with its line, and approves the others', async (entry, expected) => {
    await writeEntries(entry)
    const skills = create()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha', 'beta'])
    expect((await skills.problems()).map(formatProblem)).toEqual([
      expect.stringMatching(/\/SKILL_MANIFEST\.json:4:1 approvedSkills\[1\]: /),
    ])
    expect((await skills.problems()).map(formatProblem)[0]).toContain(expected)
    expect(loads.map((folder) => basename(folder)).sort()).toEqual(['alpha', 'beta'])
    expect(logged).toHaveLength(1)
  })

  it('approves exactly the names of folders that it contains, whatever else it contains', async () => {
    const known = ['alpha', 'beta']
    const entry = fc.oneof(
      fc.constantFrom(...known, 'ghost', '../skills/alpha', 'ALPHA', null, [], ['alpha'], { alpha: true }),
      fc.string({ unit: anyCharacter }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (approvedSkills) => {
        await writeFile(join(root, 'skills', 'SKILL_MANIFEST.json'), JSON.stringify({ approvedSkills }))
        const skills = create()
        const expected = known.filter((name) => approvedSkills.some((one) => one === name))
        expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(expected)
        const isClean = approvedSkills.length === expected.length
        expect((await skills.problems()).length === 0).toBe(isClean)
      }),
      { numRuns: 10 },
    )
  })

  it('reports a name without a folder at its line, and suggests a similar folder', async () => {
    await writeEntries('alhpa')
    const skills = create()
    expect((await skills.problems()).map(formatProblem)).toEqual([
      expect.stringMatching(
        /SKILL_MANIFEST\.json:4:1 approvedSkills\[1\]: approves "alhpa", which is not a folder — did you mean "alpha"\?/,
      ),
    ])
    expect(await skills.list()).toHaveLength(2)
  })

  it('reports a name whose folder is a link or a file, and does not follow the link', async () => {
    const elsewhere = join(root, 'elsewhere')
    await rename(join(root, 'skills', 'beta'), elsewhere)
    await symlink(elsewhere, join(root, 'skills', 'beta'))
    await writeFile(join(root, 'skills', 'gamma'), '')
    await approve('gamma')
    const skills = create()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha'])
    expect((await skills.problems()).map(({ message }) => message)).toEqual([
      'approves "beta", which is not a folder',
      'approves "gamma", which is not a folder',
    ])
    expect(loads.map((folder) => basename(folder))).toEqual(['alpha'])
  })

  it('lets the configuration restrict skills that it approves, whether or not they can be loaded', async () => {
    await approve('ghost', 'hollow', '../etc')
    await mkdir(join(root, 'skills', 'hollow'))
    await plantBomb()
    expect(await restrictableSkills(join(root, 'skills'))).toEqual(['alpha', 'beta', 'bomb', 'ghost', 'hollow'])
    await rm(join(root, 'skills', 'SKILL_MANIFEST.json'))
    expect(await restrictableSkills(join(root, 'skills'))).toEqual(['alpha', 'beta', 'bomb'])
  })

  it('with reload, applies added and removed names at the next call', async () => {
    await write('gamma')
    approved.delete('gamma')
    await approve()
    const skills = create({ reload: true })
    expect(await skills.named('gamma')).toBeUndefined()
    await approve('gamma')
    expect(await skills.named('gamma')).toBeDefined()
    approved.delete('alpha')
    await approve()
    expect(await skills.named('alpha')).toBeUndefined()
  })
})

test("the project's own list has no problem, and each skill in it loads without a warning", async () => {
  const projectDir = process.cwd()
  const skills = create({ skillsDir: join(projectDir, 'skills'), projectDir })
  const { names } = await readListedSkills(join(projectDir, 'skills'))
  expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual([...names].sort())
  expect([...(await skills.problems()), ...(await skills.warnings())].map(formatProblem)).toEqual([])
})

describe('a skill that has only a SKILL.md', () => {
  const writeSkillMd = async (folder: string, yaml: string): Promise<void> => {
    await mkdir(join(root, 'skills', folder))
    await writeFile(join(root, 'skills', folder, 'SKILL.md'), `---\n${yaml}\n---\n# How\n`)
    await approve(folder)
  }

  it('is found by its name, with its warnings', async () => {
    await writeSkillMd('guide', 'name: guide\ndescription: d\nhomepage: h')
    const skills = create()
    expect(await skills.named('guide')).toMatchObject({ program: { kind: 'prompt' } })
    expect((await skills.warnings()).map(({ path }) => path)).toEqual(['homepage'])
  })

  it('cannot impersonate another skill by using its name', async () => {
    await writeSkillMd('guide', 'name: alpha\ndescription: d')
    const skills = create()
    expect(await skills.named('guide')).toBeUndefined()
    expect((await skills.named('alpha'))?.program.kind).toBe('bundle')
    expect((await skills.problems())[0]?.message).toBe('is named "alpha", but its folder is named "guide"')
  })

  it('is skipped if it is malformed, and other skills work', async () => {
    await writeSkillMd('guide', 'name: guide\ndescription: d\nmetadata:\n  skill-type: 1')
    const skills = create()
    expect((await skills.list()).map(({ manifest }) => manifest.name)).toEqual(['alpha', 'beta'])
    expect((await skills.problems()).map(formatProblem)[0]).toContain('SKILL.md:5:15 metadata.skill-type')
  })
})

describe('skills with reload', () => {
  it('are reloaded only if they changed', async () => {
    const skills = create({ reload: true })
    const before = await skills.named('alpha')
    await write('alpha', '', 'export default () => 22\n')
    const after = await skills.named('alpha')
    expect(after?.digest).not.toBe(before?.digest)
    expect(loads.filter((folder) => folder.endsWith('beta'))).toHaveLength(1)
    await rm(join(root, 'skills', 'beta'), { recursive: true })
    approved.delete('beta')
    await approve()
    expect(await skills.named('beta')).toBeUndefined()
    await write('gamma')
    expect(await skills.named('gamma')).toBeDefined()
  })

  it('lose a problem once it is corrected', async () => {
    await write('alpha', 'foo: 1\n')
    const skills = create({ reload: true })
    expect(await skills.problems()).toHaveLength(1)
    await write('alpha')
    expect(await skills.problems()).toEqual([])
    expect(await skills.named('alpha')).toBeDefined()
  })
})
