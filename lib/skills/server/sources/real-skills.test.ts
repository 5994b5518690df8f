import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#runner/core/hash.ts'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { need, needs, referenceData } from '../../../../scripts/testing/needs.ts'
import { tarGzOf, zipOf } from './testing/archives.ts'
import { createRepository, hasGit, openLocalSources, serveGit } from './testing/local-sources.ts'

/** Skills that people use, as they are in the repositories of their authors. */
const names = [
  'ComposioHQ__invoice-organizer',
  'anthropics__skills__brand-guidelines',
  'anthropics__skills__internal-comms',
  'anthropics__skills__theme-factory',
  'anthropics__skills__webapp-testing',
  'openai__skills__.curated__gh-fix-ci',
  'openai__skills__.curated__notion-knowledge-capture',
  'openclaw__skills__arein__travel-concierge',
  'vercel-labs__skills__composition-patterns',
  'vercel-labs__skills__deploy-to-vercel',
]

function bytesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'hex')]))
}

const needsGit = need(hasGit, 'the git program', 'install git')

describe('ten skills that people use', needs.referenceData, () => {
  const skills = () =>
    names.map((name) => {
      const files = bytesIn(join(referenceData ?? '', 'skills-benign', name))
      return { name: name.split('__').at(-1) ?? '', files }
    })

  it('are equal byte by byte when they come from one git repository', needsGit, async () => {
    using repository = createRepository()
    for (const { name, files } of skills()) {
      for (const [path, hex] of files) {
        const file = join(repository.folder, 'skills', name, path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, Buffer.from(hex, 'hex'))
      }
    }
    const commit = repository.commit({})
    await using server = await startServer(serveGit(repository.folder))
    await using local = openLocalSources()
    const url = `https://api.example.com:${server.port}/skills.git`
    const spec = { kind: 'git', url, path: '', ref: undefined, name: undefined } as const
    const listed = await local.sources.list(spec, local.signal)
    expect(listed.ok && listed.offered.map(({ name }) => name)).toEqual(
      skills()
        .map(({ name }) => name)
        .sort(),
    )
    for (const { name, files } of skills()) {
      const fetched = await local.sources.fetch(spec, { name, commit, signal: local.signal })
      if (!fetched.ok) throw new Error(JSON.stringify(fetched))
      expect(bytesIn(fetched.folder)).toEqual(files)
      expect(fetched).toMatchObject({ name, commit })
    }
  })

  it('are equal byte by byte when they come from a well-known index', async () => {
    const served = new Map<string, Buffer>()
    const index: object[] = []
    for (const [order, { name, files }] of skills().entries()) {
      const entries = [...files].map(([path, hex]) => ({ name: path, content: Buffer.from(hex, 'hex') }))
      const archive = order % 2 === 0 ? await tarGzOf(entries) : zipOf(entries)
      const digest = `sha256:${sha256(archive)}`
      served.set(`/files/${name}`, archive)
      index.push({ name, type: 'archive', description: name, url: `/files/${name}`, digest })
    }
    served.set('/.well-known/agent-skills/index.json', Buffer.from(JSON.stringify({ skills: index })))
    await using server = await startServer(({ path }, response) => void response.end(served.get(path)))
    await using local = openLocalSources()
    const spec = { kind: 'well-known', origin: `https://api.example.com:${server.port}`, name: undefined } as const
    for (const { name, files } of skills()) {
      const fetched = await local.sources.fetch(spec, { name, signal: local.signal })
      if (!fetched.ok) throw new Error(JSON.stringify(fetched))
      expect(bytesIn(fetched.folder)).toEqual(files)
    }
  })
})
