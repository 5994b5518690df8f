import { describe, expect, test } from 'vitest'
import type { Permissions } from '../contract/manifest.ts'
import type { Json } from '../contract/skill-io.ts'
import type { SkillFiles } from '../core/ports.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { testSeam } from './testing/test-seam.ts'

type Filesystem = Permissions['filesystem']
type Options = { read?: string[]; write?: string[]; declared?: Filesystem; acts?: boolean; hasFiles?: boolean }

function seamWith({ read = ['notes'], write = ['notes'], declared, acts = true, hasFiles = true }: Options = {}) {
  const used: string[] = []
  const files: SkillFiles = {
    async read(path) {
      used.push(`read ${path}`)
      if (path.endsWith('missing')) return { ok: false, name: 'NotFoundError', message: 'there is no such file' }
      return { ok: true, text: 'text' }
    },
    async write(path, text) {
      used.push(`write ${path}`)
      return { ok: true, bytes: Buffer.byteLength(text) }
    },
  }
  const seam = testSeam(
    { filesystem: { read, write } },
    {
      grant: declared && { declared: { ...nothing, filesystem: declared } },
      services: { files: hasFiles ? () => files : undefined },
      acts,
    },
  )
  const ask = (op: 'files.read' | 'files.write', args: Json) => seam.call(op, args, 1)
  return { seam, used, ask }
}

test('reads and writes below a declared path; a read returns the text, a write its size in bytes', async () => {
  const { ask, used } = seamWith({ read: ['notes/', 'one.txt'] })
  expect(await ask('files.read', { path: 'notes/a/b.txt' })).toEqual({ kind: 'value', value: 'text' })
  expect(await ask('files.read', { path: 'one.txt' })).toEqual({ kind: 'value', value: 'text' })
  expect(await ask('files.write', { path: 'notes/a', text: 'ü' })).toEqual({ kind: 'value', value: { bytes: 2 } })
  expect(await ask('files.read', { path: 'notes/missing' })).toMatchObject({ kind: 'rejected', name: 'NotFoundError' })
  expect(used).toEqual(['read notes/a/b.txt', 'read one.txt', 'write notes/a', 'read notes/missing'])
})

describe.each(['files.read', 'files.write'] as const)('%s', (op) => {
  const text = op === 'files.write' ? { text: 'x' } : {}

  test.each([
    '../outside',
    'notes/../../outside',
    'notes/..',
    'notes/.',
    './notes/a',
    '/etc/passwd',
    '/proc/self/environ',
    'notes//a',
    'notes/',
    'notes\\..\\a',
    'notes/a\0.txt',
    'notes/a\nb',
    'notes/\u202etxt.a',
    'notes/\ud800',
    '',
    `notes/${'x'.repeat(256)}`,
    `notes${'/x'.repeat(20)}`,
    'x'.repeat(5000),
  ])('rejects the path %j without a file access', async (path) => {
    const { ask, used } = seamWith()
    expect(await ask(op, { path, ...text })).toMatchObject({ kind: 'rejected', name: 'TypeError' })
    expect(used).toEqual([])
  })

  test.each<Json>([null, 'notes/a', [], {}, { path: 7, ...text }, { path: 'notes/a', ...text, follow: true }])(
    'rejects the arguments %j',
    async (args) => {
      const { ask, used } = seamWith()
      expect(await ask(op, args)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
      expect(used).toEqual([])
    },
  )

  test.each(['other', 'notes.txt', 'notesx/a', 'Notes/a', 'n', 'srv/maps/a'])(
    'ends an execution that uses the undeclared path %s',
    async (path) => {
      const { ask, used } = seamWith({ read: ['notes', '/srv/maps'], write: ['notes', '/srv/maps'] })
      expect(await ask(op, { path, ...text })).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
      expect(used).toEqual([])
    },
  )

  test('ends an execution that declares no path, for any requested path', async () => {
    const { ask } = seamWith({ read: [], write: [] })
    for (const path of ['notes/a', '../x', '']) {
      expect(await ask(op, { path, ...text })).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
    }
  })

  test('rejects a path whose approval was revoked, and records the denied path', async () => {
    const { ask, used, seam } = seamWith({ read: [], write: [], declared: { read: ['notes'], write: ['notes'] } })
    expect(await ask(op, { path: 'notes/a', ...text })).toMatchObject({ kind: 'rejected', name: 'CapabilityRevoked' })
    expect(used).toEqual([])
    expect(seam.denied()).toMatchObject([{ permission: `filesystem.${op.slice(6)}`, item: 'notes' }])
  })

  test('rejects with FilesUnavailable on a host without skill files', async () => {
    const { ask } = seamWith({ hasFiles: false })
    expect(await ask(op, { path: 'notes/a', ...text })).toMatchObject({ kind: 'rejected', name: 'FilesUnavailable' })
  })
})

test('a read permission does not allow writing, and a write permission does not allow reading', async () => {
  const { ask } = seamWith({ read: ['in'], write: ['out'] })
  expect(await ask('files.read', { path: 'out/a' })).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
  expect(await ask('files.write', { path: 'in/a', text: '' })).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
})

test('ends an execution that writes in a read-only action', async () => {
  const { ask, used } = seamWith({ acts: false })
  expect(await ask('files.read', { path: 'notes/a' })).toMatchObject({ kind: 'value' })
  expect(await ask('files.write', { path: 'notes/a', text: 'x' })).toMatchObject({
    kind: 'end',
    code: 'CAPABILITY_DENIED',
  })
  expect(used).toEqual(['read notes/a'])
})

test('records only a hash of the written text in the journal', async () => {
  const { ask, seam } = seamWith()
  await ask('files.write', { path: 'notes/a', text: 'a private note' })
  expect(seam.journal).toMatchObject([{ op: 'files.write', args: { path: 'notes/a', bytes: 14 } }])
  expect(JSON.stringify(seam.journal)).not.toContain('private')
})
