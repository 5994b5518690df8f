import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { runtimeNamed } from '../contract/runtimes.ts'
import { canRun } from '../core/skill.ts'
import { bundleCodeOf } from '../core/testing/bundle-code.ts'
import { bundleSkill } from './bundle-skill.ts'
import { type LoadOptions, loadSkillFolder, unmetRequests } from './load-skill-folder.ts'
import { formatProblem } from './manifest-problem.ts'
import { readSkillFiles } from './read-folder.ts'

let root = ''
let folder = ''
let options: LoadOptions = { tier: 'local', projectDir: '' }

const manifest = 'name: hello\nversion: "0.1.0"\ndescription: Hello.\nrisk_level: low\nentry: src/main.ts\n'
const write = async (files: Record<string, string | Uint8Array>, under = folder): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(under, name)), { recursive: true })
    await writeFile(join(under, name), text)
  }
}
const load = async (more: Partial<LoadOptions> = {}) => {
  const result = await loadSkillFolder(folder, { ...options, ...more })
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'))
  return result.skill
}
const problems = async (): Promise<string[]> => {
  const result = await loadSkillFolder(folder, options)
  return result.ok ? [] : result.problems.map((problem) => formatProblem(problem).replace(`${folder}/`, ''))
}
/** Calls the default export outside any sandbox and returns its answer. */
const answerOf = (code: string): unknown => runInNewContext(`${code}\n__skill()`)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-skill-'))
  folder = join(root, 'outside', 'hello')
  options = { tier: 'local', projectDir: join(root, 'project') }
  await write({ 'runner/sdk/index.ts': 'export const defineSkill = <T>(skill: T): T => skill\n' }, options.projectDir)
  await write({ 'skill.yaml': manifest, 'src/main.ts': 'export default (): number => 1\n' })
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('the code of a skill', () => {
  it('is one script that assigns the default export to __skill', async () => {
    await write({
      'src/main.ts':
        "import { two } from './two'\nimport data from './data.json'\nexport default (): number => two + data.three\n",
      'src/two.ts': 'export const two = 2\n',
      'src/data.json': '{"three":3}',
    })
    const skill = await load()
    expect(answerOf(bundleCodeOf(skill))).toBe(5)
    expect(skill).toMatchObject({ tier: 'local', manifest: { name: 'hello' } })
  })

  it.each(['#runner/sdk/index.ts', 'travel.aw/sdk'])('may import %s, even outside the project', async (sdk) => {
    await write({ 'src/main.ts': `import { defineSkill } from '${sdk}'\nexport default defineSkill(() => 7)\n` })
    expect(answerOf(bundleCodeOf(await load()))).toBe(7)
  })

  it("may import packages from its own and from the project's node_modules", async () => {
    await write({
      'node_modules/own/package.json': '{"main":"lib.js"}',
      'node_modules/own/lib.js': 'module.exports = { a: 4 }',
    })
    await write(
      {
        'node_modules/ours/package.json': '{"type":"module","exports":"./i.js"}',
        'node_modules/ours/i.js': "export { b } from './b.js'",
        'node_modules/ours/b.js': 'export const b = 5',
      },
      options.projectDir,
    )
    await write({ 'src/main.ts': "import own from 'own'\nimport { b } from 'ours'\nexport default () => own.a + b\n" })
    const skill = await load()
    expect(answerOf(bundleCodeOf(skill))).toBe(9)
    const sha256 = createHash('sha256').update('module.exports = { a: 4 }').digest('hex')
    expect(skill.program).toMatchObject({ packages: [{ path: 'node_modules/own/lib.js', sha256 }] })
  })

  it('drops type-only imports', async () => {
    await write({
      'src/main.ts': "import type { A } from '#runner/contract/anything.ts'\nexport default (): A | 1 => 1\n",
    })
    expect(answerOf(bundleCodeOf(await load()))).toBe(1)
  })

  it('ignores a tsconfig.json beside it', async () => {
    await write({ 'node_modules/own/index.js': 'module.exports = 1' })
    await write({ 'tsconfig.json': '{"compilerOptions":{"paths":{"x":["./node_modules/own/index.js"]}}}' })
    await write({ 'src/main.ts': "import x from 'x'\nexport default x\n" })
    expect((await problems())[0]).toContain('src/main.ts:1:15 x was not found')
  })

  it.each<[string, string, string]>([
    [
      'a Node built-in',
      "import { readFile } from 'node:fs'\nexport default readFile",
      'src/main.ts:1:26 node:fs is a Node built-in — a skill has only the language',
    ],
    [
      'a Node built-in by its short name',
      "import fs from 'fs'\nexport default fs",
      'src/main.ts:1:16 fs is a Node built-in',
    ],
    [
      'a file outside the skill',
      "import x from '../../other.ts'\nexport default x",
      '../../other.ts is outside the skill',
    ],
    ['an absolute path', "import x from '/etc/hostname'\nexport default x", 'imports "/etc/hostname"'],
    ['a URL', "import x from 'https://example.com/x.js'\nexport default x", 'imports "https://example.com/x.js"'],
    ['a data URL', "import x from 'data:text/javascript,export default 1'\nexport default x", 'imports "data:text'],
    ['the runner', "import x from '#runner/run/runner.ts'\nexport default x", 'imports "#runner/run/runner.ts"'],
    [
      'the runner through the sdk',
      "import x from '#runner/sdk/../runner.ts'\nexport default x",
      'imports "#runner/sdk/../runner.ts"',
    ],
    [
      'a dot file in node_modules',
      "import x from '.package-lock.json'\nexport default x",
      '.package-lock.json was not found',
    ],
    [
      'a file outside a package',
      "import x from 'own/../../src/main.ts'\nexport default x",
      'imports "own/../../src/main.ts"',
    ],
    [
      'a package that is not installed',
      "export { default } from 'nowhere'",
      'src/main.ts:1:25 nowhere was not found — import files of the skill',
    ],
    [
      'a file that is not code',
      "import x from '../skill.yaml'\nexport default x",
      'skill.yaml is neither code nor JSON',
    ],
    ['a test', "import x from './main.test.ts'\nexport default x", './main.test.ts was not found'],
  ])('may not import %s', async (_, source, expected) => {
    await write({ 'src/main.ts': source, 'src/main.test.ts': 'export default 1', 'other.ts': 'export default 1' })
    expect((await problems()).join('\n')).toContain(expected)
  })

  it('may not import outside files through a package', async () => {
    await write({ 'node_modules/own/index.js': "module.exports = require('../../src/main.ts')" })
    await write({ 'src/main.ts': "import own from 'own'\nexport default own\n" })
    expect((await problems())[0]).toContain('is outside node_modules')
    await rm(join(folder, 'node_modules/own'), { recursive: true })
    await symlink(root, join(folder, 'node_modules/own'))
    await write({ 'index.js': 'module.exports = 1' }, root)
    expect((await problems())[0]).toContain('own was not found')
  })

  it('may not import outside files through a computed path in a package, which no resolver sees', async () => {
    await write({ 'secret.json': '{"key":"of somebody else"}' }, root)
    await write({
      'node_modules/own/index.js':
        "const any = (name) => require('../../../../' + name + '.json')\nmodule.exports = any('secret')",
    })
    await write({ 'src/main.ts': "import own from 'own'\nexport default () => own\n" })
    expect((await problems())[0]).toContain('secret.json is imported by a pattern')
  })

  it('with a syntax error is reported with its line', async () => {
    await write({ 'src/main.ts': 'export default () => {\n  const x = ;\n}\n' })
    expect((await problems())[0]).toBe('src/main.ts:2:13 Unexpected ";" — correct the code here')
  })

  it('without a default export is refused', async () => {
    await write({ 'src/main.ts': 'export const x = 1\n' })
    expect((await problems())[0]).toContain('src/main.ts:1:1 has no default export — export the function that runs')
  })
})

