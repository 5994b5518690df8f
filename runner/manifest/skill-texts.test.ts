import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { composeSkill } from './compose-skill.ts'
import { loadSkillFolder } from './load-skill-folder.ts'
import { listReferences, readInstructions, readReference } from './skill-texts.ts'

let root = ''
let folder = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-texts-'))
  folder = join(root, 'guide')
  await mkdir(join(folder, 'references'), { recursive: true })
  await writeFile(
    join(folder, 'SKILL.md'),
    '---\nname: guide\ndescription: A guide.\n---\n# How\n\nRead references/a.md.\n',
  )
  await writeFile(join(folder, 'references', 'a.md'), 'Details.')
  await writeFile(join(root, 'secret.txt'), 'secret')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const load = async (from = folder) => {
  const loaded = await loadSkillFolder(from, { tier: 'local', projectDir: root })
  if (!loaded.ok) throw new Error('not loaded')
  return loaded.skill
}

describe('the texts of a skill', () => {
  it('are read step by step: name and description, then instructions, then a reference', async () => {
    const skill = await load()
    expect(JSON.stringify(skill)).toContain('A guide.')
    expect(JSON.stringify(skill)).not.toMatch(/Read references|Details/)
    expect(await readInstructions(skill)).toEqual({ ok: true, text: '# How\n\nRead references/a.md.' })
    expect(await readReference(skill, 'references/a.md')).toEqual({ ok: true, text: 'Details.' })
    expect(await readReference(skill, './references/a.md')).toEqual({ ok: true, text: 'Details.' })
  })

  it.each([
    '../secret.txt',
    'references/../../secret.txt',
    '/etc/hostname',
    '',
    '.',
    'references',
    '__proto__',
    '.env',
  ])('are never read from outside the skill’s own files: %j', async (path) => {
    await writeFile(join(folder, '.env'), 'KEY=1')
    expect(await readReference(await load(), path)).toEqual({ ok: false, reason: 'missing' })
  })

  it('are never read through a link, even one that was created after the load', async () => {
    const skill = await load()
    await rm(join(folder, 'references', 'a.md'))
    await symlink(join(root, 'secret.txt'), join(folder, 'references', 'a.md'))
    expect(await readReference(skill, 'references/a.md')).toEqual({ ok: false, reason: 'changed' })
  })

  it('are refused when a file has changed since the load', async () => {
    const skill = await load()
    await writeFile(join(folder, 'references', 'a.md'), 'Other details.')
    expect(await readInstructions(skill)).toEqual({ ok: false, reason: 'changed' })
  })

  it('are refused when they are too large or not text', async () => {
    await writeFile(join(folder, 'large.md'), 'a'.repeat(300_000))
    await writeFile(join(folder, 'image.png'), new Uint8Array([0x89, 0xff]))
    const skill = await load()
    expect(await readReference(skill, 'large.md')).toEqual({ ok: false, reason: 'too large' })
    expect(await readReference(skill, 'image.png')).toEqual({ ok: false, reason: 'not text' })
  })
})

describe('the texts of a skill with parents', () => {
  const add = async (name: string, instructions: string, files: Record<string, string> = {}) => {
    await mkdir(join(root, name))
    await writeFile(join(root, name, 'SKILL.md'), `---\nname: ${name}\ndescription: d\n---\n${instructions}\n`)
    for (const [path, text] of Object.entries(files)) await writeFile(join(root, name, path), text)
    return load(join(root, name))
  }

  it('are those of the ancestors, each once, and then its own', async () => {
    const base = await add('base', 'Be brief.')
    const parents = [composeSkill(await add('one', 'Take less.'), [base]), composeSkill(await add('two', ''), [base])]
    const child = composeSkill(await add('child', 'Ask first.'), parents)
    expect(await readInstructions(child)).toEqual({
      ok: true,
      text: '# From the skill base\n\nBe brief.\n\n# From the skill one\n\nTake less.\n\nAsk first.',
    })
  })

  it('are not read if a file of a parent was changed', async () => {
    const child = composeSkill(await add('child', ''), [await load()])
    await writeFile(join(folder, 'SKILL.md'), 'other')
    expect(await readInstructions(child)).toEqual({ ok: false, reason: 'changed' })
  })

  it('are read from its own file, else from that of the last parent that has it', async () => {
    const one = await add('one', '', { 'a.md': 'one', 'b.md': 'one', 'c.md': 'one' })
    const two = await add('two', '', { 'a.md': 'two', 'b.md': 'two' })
    const child = composeSkill(await add('child', '', { 'a.md': 'child' }), [one, two])
    const texts = await Promise.all(['a.md', 'b.md', 'c.md', 'd.md'].map((path) => readReference(child, path)))
    expect(texts.map((read) => (read.ok ? read.text : read.reason))).toEqual(['child', 'two', 'one', 'missing'])
    expect(await listReferences(child)).toEqual(['a.md', 'b.md', 'c.md'])
  })
})
