import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '#runner/core/hash.ts'
import { classifyAddress } from '#runner/egress/address-policy.ts'
import type { After } from '#runner/egress/scope.ts'
import { type Answer, startServer } from '#runner/egress/testing/local-server.ts'
import type { Fetched, SourceSpec } from './source.ts'
import type { SourceRefusal } from './source-refusal.ts'
import { sourceWords } from './source-refusal.ts'
import { type RawEntry, tarGzOf, zipOf } from './testing/archives.ts'
import { openLocalSources } from './testing/local-sources.ts'

const skillMd = (name: string) => `---\nname: ${name}\ndescription: Does ${name}\n---\n# ${name}\n`
const pdf: readonly RawEntry[] = [
  { name: 'pdf/SKILL.md', content: skillMd('pdf') },
  { name: 'pdf/scripts/run.py', content: 'print(1)' },
]
const digestOf = (bytes: Uint8Array): string => `sha256:${sha256(bytes)}`

type Sent = Uint8Array | string | { readonly location: string } | ((response: ServerResponse) => void)

/** A server that answers by path, and sources whose names all lead to it. */
async function serving(files: Readonly<Record<string, Sent>>, egress: Parameters<typeof openLocalSources>[0] = {}) {
  const answer: Answer = ({ path }, response) => {
    const sent = files[path]
    if (sent === undefined) response.writeHead(404).end()
    else if (typeof sent === 'function') sent(response)
    else if (typeof sent === 'object' && 'location' in sent) response.writeHead(302, { location: sent.location }).end()
    else response.end(sent)
  }
  const server = await startServer(answer)
  const local = openLocalSources(egress)
  const origin = `https://api.example.com:${server.port}`
  return {
    ...local,
    server,
    origin,
    other: `https://other.example.com:${server.port}`,
    archive: (path: string, name?: string) => ({ kind: 'archive', url: origin + path, name }) as const,
    wellKnown: (name?: string) => ({ kind: 'well-known', origin, name }) as const,
    fetch: (
      spec: SourceSpec,
      options: { name?: string; digest?: string; commit?: string; signal?: AbortSignal } = {},
    ) => local.sources.fetch(spec, { signal: local.signal, ...options }),
    list: (spec: SourceSpec) => local.sources.list(spec, local.signal),
    async [Symbol.asyncDispose]() {
      await local[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

function textsOf(fetched: Fetched | SourceRefusal): Record<string, string> {
  if (!fetched.ok) throw new Error(JSON.stringify(fetched))
  const entries = readdirSync(fetched.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(
    entries.map((one) => {
      const path = join(one.parentPath, one.name)
      return [path.slice(fetched.folder.length + 1), readFileSync(path, 'utf8')]
    }),
  )
}

const texts = { 'SKILL.md': skillMd('pdf'), [join('scripts', 'run.py')]: 'print(1)' }

describe('an archive', () => {
  it.each([
    ['inside', 'SKILL.md'],
    ['outside', '../../../etc/passwd'],
  ])('with a link to a file %s of one skill refuses this skill, by the link, and no other', async (_, linkname) => {
    const evil = { name: 'r/skills/evil/x', type: 'symlink', linkname } as const
    const names = ['evil', 'good'].map((name) => ({ name: `r/skills/${name}/SKILL.md`, content: skillMd(name) }))
    await using at = await serving({ '/x.tgz': await tarGzOf([...names, evil]) })
    expect(await at.list(at.archive('/x.tgz'))).toMatchObject({ offered: [{ name: 'evil' }, { name: 'good' }] })
    expect(textsOf(await at.fetch(at.archive('/x.tgz', 'good')))).toEqual({ 'SKILL.md': skillMd('good') })
    expect(await at.fetch(at.archive('/x.tgz', 'evil'))).toMatchObject({
      ...{ ok: false, reason: 'entry', facts: { entry: 'r/skills/evil/x', problem: 'link' } },
    })
  })

  it.each([
    ['tar.gz', tarGzOf],
    ['zip', async (entries: readonly RawEntry[]) => zipOf(entries)],
  ])('is fetched without its one folder, with its digest: %s', async (type, archiveOf) => {
    const archive = await archiveOf(pdf)
    await using at = await serving({ [`/x.${type}`]: archive })
    const fetched = await at.fetch(at.archive(`/x.${type}`), { digest: digestOf(archive) })
    expect(textsOf(fetched)).toEqual(texts)
    expect(fetched).toMatchObject({ name: 'pdf', digest: digestOf(archive), source: `${at.origin}/x.${type}` })
  })

  it('with several skills lists them, and needs a name', async () => {
    await using at = await serving({ '/x.zip': zipOf([...pdf, { name: 'docx/SKILL.md', content: skillMd('docx') }]) })
    expect(await at.list(at.archive('/x.zip'))).toMatchObject({
      offered: [
        { name: 'docx', source: `${at.origin}/x.zip#docx` },
        { name: 'pdf', description: 'Does pdf', source: `${at.origin}/x.zip#pdf` },
      ],
    })
    expect(await at.fetch(at.archive('/x.zip'))).toMatchObject({ reason: 'name_needed' })
    expect(textsOf(await at.fetch(at.archive('/x.zip', 'pdf')))).toEqual(texts)
  })

  it('that changed since it was pinned is refused before it is unpacked', async () => {
    const promised = await tarGzOf(pdf)
    const changed = await tarGzOf([{ name: '../evil', content: 'x' }])
    await using at = await serving({ '/x.tgz': changed })
    expect(await at.fetch(at.archive('/x.tgz'), { digest: digestOf(promised) })).toMatchObject({
      code: 'SOURCE_CHANGED',
      reason: 'digest_mismatch',
      facts: { expected: digestOf(promised), got: digestOf(changed) },
    })
    expect(readdirSync(at.parent)).toEqual([])
  })

  it('may be redirected to another public host', async () => {
    const files: Record<string, Sent> = { '/y': await tarGzOf(pdf) }
    await using at = await serving(files)
    files['/x.tgz'] = { location: `${at.other}/y` }
    expect(textsOf(await at.fetch(at.archive('/x.tgz')))).toEqual(texts)
    expect(at.server.serverNames).toEqual(['api.example.com', 'other.example.com'])
  })

  it.each([
    ['a private address', 'https://10.0.0.1/x'],
    ['an address of the cloud', 'https://169.254.169.254/latest/meta-data/'],
    ['plain http', 'http://other.example.com/x'],
    ['a file', 'file:///etc/passwd'],
    ['a single label', 'https://localhost/x'],
    ['credentials', 'https://user:secret@other.example.com/x'],
  ])('that redirects to %s is refused', async (_, location) => {
    await using at = await serving({ '/x.tgz': { location } })
    expect(await at.fetch(at.archive('/x.tgz'))).toMatchObject({ code: 'SOURCE_BLOCKED', reason: 'blocked' })
    expect(at.server.seen).toHaveLength(1)
  })

  it('that redirects to a name of a private address is refused', async () => {
    const resolve = async (host: string) => [host === 'api.example.com' ? '127.0.0.1' : '192.168.0.1']
    const files: Record<string, Sent> = {}
    await using at = await serving(files, { resolve })
    files['/x.tgz'] = { location: `${at.other}/y` }
    expect(await at.fetch(at.archive('/x.tgz'))).toMatchObject({ reason: 'blocked', facts: { host: /other/ } })
  })

  it('on this machine is refused, except in these tests', async () => {
    await using at = await serving({ '/x.tgz': await tarGzOf(pdf) }, { addressPolicy: classifyAddress })
    expect(await at.fetch(at.archive('/x.tgz'))).toMatchObject({ reason: 'blocked' })
    expect(at.server.seen).toEqual([])
  })

  it('that redirects without end is refused', async () => {
    await using at = await serving({ '/x.tgz': { location: '/x.tgz' } })
    expect(await at.fetch(at.archive('/x.tgz'))).toMatchObject({ reason: 'malformed', facts: { what: 'redirect' } })
    expect(at.server.seen).toHaveLength(6)
  })

  it.each([
    [404, 'not_found'],
    [401, 'not_found'],
    [429, 'status'],
    [503, 'status'],
    [204, 'status'],
  ])('that the server answers with status %i is refused', async (status, reason) => {
    await using at = await serving({ '/x.tgz': (response) => void response.writeHead(status).end() })
    expect(await at.fetch(at.archive('/x.tgz'))).toMatchObject({ ok: false, reason, facts: { status } })
  })

  it('of a gigabyte is refused after 20 MB', async () => {
    const block = Buffer.alloc(1024 * 1024)
    let sent = 0
    const pour = async (response: ServerResponse) => {
      while (!response.destroyed && sent < 1024) {
        sent += 1
        if (!response.write(block)) await Promise.race([once(response, 'drain'), once(response, 'close')])
      }
    }
    await using at = await serving({ '/x.tgz': (response) => void pour(response).catch(() => undefined) })
    expect(await at.fetch(at.archive('/x.tgz'))).toMatchObject({
      reason: 'too_large',
      facts: { what: 'archive', limitBytes: 20 * 1024 * 1024 },
    })
    expect(sent).toBeLessThan(200)
  })

  it('that drips slowly ends with the whole time of the operation', async () => {
    const timers: Array<{ readonly ms: number; readonly run: () => void }> = []
    const after: After = (ms, run) => {
      timers.push({ ms, run })
      return () => undefined
    }
    const files: Record<string, Sent> = {
      '/x.tgz': (response) => {
        response.write('a drop')
        timers.at(-1)?.run()
      },
    }
    let now = 0
    const clock = { now: () => now, monotonic: () => now }
    await using at = await serving(files, { after, clock })
    files['/slow.tgz'] = (response) => {
      now = 50_000
      response.writeHead(302, { location: '/x.tgz' }).end()
    }
    expect(await at.fetch(at.archive('/slow.tgz'))).toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
      reason: 'timeout',
      facts: { seconds: 60 },
    })
    // The second request has only what the first one left.
    expect(timers.map(({ ms }) => ms)).toEqual([59_500, 9_500])
  })

  it('ends when the caller gives up', async () => {
    const caller = new AbortController()
    await using at = await serving({ '/x.tgz': () => caller.abort() })
    expect(await at.fetch(at.archive('/x.tgz'), { signal: caller.signal })).toMatchObject({ reason: 'aborted' })
  })

  it('has no commit to pin', async () => {
    await using at = await serving({})
    expect(await at.fetch(at.archive('/x.tgz'), { commit: 'a'.repeat(40) })).toMatchObject({
      reason: 'pin_unsupported',
      facts: { pin: 'commit', kind: 'archive' },
    })
  })
})

describe('a well-known source', () => {
  const path = '/.well-known/agent-skills/index.json'
  const indexOf = (...skills: object[]): string => JSON.stringify({ $schema: 'any', skills, later: true })
  const entry = (more: object) => ({
    name: 'pdf',
    type: 'archive',
    description: 'Does pdf',
    url: 'pdf.tar.gz',
    ...more,
  })

  it('lists what its index has, and fetches an archive or a SKILL.md by its digest', async () => {
    const archive = await tarGzOf(pdf)
    const alone = Buffer.from(skillMd('notes'))
    const notes = {
      name: 'notes',
      type: 'skill-md',
      description: 'Notes',
      url: '/notes/SKILL.md',
      digest: digestOf(alone),
    }
    await using at = await serving({
      [path]: indexOf(entry({ digest: digestOf(archive) }), notes),
      '/.well-known/agent-skills/pdf.tar.gz': archive,
      '/notes/SKILL.md': alone,
    })
    const { host } = new URL(at.origin)
    expect(await at.list(at.wellKnown())).toMatchObject({
      offered: [
        { name: 'pdf', description: 'Does pdf', digest: digestOf(archive), source: `well-known:${host}/pdf` },
        { name: 'notes', digest: digestOf(alone), source: `well-known:${host}/notes` },
      ],
    })
    const fetched = await at.fetch(at.wellKnown('pdf'))
    expect(textsOf(fetched)).toEqual(texts)
    expect(fetched).toMatchObject({ name: 'pdf', digest: digestOf(archive), source: `well-known:${host}/pdf` })
    expect(textsOf(await at.fetch(at.wellKnown(), { name: 'notes' }))).toEqual({ 'SKILL.md': skillMd('notes') })
    expect(await at.fetch(at.wellKnown())).toMatchObject({
      reason: 'name_needed',
      facts: { offered: ['pdf', 'notes'] },
    })
    expect(await at.fetch(at.wellKnown('doc'))).toMatchObject({ reason: 'skill_not_found' })
  })

  it.each(['archive', 'skill-md'])(
    'that lies about a digest is refused before anything is unpacked: %s',
    async (type) => {
      const evil = await tarGzOf([{ name: '../evil', content: 'x' }])
      const digest = digestOf(await tarGzOf(pdf))
      await using at = await serving({
        [path]: indexOf(entry({ type, digest })),
        '/.well-known/agent-skills/pdf.tar.gz': evil,
      })
      expect(await at.fetch(at.wellKnown())).toMatchObject({ reason: 'digest_mismatch', fault: 'provider' })
      expect(readdirSync(at.parent)).toEqual([])
    },
  )

  it('that changes between the look and the fetch is refused', async () => {
    const [before, later] = [await tarGzOf(pdf), await tarGzOf([...pdf, { name: 'pdf/more', content: 'x' }])]
    const files: Record<string, Sent> = { [path]: indexOf(entry({ digest: digestOf(before) })) }
    await using at = await serving(files)
    const listed = await at.list(at.wellKnown())
    const digest = listed.ok ? listed.offered[0]?.digest : undefined
    files[path] = indexOf(entry({ digest: digestOf(later) }))
    files['/.well-known/agent-skills/pdf.tar.gz'] = later
    expect(await at.fetch(at.wellKnown(), { digest: digest ?? '' })).toMatchObject({
      code: 'SOURCE_CHANGED',
      facts: { expected: digestOf(before), got: digestOf(later) },
    })
  })

  it('names files on its own host only, where its own host may redirect them', async () => {
    const archive = await tarGzOf(pdf)
    const digest = digestOf(archive)
    const files: Record<string, Sent> = { '/files/pdf.tar.gz': archive }
    await using at = await serving(files)
    files[path] = indexOf(entry({ digest, url: `${at.other}/files/pdf.tar.gz` }))
    expect(await at.fetch(at.wellKnown())).toMatchObject({
      reason: 'other_host',
      facts: { url: `${at.other}/files/pdf.tar.gz` },
    })
    expect(at.server.serverNames).not.toContain('other.example.com')

    files[path] = indexOf(entry({ digest }))
    files['/.well-known/agent-skills/pdf.tar.gz'] = { location: `${at.other}/files/pdf.tar.gz` }
    expect(textsOf(await at.fetch(at.wellKnown()))).toEqual(texts)

    files[path] = { location: `${at.other}/moved/index.json` }
    files['/moved/index.json'] = indexOf(entry({ digest, url: '../files/pdf.tar.gz' }))
    expect(textsOf(await at.fetch(at.wellKnown()))).toEqual(texts)
  })

  it.each([
    ['no JSON', '<html>', 'malformed'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe]), 'malformed'],
    ['another shape', '[]', 'index_field'],
    ['a name with a path', indexOf(entry({ name: '../x', digest: `sha256:${'0'.repeat(64)}` })), 'index_field'],
    ['no digest', indexOf(entry({})), 'index_field'],
    ['a digest of another kind', indexOf(entry({ digest: `md5:${'0'.repeat(32)}` })), 'index_field'],
    ['a type of the future', indexOf(entry({ type: 'image', digest: `sha256:${'0'.repeat(64)}` })), 'unsupported'],
    [
      'a plain address',
      indexOf(entry({ url: 'http://api.example.com/x', digest: `sha256:${'0'.repeat(64)}` })),
      'other_host',
    ],
    ['more than 2 MB', Buffer.alloc(3 * 1024 * 1024, ' '), 'too_large'],
    ['no skill', indexOf(), 'no_skill'],
  ])('with an index of %s is refused', async (_, index, reason) => {
    await using at = await serving({ [path]: index })
    expect(await at.fetch(at.wellKnown())).toMatchObject({ ok: false, reason })
  })

  it('whose archive has no skill, or several, is refused', async () => {
    const archive = zipOf([...pdf, { name: 'docx/SKILL.md', content: 'x' }])
    await using at = await serving({
      [path]: indexOf(entry({ digest: digestOf(archive) })),
      '/.well-known/agent-skills/pdf.tar.gz': archive,
    })
    expect(await at.fetch(at.wellKnown())).toMatchObject({ reason: 'no_skill', facts: { what: 'pdf' } })
  })
})

describe('a folder', () => {
  let folder = ''
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'folder-source-')))
    for (const inside of ['pdf/scripts', 'pdf/node_modules/x', 'pdf/.git', 'docx'])
      mkdirSync(join(folder, inside), { recursive: true })
    writeFileSync(join(folder, 'pdf/SKILL.md'), skillMd('pdf'))
    writeFileSync(join(folder, 'pdf/scripts/run.py'), 'print(1)')
    writeFileSync(join(folder, 'pdf/node_modules/x/index.js'), 'x')
    writeFileSync(join(folder, 'pdf/.git/config'), 'x')
    writeFileSync(join(folder, 'docx/SKILL.md'), skillMd('docx'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is copied without packages and the folder of git', async () => {
    await using at = await serving({})
    const fetched = await at.fetch({ kind: 'folder', path: join(folder, 'pdf') })
    expect(textsOf(fetched)).toEqual(texts)
    expect(fetched).toMatchObject({ name: 'pdf', source: join(folder, 'pdf'), commit: undefined, digest: undefined })
  })

  it('of several skills lists them and fetches one by name', async () => {
    await using at = await serving({})
    const sources = [{ source: `${folder}/docx` }, { source: `${folder}/pdf` }]
    expect(await at.list({ kind: 'folder', path: folder })).toMatchObject({ offered: sources })
    expect(textsOf(await at.fetch({ kind: 'folder', path: folder }, { name: 'pdf' }))).toEqual(texts)
  })

  it('with links beside its skills gives the skill, and is refused for a link in the skill', async () => {
    const clone = realpathSync(mkdtempSync(join(tmpdir(), 'folder-source-')))
    const one = join(clone, '.agents/skills/one')
    mkdirSync(one, { recursive: true })
    mkdirSync(join(clone, '.claude'))
    writeFileSync(join(clone, 'AGENTS.md'), 'Notes')
    writeFileSync(join(clone, 'NUL'), 'a name that no skill may have')
    writeFileSync(join(clone, 'large'), Buffer.alloc(60 * 1024 * 1024))
    symlinkSync('AGENTS.md', join(clone, 'CLAUDE.md'))
    symlinkSync('../.agents/skills', join(clone, '.claude/skills'))
    symlinkSync('nowhere', join(clone, '.agents/skills/two'))
    writeFileSync(join(one, 'SKILL.md'), skillMd('one'))
    await using at = await serving({})
    const spec = { kind: 'folder', path: clone } as const
    expect(await at.list(spec)).toMatchObject({ offered: [{ name: 'one', source: `${clone}/.agents/skills/one` }] })
    expect(textsOf(await at.fetch(spec, { name: 'one' }))).toEqual({ 'SKILL.md': skillMd('one') })
    expect(textsOf(await at.fetch({ kind: 'folder', path: join(clone, '.claude/skills') }))).toEqual({
      'SKILL.md': skillMd('one'),
    })
    symlinkSync('/etc/passwd', join(one, 'evil'))
    expect(await at.fetch(spec)).toMatchObject({ reason: 'folder', facts: { file: '.agents/skills/one/evil' } })
    expect(await at.list(spec)).toMatchObject({ offered: [{ name: 'one' }] })
    rmSync(clone, { recursive: true })
  })

  it('with a link is refused by the name of the file, and absent it is refused too', async () => {
    const linked = realpathSync(mkdtempSync(join(tmpdir(), 'folder-source-')))
    writeFileSync(join(linked, 'SKILL.md'), skillMd(basename(linked)))
    symlinkSync('/etc/passwd', join(linked, 'evil'))
    await using at = await serving({})
    expect(await at.fetch({ kind: 'folder', path: linked })).toMatchObject({
      reason: 'folder',
      facts: { file: 'evil' },
    })
    rmSync(linked, { recursive: true })
    expect(await at.fetch({ kind: 'folder', path: linked })).toMatchObject({
      reason: 'folder',
      facts: { detail: 'does not exist' },
    })
  })
})

describe('a refusal', () => {
  it('has words that name its facts and the remedy', async () => {
    await using at = await serving({ '/x.tgz': await tarGzOf([{ name: 'a/../../evil' }]) })
    const refusal = await at.fetch(at.archive('/x.tgz'))
    if (refusal.ok) throw new Error('fetched')
    expect(sourceWords(refusal)).toEqual({
      message: 'The entry a/../../evil leads out of the folder.',
      remedy: 'Tell the author of the source.',
    })
  })
})