describe('the folder of a skill', () => {
  it('needs a skill.yaml and an existing entry', async () => {
    await write({ 'skill.yaml': manifest.replace('src/main.ts', 'src/other.ts') })
    expect((await problems())[0]).toBe(
      'skill.yaml:5:8 entry: src/other.ts does not exist — name a file of the skill; tests are not part of it',
    )
    await write({ 'skill.yaml': manifest.replace('src/main.ts', 'src/mian.ts') })
    expect((await problems())[0]).toBe('skill.yaml:5:8 entry: src/mian.ts does not exist — did you mean src/main.ts?')
    await rm(join(folder, 'skill.yaml'))
    expect((await problems())[0]).toBe(
      'skill.yaml:1:1 is missing — add a skill.yaml that describes the skill, or a SKILL.md with frontmatter',
    )
    await rm(folder, { recursive: true })
    expect((await problems())[0]).toContain('does not exist — check the path')
    await writeFile(folder, '')
    expect((await problems())[0]).toContain('is not a readable folder')
  })

  it('counts as fully approved in tier local, and as unapproved in any other tier', async () => {
    await write({ 'skill.yaml': `${manifest}permissions: { llm: true }\n` })
    expect((await load()).approved.llm).toBe(true)
    expect((await load({ tier: 'verified' })).approved.llm).toBe(false)
    expect((await load({ tier: 'untrusted' })).approved.llm).toBe(false)
    const approved = (await load()).approved
    expect((await load({ tier: 'untrusted', approved })).approved.llm).toBe(true)
  })

  it('gives the manifest its provenance, but not the instructions of the SKILL.md', async () => {
    await write({ 'SKILL.md': '---\nname: hello\n---\n\n# How\n\nAsk it.\n' })
    const { manifest } = await load()
    expect(JSON.stringify(manifest)).not.toContain('Ask it.')
    expect(manifest.provenance).toEqual({ source: folder, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect((await load({ source: 'registry:example' })).manifest.provenance.source).toBe('registry:example')
  })

  it('with a SKILL.md that is not UTF-8 is refused with that file’s name', async () => {
    await writeFile(join(folder, 'SKILL.md'), new Uint8Array([0x23, 0xff, 0xfe]))
    expect(await problems()).toEqual(['SKILL.md:1:1 is not UTF-8 text — save it as UTF-8'])
  })

  it('that contains only a SKILL.md or skill.md is a prompt skill', async () => {
    await rm(folder, { recursive: true })
    for (const name of ['skill.md', 'SKILL.md']) {
      await write({ [name]: `---\nname: hello\ndescription: From ${name}.\n---\n# How\n` })
      expect(await load()).toMatchObject({ program: { kind: 'prompt' }, manifest: { description: `From ${name}.` } })
    }
    await rm(folder, { recursive: true })
    await write({ 'SKILL.md': '# How\n' })
    expect((await problems())[0]).toBe(
      'SKILL.md:1:1 has no frontmatter — begin it with the lines ---, name: …, description: … and ---',
    )
  })

  it.each(['skill.yml', 'Skill.yaml'])('names a %s, which nothing reads', async (name) => {
    await rm(join(folder, 'skill.yaml'))
    await write({ [name]: manifest })
    expect(await problems()).toEqual([`${name}:1:1 is not read — rename it to skill.yaml`])
    await write({ 'SKILL.md': '---\nname: hello\ndescription: Hello.\n---\n' })
    expect(await loadSkillFolder(folder, options)).toMatchObject({
      ok: true,
      warnings: [{ file: join(folder, name), message: 'is not read', remedy: 'rename it to skill.yaml' }],
    })
  })

  it('with a key that the Agent Skills format lacks loads with a warning, but cannot be published', async () => {
    await rm(folder, { recursive: true })
    await write({ 'SKILL.md': '---\nname: hello\ndescription: d\nhomepage: https://example.com\n---\n# How\n' })
    const loaded = await loadSkillFolder(folder, options)
    expect(loaded.ok && loaded.warnings.map(({ path }) => path)).toEqual(['homepage'])
    const published = await loadSkillFolder(folder, { ...options, mode: 'publish' })
    expect(published.ok ? [] : published.problems.map(({ path, line }) => [path, line])).toEqual([['homepage', 4]])
  })

  it('reports the problems of its manifest', async () => {
    await write({ 'skill.yaml': manifest.replace('hello', 'hallo') })
    expect((await problems())[0]).toContain('skill.yaml:1:7 name: is "hallo", but the folder is named "hello"')
    await writeFile(join(folder, 'skill.yaml'), Buffer.from([0x6e, 0xff, 0xfe]))
    expect((await problems())[0]).toContain('is not UTF-8 text')
  })

  it('may not contain links or special files', async () => {
    await symlink('/etc/hostname', join(folder, 'link.ts'))
    expect((await problems())[0]).toContain('link.ts:1:1 is a link or a special file')
    await rm(join(folder, 'link.ts'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect((await problems())[0]).toContain('pipe:1:1 is a link or a special file')
  })

  it.each([
    ['local', 1000, 20],
    ['verified', 1000, 20],
    ['untrusted', 400, 10],
  ] as const)('of the tier %s may have %i files and %i MB', async (tier, files, megabytes) => {
    const ofTier = async () => {
      const loaded = await loadSkillFolder(folder, { ...options, tier })
      return loaded.ok ? [] : loaded.problems.map(({ message }) => message)
    }
    await write({ 'big.bin': 'x'.repeat(megabytes * 1024 * 1024 - 10_000) })
    expect(await ofTier()).toEqual([])
    await write({ 'more.bin': 'x'.repeat(10_000) })
    expect(await ofTier()).toEqual([`is larger than ${megabytes} MB`])
    await rm(join(folder, 'big.bin'))
    await write(Object.fromEntries(Array.from({ length: files }, (_, index) => [`many/${index}.txt`, ''])))
    expect(await ofTier()).toEqual([`has more than ${files} files`])
  })

  it('of a prompt skill needs a SKILL.md, but no code', async () => {
    await write({ 'skill.yaml': manifest.replace('entry: src/main.ts', 'kind: prompt') })
    expect((await problems())[0]).toContain('SKILL.md:1:1 is missing')
    await write({ 'SKILL.md': '# Hello' })
    expect((await load()).program).toEqual({ kind: 'prompt' })
  })
})

describe('a skill with a Dockerfile', () => {
  const python = manifest.replace('src/main.ts', 'main.py\nruntimes: [container]')
  const dockerfile = 'FROM travel-skill-base\nCMD ["python", "main.py"]\n'
  const files = { 'skill.yaml': python, 'main.py': 'print(1)\n', Dockerfile: dockerfile }

  it('is an image, and its digest covers the Dockerfile', async () => {
    await write(files)
    const before = await load()
    expect(before.program).toEqual({ kind: 'image' })
    await write({ Dockerfile: `${dockerfile}COPY . .\n` })
    expect((await load()).digest).not.toBe(before.digest)
  })

  it.each([
    ['FROM python:3.12\nCMD ["python", "main.py"]', /^Dockerfile:1:1 begins with FROM python:3\.12 — begin it with/],
    ['FROM travel-skill-base\nRUN pip install x\nCMD ["python", "main.py"]', /^Dockerfile:2:1 RUN is not allowed/],
    ['FROM travel-skill-base\nCOPY app.py /skill/\nCMD ["python", "app.py"]', /^Dockerfile:2:1 copies app\.py, which/],
    ['FROM travel-skill-base\nCOPY . /usr/lib/\nCMD ["python", "main.py"]', /^Dockerfile:2:1 copies to \/usr\/lib\//],
    ['FROM travel-skill-base\nCOPY . .', /^Dockerfile:1:1 has no CMD/],
  ])('of which no image can be made is refused with the line: %j', async (text, problem) => {
    await write({ ...files, Dockerfile: text })
    expect((await problems())[0]).toMatch(problem)
  })

  it('loads with a warning for each file that asks for an installation', async () => {
    await write({ ...files, 'requirements.txt': 'pandas\n', 'apt.txt': '# none\n', Makefile: 'all:\n' })
    const loaded = await loadSkillFolder(folder, options)
    expect(loaded.ok && loaded.warnings.map(({ file, message }) => `${basename(file)} ${message}`)).toEqual([
      'Makefile asks for what nothing does here',
      'requirements.txt asks for what nothing does here',
    ])
  })

  it('may have its entry in any language, even one that could be bundled', async () => {
    await write({ ...files, 'skill.yaml': python.replace('main.py', 'src/main.ts') })
    expect((await load()).program).toEqual({ kind: 'image' })
  })

  it('is refused when a listed runtime cannot run images', async () => {
    await write({ Dockerfile: dockerfile })
    expect((await problems())[0]).toContain(
      'skill.yaml:1:1 runtimes: the skill has a Dockerfile, and quickjs cannot run it',
    )
    await write({ 'skill.yaml': `${manifest}runtimes: [quickjs]\n` })
    expect((await problems())[0]).toContain('skill.yaml:6:11 runtimes: the skill has a Dockerfile')
  })

  it('is refused if its entry is missing', async () => {
    await write({ 'skill.yaml': python, Dockerfile: 'FROM travel-skill-base\n' })
    expect((await problems())[0]).toContain('main.py does not exist')
  })

  it('is the suggested remedy when the entry is in no language of bundles', async () => {
    await write({ 'skill.yaml': python.replace('main.py', 'main.rb'), 'main.rb': '' })
    expect((await problems())[0]).toMatch(/^skill\.yaml:5:8 .*add a Dockerfile that begins with FROM travel-skill-base/)
  })
})

describe('a skill in Python without a Dockerfile', () => {
  const files = {
    'skill.yaml': manifest.replace('src/main.ts', 'main.py\nruntimes: [python, container]'),
    'main.py': 'import part\n',
    'part.py': 'one = 1\n',
  }

  it('is a bundle for both runtimes, and its digest covers every file', async () => {
    await write(files)
    const { program, digest, manifest } = await load()
    expect(program).toMatchObject({ kind: 'bundle', language: 'python', code: expect.stringContaining('"part.py"') })
    expect(program).not.toHaveProperty('sourceMap')
    for (const name of manifest.runtimes) {
      const about = runtimeNamed(name)
      expect(about && canRun(about, program)).toBe(true)
    }
    await write({ 'part.py': 'one = 2\n' })
    expect((await load()).digest).not.toBe(digest)
  })

  it('is refused with the name of a file that is not text', async () => {
    await write({ ...files, 'part.py': Buffer.from([0xff]) })
    expect((await problems())[0]).toContain('part.py:1:1')
  })
})

describe('the digest of a skill', () => {
  it('covers the name and content of every file, and nothing else', async () => {
    const before = (await load()).digest
    await write({ 'src/main.test.ts': '1', 'tests/a.ts': '1', '.hidden': '1', 'node_modules/unused/index.js': '1' })
    expect((await load()).digest).toBe(before)
    await write({ 'SKILL.md': 'ab' })
    const added = (await load()).digest
    expect(added).not.toBe(before)
    await write({ 'SKILL.md': 'ba' })
    const changed = (await load()).digest
    expect([before, added]).not.toContain(changed)
    await rm(join(folder, 'SKILL.md'))
    await write({ 'README.md': 'ba' })
    expect([before, added, changed]).not.toContain((await load()).digest)
  })

  it('covers the tests and examples of a folder without a skill.yaml, which its SKILL.md can name', async () => {
    await rm(join(folder, 'skill.yaml'))
    const text = '---\nname: my-skill\ndescription: d\n---\nSee examples/one.md.\n'
    await write({
      'SKILL.md': text,
      'examples/one.md': '1',
      'tests/a.md': '1',
      'node_modules/x/index.js': '',
      '.git/a': '',
    })
    const read = await readSkillFiles(folder)
    expect(read.ok && [...read.skill.files.keys()]).toEqual(expect.arrayContaining(['examples/one.md', 'tests/a.md']))
    expect(read.ok && [...read.skill.files.keys()].join()).not.toMatch(/node_modules|\.git/)
  })

  it('orders the files in the same way on every machine and in every locale', async () => {
    await write({ 'src/Z.md': '', 'src/a.md': '', 'src/\u00e4.md': '', 'a/b.md': '', 'a.md': '' })
    const read = await readSkillFiles(folder)
    const paths = ['a.md', 'a/b.md', 'skill.yaml', 'src/Z.md', 'src/a.md', 'src/main.ts', 'src/\u00e4.md']
    expect(read.ok && [...read.skill.files.keys()]).toEqual(paths)
  })

  it('covers the packages in its code', async () => {
    await write({
      'node_modules/own/index.js': 'module.exports = () => 1',
      'src/main.ts': "export { default } from 'own'",
    })
    const before = (await load()).digest
    await write({ 'node_modules/own/index.js': 'module.exports = () => 2' })
    expect((await load()).digest).not.toBe(before)
  })

  it('covers the SDK files in its code, and no other SDK files', async () => {
    await write({ 'src/main.ts': "import { two } from '#runner/sdk/two.ts'\nexport default () => two\n" })
    await write({ 'runner/sdk/two.ts': 'export const two = 2\n', 'runner/sdk/three.ts': '' }, options.projectDir)
    const before = (await load()).digest
    await write({ 'runner/sdk/three.ts': 'export const three = 3\n' }, options.projectDir)
    expect((await load()).digest).toBe(before)
    await write({ 'runner/sdk/two.ts': 'export const two = 22\n' }, options.projectDir)
    expect((await load()).digest).not.toBe(before)
  })

  it('covers the files as read, even when the folder changes before bundling', async () => {
    const before = await load()
    const during = await load({
      bundle: async (bundling) => {
        await write({ 'src/main.ts': 'export default (): number => 2\n' })
        return bundleSkill(bundling)
      },
    })
    expect(during).toEqual(before)
    expect((await load()).digest).not.toBe(before.digest)
  })
})

describe('the bundle cache', () => {
  let bundled = 0
  const cached = () => {
    return load({
      cacheDir: join(root, 'cache'),
      bundle: (bundling) => {
        bundled += 1
        return bundleSkill(bundling)
      },
    })
  }
  const entry = async (): Promise<string> => join(root, 'cache', (await readdir(join(root, 'cache')))[0] ?? '')
  beforeEach(() => {
    bundled = 0
  })

  it('avoids bundling unchanged files again, and is not accessible to other users', async () => {
    expect(await cached()).toEqual(await cached())
    expect(bundled).toBe(1)
    expect((await stat(await entry())).mode & 0o777).toBe(0o600)
    expect((await stat(join(root, 'cache'))).mode & 0o777).toBe(0o700)
    await write({ 'src/main.ts': 'export default (): number => 2\n' })
    expect(answerOf(bundleCodeOf(await cached()))).toBe(2)
    expect(bundled).toBe(2)
  })

  it('ignores an altered or truncated entry', async () => {
    const code = bundleCodeOf(await cached())
    const text = await readFile(await entry(), 'utf8')
    await writeFile(await entry(), text.replace('() => 1', '() => 6'))
    expect(bundleCodeOf(await cached())).toBe(code)
    await writeFile(await entry(), text.slice(0, 40))
    expect(bundleCodeOf(await cached())).toBe(code)
    expect(bundled).toBe(3)
  })

  it('misses when a package or the SDK has changed', async () => {
    await write({
      'node_modules/own/index.js': 'module.exports = () => 1',
      'src/main.ts': "import '#runner/sdk/index.ts'\nexport { default } from 'own'",
    })
    await cached()
    await write({ 'node_modules/own/index.js': 'module.exports = () => 3' })
    expect(answerOf(bundleCodeOf(await cached()))).toBe(3)
    await write({ 'runner/sdk/index.ts': 'globalThis.sdk = 2\n' }, options.projectDir)
    expect(bundleCodeOf(await cached())).toContain('sdk = 2')
  })

  it('is optional: a skill loads even if the cache cannot be written', async () => {
    await writeFile(join(root, 'cache'), 'a file where the folder should be')
    expect(answerOf(bundleCodeOf(await cached()))).toBe(1)
  })
})

const python = { kind: 'bundle', language: 'python', code: '' } as const
const javascript = { kind: 'bundle', language: 'javascript', code: '' } as const
const image = { kind: 'image' } as const
const toldIn = (program: Parameters<typeof unmetRequests>[1], files: Record<string, string>) =>
  unmetRequests(new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])), program).map(
    ({ file, line }) => `${file}:${line}`,
  )

test('of a requirements.txt in Python, only options and conditions are not read', () => {
  const text = '# all\nhttpx>=0.27\n-r more.txt\n--index-url https://example.com\ntomli; python_version < "3.11"\n'
  expect(toldIn(python, { 'requirements.txt': text })).toEqual([3, 4, 5].map((line) => `requirements.txt:${line}`))
})

test.each([
  ['requirements-dev.txt', 'pytest'],
  ['Pipfile', '[packages]'],
  ['environment.yml', 'dependencies:\n  - numpy'],
  ['setup.py', 'setup()'],
  ['apt.txt', 'ffmpeg'],
  ['docker-compose.yml', 'services: {}'],
])('a %s is told of in every kind of program', (file, text) => {
  for (const program of [python, javascript, image]) expect(toldIn(program, { [file]: text })).toEqual([`${file}:1`])
})

test('dependencies that a pyproject.toml has elsewhere are told of', () => {
  const read = '[project]\nname = "x"\ndependencies = ["httpx"]\n'
  expect(toldIn(python, { 'pyproject.toml': read })).toEqual([])
  for (const more of ['[tool.poetry.dependencies]', '[project.optional-dependencies]', 'dynamic = ["dependencies"]'])
    expect(toldIn(python, { 'pyproject.toml': `${read}${more}\n` })).toEqual(['pyproject.toml:4'])
})

test('nothing of an image installs what its lists name', () => {
  const files = { 'requirements.txt': 'pandas', 'pyproject.toml': '[project]', 'package.json': '{}' }
  expect(toldIn(image, files)).toHaveLength(3)
})

test('a file of other folders, an empty one and the files of a prompt ask for nothing', () => {
  expect(toldIn(image, { 'data/requirements.txt': 'x', 'requirements.txt': '\n# none\n', 'main.py': 'x' })).toEqual([])
  expect(toldIn({ kind: 'prompt' }, { 'requirements.txt': 'x' })).toEqual([])
})
