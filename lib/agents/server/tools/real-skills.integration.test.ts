import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import type { Done } from '#lib/skills/server/installing/install-problem.ts'
import { startInstaller } from '#lib/skills/server/installing/testing/installer-process.ts'
import { tarGzOf, zipOf } from '#lib/skills/server/sources/testing/archives.ts'
import {
  createRepository,
  hasGit,
  openLocalSources,
  serveGit,
} from '#lib/skills/server/sources/testing/local-sources.ts'
import { sha256 } from '#runner/core/hash.ts'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { readInstructions } from '#runner/manifest/skill-texts.ts'
import { need, needs, referenceData } from '../../../../scripts/testing/needs.ts'
import { promptBlock } from './prompt-block.ts'
import { agentCaller, toolWorld } from './testing/tool-world.ts'

/** Skills that people use, as they are in the repositories of their authors. */
const fromGit = ['ComposioHQ__invoice-organizer', 'anthropics__skills__webapp-testing']
const fromIndex = ['openai__skills__.curated__gh-fix-ci', 'openclaw__skills__arein__travel-concierge']

type Files = ReadonlyMap<string, Buffer>

function filesIn(folder: string): Files {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
}

const hashesOf = (files: Files) => new Map([...files].map(([path, bytes]) => [path, sha256(bytes)]))

/** Each skill with the name that its SKILL.md says. */
const read = (folders: readonly string[]) =>
  folders.map((folder) => {
    const files = filesIn(join(referenceData ?? '', 'skills-benign', folder))
    return { name: /^name: *"?([\w-]+)/m.exec(String(files.get('SKILL.md')))?.[1] ?? '', files }
  })

function repositoryOf(skills: ReturnType<typeof read>) {
  const repository = createRepository()
  for (const { name, files } of skills) {
    for (const [path, bytes] of files) {
      const file = join(repository.folder, 'skills', name, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
    }
  }
  repository.commit({})
  return repository
}

async function wellKnownFiles(skills: ReturnType<typeof read>): Promise<ReadonlyMap<string, Buffer>> {
  const served = new Map<string, Buffer>()
  const index: object[] = []
  for (const [order, { name, files }] of skills.entries()) {
    const entries = [...files].map(([path, content]) => ({ name: path, content }))
    const archive = order % 2 === 0 ? await tarGzOf(entries) : zipOf(entries)
    served.set(`/files/${name}`, archive)
    const digest = `sha256:${sha256(archive)}`
    index.push({ name, type: 'archive', description: name, url: `/files/${name}`, digest })
  }
  served.set('/.well-known/agent-skills/index.json', Buffer.from(JSON.stringify({ skills: index })))
  return served
}

function valueIn<Value>(done: Done<Value>): Value {
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
  return done.value
}

const needsGit = need(hasGit, 'the git program', 'install git')

test('skills that people use are installed from a git server and a well-known index, byte by byte, shown to an agent and removed without a trace', {
  ...needs.referenceData,
  ...needsGit,
}, async () => {
  await using opened = new AsyncDisposableStack()
  const { client: db } = opened.use(await createTestDatabase())
  const root = await mkdtemp(join(tmpdir(), 'travel-real-skills-'))
  opened.defer(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'skills'))
  await writeFile(join(root, 'skills', 'SKILL_MANIFEST.json'), '{ "approvedSkills": [] }')
  const [ofGit, ofIndex] = [read(fromGit), read(fromIndex)]
  const git = opened.use(await startServer(serveGit(opened.use(repositoryOf(ofGit)).folder)))
  const served = await wellKnownFiles(ofIndex)
  const index = opened.use(await startServer(({ path }, response) => void response.end(served.get(path))))
  const { sources, signal } = opened.use(openLocalSources())
  const start = () => startInstaller({ root, db, sources })

  const sourceOf = (name: string) =>
    ofGit.some((one) => one.name === name)
      ? `https://api.example.com:${git.port}/skills.git#skills/${name}`
      : `well-known:api.example.com:${index.port}/${name}`
  const all = [...ofGit, ...ofIndex]
  for (const { name } of all) {
    const { installer } = start()
    const plan = valueIn(await installer.plan({ source: sourceOf(name), tier: 'untrusted', signal }))
    valueIn(await installer.apply(commandLine, plan))
  }

  const { skills, installer } = start()
  const installed = await skills.list()
  expect(installed.map(({ manifest }) => manifest.name).sort()).toEqual(all.map(({ name }) => name).sort())
  for (const { manifest, folder, tier } of installed) {
    expect(tier).toBe('untrusted')
    const files = all.find(({ name }) => name === manifest.name)?.files
    expect(hashesOf(filesIn(folder))).toEqual(files && hashesOf(files))
  }
  const { tools } = toolWorld([...installed])
  const block = await promptBlock({ tools, skills }, agentCaller(), 20_000)
  for (const { manifest } of installed) expect(block).toContain(`<skill name="${manifest.name}">`)
  for (const skill of installed) {
    expect(await readInstructions(skill)).toMatchObject({ ok: true, text: expect.stringContaining('#') })
  }

  for (const { name } of all) valueIn(await installer.remove(commandLine, name))
  expect(await start().skills.list()).toEqual([])
  expect([await db.installedSkill.count(), await db.skillRelease.count(), await db.enablement.count()]).toEqual([
    0, 0, 0,
  ])
  expect(await readdir(join(root, 'releases'))).toEqual([])
  expect(JSON.parse(readFileSync(join(root, 'skills.lock'), 'utf8'))).toEqual({ version: 1, skills: {} })
})
