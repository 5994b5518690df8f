import { sep } from 'node:path'
import { expect, test } from 'vitest'
import { filePathOf } from './backup-format.ts'

test('a backup with any file name that this system allows can be restored', () => {
  for (const name of [' ', '...', 'line\nbreak', 'x'.repeat(255), ...(sep === '/' ? ['a\\b.txt', '..\\x'] : [])]) {
    expect(filePathOf(`files/skill-files/notes/${name}`)).toEqual({ folder: 'skill-files', path: `notes/${name}` })
  }
})

test('no entry names a file outside its kept folder', () => {
  for (const path of ['..', '.', '', 'a/../../b', 'a//b', 'a\0b', 'x'.repeat(256)]) {
    expect(filePathOf(`files/skill-files/${path}`), path).toBeUndefined()
  }
})
