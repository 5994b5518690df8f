import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../steps.ts'
import { modelsIn } from './data-model.ts'
import { byLicence } from './licences.ts'
import { generatedFiles, rowOf } from './pages.ts'
import { stepsIn } from './request-way.ts'

test.each(Object.entries(generatedFiles))('%s is up to date (npm run docs writes it)', (path, page) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(page())
})

test('the picture of the data has the relations whose keys a model holds', () => {
  const schema = [
    '/// Who\n/// travels.\nmodel User {\n  id String @id\n  trips Trip[]\n}\n',
    'model Trip {\n  userId String @id\n  user User? @relation(fields: [userId], references: [id])\n}\n',
  ].join('\n')
  expect(modelsIn(schema)).toEqual([
    { name: 'User', says: 'Who travels.', relations: [] },
    { name: 'Trip', says: '', relations: [{ field: 'user', to: 'User', isOptional: true, isUnique: true }] },
  ])
})

test('a package whose licence nobody has accepted is refused by name, also without one', () => {
  const lock = (license?: string) => ({ 'node_modules/a/node_modules/@b/c': license === undefined ? {} : { license } })
  expect(byLicence({ ...lock('MIT'), 'node_modules/d': { license: 'AGPL-3.0-only', dev: true } })).toEqual(
    new Map([['MIT', new Set(['@b/c'])]]),
  )
  for (const license of ['AGPL-3.0-only', undefined]) expect(() => byLicence(lock(license))).toThrow('@b/c')
})

test('the way of a request has the numbered steps of its section only', () => {
  const page =
    '# A\n\n## Way\n\n1. `lib/a.ts` starts\n   it. More.\n2. `lib/b.ts` ends it.\n\n## Other\n\n1. `lib/c.ts` does not count.\n'
  expect(stepsIn(page, 'Way')).toEqual([
    { file: 'lib/a.ts', says: 'starts it' },
    { file: 'lib/b.ts', says: 'ends it' },
  ])
})

test('a decision without its sentence is refused with the form that it needs', () => {
  expect(rowOf('001-a.md', '# 001: A\n\n> One\n> sentence.\n\nText')).toBe('| [001](001-a.md) | A | One sentence. |')
  expect(() => rowOf('001-a.md', '# 001: A\n\nText')).toThrow('> Node is a pinned npm package.')
})
