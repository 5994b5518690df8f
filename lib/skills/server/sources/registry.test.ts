import { generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { sha256 } from '#runner/core/hash.ts'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { buildRegistry, type Signer } from './build-registry.ts'
import { readArchive, writeArchive } from './read-archive.ts'
import { isSignedBy, RegistryIndex, registryIndexSchema, registrySchemaFile, signRelease } from './registry-index.ts'
import { sourceWords } from './source-refusal.ts'
import { openLocalSources } from './testing/local-sources.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const sign: Signer = async (release) => signRelease(release, privateKey)

let around = ''
beforeEach(() => {
  around = realpathSync(mkdtempSync(join(tmpdir(), 'registry-')))
})
afterEach(() => rmSync(around, { recursive: true }))

/** Writes a skill into `skills`, and answers with the paths of both folders. */
function write(name: string, version: string | undefined, more = '', files: Readonly<Record<string, string>> = {}) {
  const folder = join(around, 'skills')
  const lines = [
    `name: ${name}`,
    ...(version === undefined ? [] : [`version: "${version}"`]),
    `description: Does ${name}`,
    more,
  ]
  for (const [path, content] of Object.entries({ 'skill.yaml': lines.join('\n'), 'index.js': 'export {}', ...files })) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), content)
  }
  return { folder, out: join(around, 'out') }
}

