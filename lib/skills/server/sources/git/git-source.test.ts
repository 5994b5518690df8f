import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { need } from '../../../../../scripts/testing/needs.ts'
import type { SourceSpec } from '../source.ts'
import { createRepository, type GitRepository, hasGit, openLocalSources, serveGit } from '../testing/local-sources.ts'

const needsGit = need(hasGit, 'the git program', 'install git')

type GitSpec = Extract<SourceSpec, { kind: 'git' }>

const skillMd = (name: string, description = `Does ${name}`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n`
const pdf = { 'skills/pdf/SKILL.md': skillMd('pdf'), 'skills/pdf/scripts/run.py': 'print(1)\n' }

async function serving(repository: GitRepository) {
  const server = await startServer(serveGit(repository.folder))
  const local = openLocalSources()
  const url = `https://api.example.com:${server.port}/tools.git`
  const spec = (more: Partial<GitSpec> = {}): GitSpec => ({
    kind: 'git',
    url,
    path: '',
    ref: undefined,
    name: undefined,
    ...more,
  })
  return {
    ...local,
    server,
    spec,
    url,
    fetch: (more: Partial<GitSpec> = {}, options: { name?: string; commit?: string } = {}) =>
      local.sources.fetch(spec(more), { ...options, signal: local.signal }),
    list: (more: Partial<GitSpec> = {}) => local.sources.list(spec(more), local.signal),
    async [Symbol.asyncDispose]() {
      await local[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : []))
    .sort()

describe('a git source', needsGit, () => {
  it.each([true, false])('brings one skill of a commit, byte by byte (server with filters: %s)', async (filters) => {
    using repository = createRepository({ filters })
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * index) % 251)
    const commit = repository.commit({ ...pdf, 'skills/pdf/a.bin': bytes, 'README.md': 'not a part of it' })
    await using at = await serving(repository)

    const fetched = await at.fetch({ path: 'skills/pdf' })
    if (!fetched.ok) throw new Error(JSON.stringify(fetched))
    expect(fetched).toMatchObject({ name: 'pdf', commit, ref: undefined, source: `${at.url}#skills/pdf` })
    expect(filesIn(fetched.folder)).toEqual(['SKILL.md', 'a.bin', 'scripts/run.py'])
    expect(readFileSync(join(fetched.folder, 'a.bin'))).toEqual(Buffer.from(bytes))
    await fetched[Symbol.asyncDispose]()
    expect(readdirSync(at.parent)).toEqual([])
  })

  it('resolves branches and annotated tags, and keeps a pinned commit', async () => {
    using repository = createRepository()
    const first = repository.commit(pdf)
    repository.git(['tag', '-a', '-m', 'first', 'v1'])
    repository.git(['checkout', '-q', '-b', 'feature/x'])
    const second = repository.commit({ 'skills/pdf/more.txt': 'more' })
    repository.git(['checkout', '-q', 'main'])
    const third = repository.commit({ 'skills/pdf/SKILL.md': skillMd('pdf', 'Changed') })
    await using at = await serving(repository)

    expect(await at.fetch({ ref: 'v1' })).toMatchObject({ ok: true, commit: first, ref: 'v1' })
    expect(await at.fetch({ ref: 'feature/x' })).toMatchObject({ ok: true, commit: second, ref: 'feature/x' })
    expect(await at.fetch({ ref: 'refs/heads/main' })).toMatchObject({ ok: true, commit: third })
    expect(await at.fetch({ ref: first })).toMatchObject({ ok: true, commit: first, ref: undefined })
    const pinned = await at.fetch({ ref: 'main' }, { commit: first })
    if (!pinned.ok) throw new Error(JSON.stringify(pinned))
    expect(pinned).toMatchObject({ commit: first, ref: 'main' })
    expect(readFileSync(join(pinned.folder, 'SKILL.md'), 'utf8')).toBe(skillMd('pdf'))

    expect(await at.fetch({ ref: 'v2' })).toMatchObject({
      reason: 'ref_not_found',
      facts: { ref: 'v2' },
      fault: 'caller',
    })
    const gone = 'a'.repeat(40)
    expect(await at.fetch({}, { commit: gone })).toMatchObject({ code: 'SOURCE_CHANGED', reason: 'commit_not_found' })
    expect(await at.fetch({}, { commit: 'main' })).toMatchObject({
      reason: 'commit_not_found',
      facts: { commit: 'main' },
    })
  })

  it('lists the skills of a collection, each with the source that fetches it', async () => {
    using repository = createRepository()
    repository.commit({
      ...pdf,
      'skills/pdf/assets/template/SKILL.md': skillMd('template'),
      'skills/pdf/node_modules/x/SKILL.md': skillMd('x'),
      '.claude/skills/docx/SKILL.md': skillMd('docx', 'Writes\n  documents'),
      'plain/README.md': 'no skill',
      'own/skill.yaml': 'name: own\nversion: "2.0.0"\ndescription: Ours\n',
    })
    await using at = await serving(repository)

    const listed = await at.list()
    if (!listed.ok) throw new Error(JSON.stringify(listed))
    expect(listed.offered).toMatchObject([
      { name: 'docx', description: 'Writes documents', source: `${at.url}#.claude/skills/docx` },
      { name: 'own', version: '2.0.0', source: `${at.url}#own` },
      { name: 'pdf', description: 'Does pdf', version: undefined, source: `${at.url}#skills/pdf` },
    ])
    expect(await at.list({ path: 'skills' })).toMatchObject({ offered: [{ source: `${at.url}#skills/pdf` }] })
    expect(await at.list({ path: 'plain' })).toEqual({ ok: true, offered: [] })
    expect(await at.list({ path: 'absent' })).toMatchObject({ reason: 'not_found', facts: { what: 'absent' } })
  })

  it('fetches by name, and says which names there are', async () => {
    using repository = createRepository()
    repository.commit({
      ...pdf,
      'a/docx/SKILL.md': skillMd('docx'),
      'b/docx/SKILL.md': skillMd('docx'),
      'one/only/SKILL.md': skillMd('only'),
    })
    await using at = await serving(repository)

    expect(await at.fetch({}, { name: 'pdf' })).toMatchObject({ ok: true, name: 'pdf' })
    expect(await at.fetch({ name: 'pdf' })).toMatchObject({ ok: true, source: `${at.url}#skills/pdf` })
    expect(await at.fetch({ path: 'one' })).toMatchObject({ ok: true, name: 'only' })
    expect(await at.fetch()).toMatchObject({
      reason: 'name_needed',
      facts: { offered: ['docx', 'docx', 'only', 'pdf'] },
    })
    expect(await at.fetch({}, { name: 'pdff' })).toMatchObject({ reason: 'skill_not_found', facts: { name: 'pdff' } })
    expect(await at.fetch({}, { name: 'docx' })).toMatchObject({
      reason: 'ambiguous',
      facts: { sources: [`${at.url}#a/docx`, `${at.url}#b/docx`] },
    })
  })

  it('names a skill at the root by its manifest, not by the repository', async () => {
    using repository = createRepository()
    repository.commit({ 'SKILL.md': skillMd('pdf') })
    await using at = await serving(repository)
    expect(await at.fetch()).toMatchObject({ ok: true, name: 'pdf', source: at.url })
    expect(await at.fetch({}, { name: 'docx' })).toMatchObject({
      reason: 'skill_not_found',
      facts: { offered: ['pdf'] },
    })
    expect(await at.list()).toMatchObject({ offered: [{ name: 'pdf', source: at.url }] })
  })

  it.each([
    ['a link', '120000', 'link'],
    ['a submodule', '160000', 'submodule'],
  ])('refuses %s inside of the skill by its path, and ignores it outside', async (_, mode, problem) => {
    using repository = createRepository()
    repository.commit(pdf)
    const target = repository.git(['hash-object', '-w', '--stdin'], '../../../../etc/passwd')
    const id = mode === '160000' ? repository.git(['rev-parse', 'HEAD']) : target
    const add = (path: string) => repository.git(['update-index', '--add', '--cacheinfo', `${mode},${id},${path}`])
    add('elsewhere')
    repository.git(['commit', '-q', '-m', 'outside'])
    await using at = await serving(repository)
    expect(await at.fetch({ path: 'skills/pdf' })).toMatchObject({ ok: true })

    add('skills/pdf/scripts/evil')
    repository.git(['commit', '-q', '-m', 'inside'])
    expect(await at.fetch({ path: 'skills/pdf' })).toMatchObject({
      code: 'SOURCE_REFUSED',
      reason: 'entry',
      fault: 'author',
      facts: { entry: 'scripts/evil', problem },
    })
    expect(readdirSync(at.parent)).toHaveLength(1)
  })

  it('runs no hook and no filter, and changes no byte', async () => {
    using repository = createRepository()
    const ran = join(repository.folder, 'ran')
    const commit = repository.commit({
      ...pdf,
      '.gitattributes': '* filter=evil text eol=crlf ident export-subst\n',
      'skills/pdf/.gitattributes': '* filter=evil text eol=crlf\n',
      'skills/pdf/id.txt': '$Id$ $Format:%H$\n',
      'skills/pdf/hooks/post-checkout': `#!/bin/sh\ntouch ${ran}\n`,
      '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = https://evil.example/x.git\n\tupdate = !touch /tmp/ran\n',
    })
    repository.git(['config', 'filter.evil.smudge', `touch ${ran}`])
    await using at = await serving(repository)
    const fetched = await at.fetch({ path: 'skills/pdf' })
    if (!fetched.ok) throw new Error(JSON.stringify(fetched))
    expect(fetched.commit).toBe(commit)
    expect(readFileSync(join(fetched.folder, 'id.txt'), 'utf8')).toBe('$Id$ $Format:%H$\n')
    expect(filesIn(fetched.folder)).toContain('.gitattributes')
    expect(existsSync(ran)).toBe(false)
    expect(at.server.seen.every(({ path }) => path.startsWith('/tools.git/'))).toBe(true)
  })

  it('refuses a stand-in for content of Git LFS', async () => {
    using repository = createRepository()
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'
    repository.commit({ ...pdf, 'skills/pdf/model.bin': pointer })
    await using at = await serving(repository)
    expect(await at.fetch()).toMatchObject({ reason: 'entry', facts: { entry: 'model.bin', problem: 'lfs_pointer' } })
  })

  it('refuses names that a checkout elsewhere would take for others', async () => {
    using repository = createRepository()
    repository.commit(pdf)
    const id = repository.git(['hash-object', '-w', '--stdin'], 'evil')
    const tree = (entries: readonly string[]) =>
      repository.git(['mktree', '-z'], entries.map((one) => `${one}\0`).join(''))
    const manifest = repository.git(['hash-object', '-w', '--stdin'], skillMd('pdf'))
    await using at = await serving(repository)
    for (const [name, problem] of [
      ['skill.md', 'collision'],
      ['ab:c', 'windows_name'],
      ['c\\d', 'bad_name'],
    ]) {
      const root = tree([`100644 blob ${manifest}\tSKILL.md`, `100644 blob ${id}\t${name}`])
      repository.git(['update-ref', 'refs/heads/main', repository.git(['commit-tree', '-m', 'x', root])])
      expect(await at.fetch()).toMatchObject({ reason: 'entry', facts: { entry: name, problem } })
    }
  })

  it('refuses trees that stand for millions of paths', async () => {
    using repository = createRepository()
    repository.commit(pdf)
    let id = repository.git(['hash-object', '-w', '--stdin'], 'x')
    let kind = '100644 blob'
    for (let level = 0; level < 10; level += 1) {
      id = repository.git(['mktree'], Array.from({ length: 10 }, (_, index) => `${kind} ${id}\tf${index}\n`).join(''))
      kind = '040000 tree'
    }
    repository.git(['update-ref', 'refs/heads/main', repository.git(['commit-tree', '-m', 'x', id])])
    await using at = await serving(repository)
    expect(await at.fetch()).toMatchObject({ code: 'SOURCE_REFUSED', reason: 'malformed' })
  })

  it('refuses a small pack of a large file before it is in memory', async () => {
    using repository = createRepository()
    repository.commit({ ...pdf, 'skills/pdf/zeros': new Uint8Array(120 * 1024 * 1024) })
    await using at = await serving(repository)
    expect(await at.fetch()).toMatchObject({ reason: 'too_large', facts: { what: 'repository' }, fault: 'author' })
  })

  it('follows a repository that was renamed', async () => {
    using repository = createRepository()
    repository.commit(pdf)
    const git = serveGit(repository.folder)
    await using server = await startServer((request, response) => {
      if (request.path.startsWith('/new.git')) git(request, response)
      else response.writeHead(301, { location: request.path.replace('/old.git', '/new.git') }).end()
    })
    await using local = openLocalSources()
    const url = `https://api.example.com:${server.port}/old.git`
    const spec = { kind: 'git', url, path: '', ref: undefined, name: undefined } as const
    expect(await local.sources.fetch(spec, { signal: local.signal })).toMatchObject({ ok: true, name: 'pdf' })
  })

  it.each([
    ['a page', 'text', 'malformed'],
    ['the older protocol', '001e# service=git-upload-pack\n0000', 'unsupported'],
    ['another object format', '000eversion 2\n0019object-format=sha256\n0000', 'unsupported'],
  ])('refuses a server that answers with %s', async (_, text, reason) => {
    await using server = await startServer((_request, response) => void response.end(text))
    await using local = openLocalSources()
    const url = `https://api.example.com:${server.port}/x.git`
    const spec = { kind: 'git', url, path: '', ref: undefined, name: undefined } as const
    expect(await local.sources.fetch(spec, { signal: local.signal })).toMatchObject({ ok: false, reason })
  })
})