async function serving(out: string) {
  const server = await startServer(({ path }, response) => {
    const file = join(out, path)
    if (existsSync(file)) response.end(readFileSync(file))
    else response.writeHead(404).end()
  })
  const local = openLocalSources()
  const url = `https://api.example.com:${server.port}/index.json`
  const spec = (name?: string, range?: string) => ({ kind: 'registry', url, name, range }) as const
  return {
    url,
    fetch: (name?: string, range?: string, digest?: string) =>
      local.sources.fetch(spec(name, range), { signal: local.signal, ...(digest === undefined ? {} : { digest }) }),
    list: () => local.sources.list(spec(), local.signal),
    async [Symbol.asyncDispose]() {
      await local[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Rewrites the index, as a hostile or broken registry would. */
function change(out: string, edit: (index: RegistryIndex) => void): void {
  const file = join(out, 'index.json')
  const index = RegistryIndex.parse(JSON.parse(readFileSync(file, 'utf8')))
  edit(index)
  writeFileSync(file, JSON.stringify(index))
}

describe('a registry', () => {
  it('is built from a folder, hosted by any web server, and fetched by range', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    write('flights', '0.3.0', 'dependencies:\n  pdf: ^1.0.0\nconflicts_with: [docx]')
    expect(await buildRegistry(folder, out, { sign })).toEqual({
      ok: true,
      added: ['flights 0.3.0', 'pdf 1.0.0'],
      kept: [],
    })
    write('pdf', '1.1.0')
    expect(await buildRegistry(folder, out)).toEqual({
      ok: true,
      added: ['pdf 1.1.0'],
      kept: ['flights 0.3.0', 'pdf 1.0.0'],
    })
    write('pdf', '2.0.0-beta.1')
    await buildRegistry(folder, out)

    await using at = await serving(out)
    const { publisher } =
      RegistryIndex.parse(JSON.parse(readFileSync(join(out, 'index.json'), 'utf8'))).skills.pdf?.versions['1.0.0'] ?? {}
    expect(publisher?.key).toMatch(/^[\w-]{43}$/)
    expect(await at.list()).toMatchObject({
      offered: [
        {
          name: 'flights',
          version: '0.3.0',
          dependencies: { pdf: '^1.0.0' },
          conflicts: ['docx'],
          publisher: publisher?.key,
        },
        { name: 'pdf', version: '2.0.0-beta.1', publisher: undefined },
        { name: 'pdf', version: '1.1.0', publisher: undefined },
        { name: 'pdf', version: '1.0.0', publisher: publisher?.key, source: `registry:${at.url}#pdf@1.0.0` },
      ],
    })
    const signed = await at.fetch('pdf', '~1.0.0')
    if (!signed.ok) throw new Error(JSON.stringify(signed))
    expect(signed).toMatchObject({ name: 'pdf', version: '1.0.0', publisher, source: `registry:${at.url}#pdf@~1.0.0` })
    expect(readFileSync(join(signed.folder, 'index.js'), 'utf8')).toBe('export {}')
    expect(await at.fetch('pdf')).toMatchObject({ ok: true, version: '1.1.0', publisher: undefined })
    expect(await at.fetch('flights')).toMatchObject({ ok: true, dependencies: { pdf: '^1.0.0' }, conflicts: ['docx'] })
    expect(await at.fetch('pdf', '^3')).toMatchObject({
      reason: 'version_not_found',
      facts: { range: '^3', offered: ['2.0.0-beta.1', '1.1.0', '1.0.0'] },
    })
    expect(await at.fetch()).toMatchObject({ reason: 'name_needed', facts: { offered: ['flights', 'pdf'] } })
    expect(await at.fetch('constructor')).toMatchObject({ reason: 'skill_not_found' })
  })

  it('never changes a version', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out)
    const before = readFileSync(join(out, 'skills/pdf/1.0.0.tar.gz'))
    write('pdf', '1.0.0', '', { 'index.js': 'export const changed = 1' })
    expect(await buildRegistry(folder, out)).toMatchObject({
      reason: 'version_changed',
      facts: { name: 'pdf', version: '1.0.0' },
    })
    expect(readFileSync(join(out, 'skills/pdf/1.0.0.tar.gz'))).toEqual(before)
  })

  it('is left as it was by a change that fails, and changed by one writer at a time', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out)
    const index = join(out, 'index.json')
    const before = readFileSync(index, 'utf8')
    const isAsBefore = () => expect(readFileSync(index, 'utf8')).toBe(before)
    write('pdf', '1.1.0')
    // Another command is at work.
    writeFileSync(`${index}.new`, '')
    expect(await buildRegistry(folder, out)).toMatchObject({ reason: 'registry_busy' })
    isAsBefore()
    rmSync(`${index}.new`)
    // The other one has published this version meanwhile, with other files.
    const archive = join(out, 'skills/pdf/1.1.0.tar.gz')
    writeFileSync(archive, 'other')
    expect(await buildRegistry(folder, out)).toMatchObject({ reason: 'registry_busy', facts: { file: archive } })
    isAsBefore()
    rmSync(archive)
    const changing: Signer = async (release) => {
      writeFileSync(index, `${before} `)
      return sign(release)
    }
    expect(await buildRegistry(folder, out, { sign: changing })).toMatchObject({ reason: 'registry_changed' })
    writeFileSync(index, before)
    const failing = async () => {
      throw new Error('no key')
    }
    await expect(buildRegistry(folder, out, { sign: failing })).rejects.toThrow('no key')
    const wrong: Signer = async (release) => sign({ ...release, version: '9.9.9' })
    expect(await buildRegistry(folder, out, { sign: wrong })).toMatchObject({ reason: 'signature' })
    isAsBefore()
    expect(await buildRegistry(folder, out, { sign })).toMatchObject({ added: ['pdf 1.1.0'], kept: ['pdf 1.0.0'] })
    expect(readdirSync(join(out, 'skills/pdf')).sort()).toEqual(['1.0.0.tar.gz', '1.1.0.tar.gz'])
  })

  it('is refused with the reason where no folder can be', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    writeFileSync(out, 'a file')
    for (const at of [out, join(out, 'below')]) {
      expect(await buildRegistry(folder, at)).toMatchObject({
        reason: 'folder',
        facts: { path: at, detail: 'is not a folder' },
      })
    }
    rmSync(out)
    mkdirSync(join(out, 'index.json'), { recursive: true })
    expect(await buildRegistry(folder, out)).toMatchObject({ reason: 'folder', facts: { path: out } })
    expect(readdirSync(out)).toEqual(['index.json'])
  })

  it('needs a version, and takes no hidden file', async () => {
    const { folder, out } = write('pdf', '1.0.0', '', { '.env': 'TOKEN=secret', 'a/.cache/x': 'x', 'a/b': 'b' })
    await buildRegistry(folder, out)
    const read = await readArchive(readFileSync(join(out, 'skills/pdf/1.0.0.tar.gz')))
    expect(read.ok && [...read.files.keys()]).toEqual(['a/b', 'index.js', 'skill.yaml'])
    write('docx', undefined)
    expect(await buildRegistry(folder, out)).toMatchObject({ reason: 'version_needed', facts: { name: 'docx' } })
    write('docx', '../../up')
    expect(await buildRegistry(folder, out)).toMatchObject({ reason: 'index_field' })
  })

  it.each([
    [
      'a signature of another version',
      (key: typeof privateKey, digest: string) => signRelease({ name: 'pdf', version: '0.9.0', digest }, key),
    ],
    [
      'a signature of another skill',
      (key: typeof privateKey, digest: string) => signRelease({ name: 'docx', version: '1.0.0', digest }, key),
    ],
    [
      'another key',
      (key: typeof privateKey, digest: string) => ({
        ...signRelease({ name: 'pdf', version: '1.0.0', digest }, key),
        key: signRelease({ name: 'pdf', version: '1.0.0', digest }, generateKeyPairSync('ed25519').privateKey).key,
      }),
    ],
  ])('with %s is refused', async (_, publisherOf) => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out, { sign })
    change(out, (index) => {
      const release = index.skills.pdf?.versions['1.0.0']
      if (release) release.publisher = publisherOf(privateKey, release.digest)
    })
    await using at = await serving(out)
    expect(await at.fetch('pdf')).toMatchObject({
      code: 'SOURCE_REFUSED',
      reason: 'signature',
      facts: { version: '1.0.0' },
    })
  })

  it('that has other bytes than its index, or than were pinned, is refused', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out)
    await using at = await serving(out)
    const wrong = `sha256:${'0'.repeat(64)}`
    expect(await at.fetch('pdf', undefined, wrong)).toMatchObject({
      reason: 'digest_mismatch',
      facts: { expected: wrong },
    })
    writeFileSync(
      join(out, 'skills/pdf/1.0.0.tar.gz'),
      await writeArchive(new Map([['SKILL.md', Buffer.from('evil')]])),
    )
    expect(await at.fetch('pdf')).toMatchObject({ code: 'SOURCE_CHANGED', reason: 'digest_mismatch' })
  })

  it.each([
    [
      'a file on another host',
      (index: RegistryIndex) => set(index, 'https://other.example.com/x.tar.gz'),
      'other_host',
    ],
    ['a file on this machine', (index: RegistryIndex) => set(index, 'file:///etc/passwd'), 'other_host'],
  ])('that names %s is refused', async (_, edit, reason) => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out)
    change(out, edit)
    await using at = await serving(out)
    expect(await at.fetch('pdf')).toMatchObject({ reason })
  })

  it('whose ranges have line ends, or are none, is refused', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out)
    await using at = await serving(out)
    for (const range of ['^1.0.0\\n  signed by a friend', 'friend']) {
      const file = join(out, 'index.json')
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace('"dependencies": {', `"dependencies": { "base": "${range}"`))
      expect(await at.list()).toMatchObject({
        reason: 'index_field',
        facts: { field: expect.stringContaining('base') },
      })
      writeFileSync(file, text)
    }
  })

  it('has a JSON Schema that is the one in the documents', () => {
    const file = join(findProjectRoot(), registrySchemaFile)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(registryIndexSchema())
  })
})

describe('a registry in a folder of this machine', () => {
  /** Fetches from it, as `serving` does over https. */
  const reading = (out: string) => {
    const local = openLocalSources()
    const url = pathToFileURL(join(out, 'index.json')).href
    const spec = { kind: 'registry', url, name: 'pdf', range: undefined } as const
    return {
      url,
      fetch: (digest?: string) => local.sources.fetch(spec, { signal: local.signal, ...(digest && { digest }) }),
      list: () => local.sources.list(spec, local.signal),
      [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
    }
  }

  it('offers what it has, and keeps the key and the version of a release', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out, { sign })
    await using at = reading(out)
    expect(await at.list()).toMatchObject({ offered: [{ name: 'pdf', source: `registry:${at.url}#pdf@1.0.0` }] })
    const fetched = await at.fetch()
    if (!fetched.ok) throw new Error(JSON.stringify(fetched))
    const release = RegistryIndex.parse(JSON.parse(readFileSync(join(out, 'index.json'), 'utf8'))).skills.pdf?.versions
    const { digest, publisher } = release?.['1.0.0'] ?? {}
    expect(fetched).toMatchObject({ version: '1.0.0', source: `registry:${at.url}#pdf`, digest, publisher })
    expect(readFileSync(join(fetched.folder, 'index.js'), 'utf8')).toBe('export {}')
  })

  it('is refused for a wrong signature, for other bytes than its index, and for others than were pinned', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out, { sign })
    await using at = reading(out)
    expect(await at.fetch(`sha256:${'0'.repeat(64)}`)).toMatchObject({ reason: 'digest_mismatch' })
    const archive = join(out, 'skills/pdf/1.0.0.tar.gz')
    const before = readFileSync(archive)
    writeFileSync(archive, await writeArchive(new Map([['SKILL.md', Buffer.from('evil')]])))
    expect(await at.fetch()).toMatchObject({ code: 'SOURCE_CHANGED', reason: 'digest_mismatch' })
    writeFileSync(archive, before)
    change(out, (index) => {
      const release = index.skills.pdf?.versions['1.0.0']
      if (release)
        release.publisher = signRelease({ name: 'pdf', version: '0.9.0', digest: release.digest }, privateKey)
    })
    expect(await at.fetch()).toMatchObject({ code: 'SOURCE_REFUSED', reason: 'signature' })
  })

  it.each([
    ['../x.tar.gz', { reason: 'entry', facts: { problem: 'outside' } }],
    ['%2e%2e/x.tar.gz', { reason: 'entry', facts: { problem: 'outside' } }],
    ['skills%2f..%2f..%2fx.tar.gz', { reason: 'entry', facts: { problem: 'bad_name' } }],
    ['file:///etc/passwd', { reason: 'entry', facts: { problem: 'outside' } }],
    ['https://skills.example.com/x.tar.gz', { reason: 'other_host', facts: { host: 'this machine' } }],
    ['//skills.example.com/x.tar.gz', { reason: 'other_host' }],
    ['link/x.tar.gz', { reason: 'entry', facts: { problem: 'link' } }],
    ['x.tar.gz', { reason: 'entry', facts: { problem: 'link' } }],
    ['skills', { reason: 'folder', facts: { detail: 'has skills, which is not a readable file' } }],
    ['absent.tar.gz', { reason: 'folder', facts: { detail: 'has no absent.tar.gz' } }],
  ])('gives no file outside of it, and follows no link: %s', async (url, refusal) => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out)
    writeFileSync(join(around, 'x.tar.gz'), readFileSync(join(out, 'skills/pdf/1.0.0.tar.gz')))
    symlinkSync(around, join(out, 'link'))
    symlinkSync(join(around, 'x.tar.gz'), join(out, 'x.tar.gz'))
    change(out, (index) => set(index, url))
    await using at = reading(out)
    expect(await at.fetch()).toMatchObject(refusal)
  })

  it('is named as one where a skill is expected, with the source that installs from it', async () => {
    const { folder, out } = write('pdf', '1.0.0')
    await buildRegistry(folder, out)
    await using local = openLocalSources()
    const refused = await local.sources.fetch({ kind: 'folder', path: out }, { signal: local.signal })
    if (refused.ok) throw new Error('a registry was fetched as a skill')
    expect(sourceWords(refused).remedy).toContain(`registry:${out}#NAME`)
  })
})

function set(index: RegistryIndex, url: string): void {
  const release = index.skills.pdf?.versions['1.0.0']
  if (release) release.url = url
}

describe('a signature of a release', () => {
  it('holds for exactly its name, version and digest', () => {
    const text = fc.string({ maxLength: 8 })
    const release = fc.record({ name: text, version: text, digest: text })
    fc.assert(
      fc.property(release, release, (signed, other) => {
        const publisher = signRelease(signed, privateKey)
        expect(isSignedBy(signed, publisher)).toBe(true)
        const isSame = signed.name === other.name && signed.version === other.version && signed.digest === other.digest
        expect(isSignedBy(other, publisher)).toBe(isSame)
        expect(isSignedBy(signed, { ...publisher, key: other.name })).toBe(false)
      }),
      { numRuns: 50 },
    )
  })
})

describe('an archive that is written', () => {
  it('has the same bytes for the same files, in any order and at any time', async () => {
    const { folder } = write('pdf', '1.0.0', '', { 'a/ä.txt': 'x', b: 'y' })
    const [one, two] = [join(around, 'one'), join(around, 'two')]
    await buildRegistry(folder, one)
    utimesSync(join(folder, 'pdf/b'), 1, 1)
    await buildRegistry(folder, two)
    const path = 'skills/pdf/1.0.0.tar.gz'
    expect(readFileSync(join(one, path))).toEqual(readFileSync(join(two, path)))
    const files = new Map([
      ['b', Buffer.from('y')],
      ['a/ä', Buffer.from('x')],
    ])
    const archive = await writeArchive(files)
    expect(archive).toEqual(await writeArchive(new Map([...files].reverse())))
    const read = await readArchive(archive)
    expect(read.ok && new Map(read.files)).toEqual(new Map([...files].sort()))
    // On every machine: no bytes of it come from the machine's zlib.
    expect(sha256(archive)).toBe('c0515454c45a6c6ebdb9a1cf9089c22589727470de2bca9414ba82ae2f1c19b6')
  })

  it('is read by every program that knows gzip, whatever its length', async () => {
    for (const length of [0, 1, 65_535, 65_536, 200_000]) {
      const content = randomBytes(length)
      const archive = await writeArchive(new Map([['a', content]]))
      const read = await readArchive(archive)
      expect(read.ok && Buffer.from(read.files.get('a') ?? []).equals(content)).toBe(true)
      expect(gunzipSync(archive).length % 512).toBe(0)
    }
  })
})
