import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { finishFiles } from './finish-files.ts'

test('adds the compile hint to the first line of a large script, and a Brotli copy for each text file', async () => {
  await using made = await mkdtempDisposable(join(tmpdir(), 'travel-files-'))
  const folder = made.path
  await mkdir(join(folder, 'chunks'))
  const script = 'start()\n'.repeat(1024)
  await writeFile(join(folder, 'chunks/page.js'), script)
  await writeFile(join(folder, 'chunks/error.js'), 'tell()')
  await writeFile(join(folder, 'page.css'), 'a{}')
  await writeFile(join(folder, 'font.woff2'), 'font')
  await finishFiles(folder)
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const readCopy = async (file: string) => brotliDecompressSync(await readFile(join(folder, `${file}.br`))).toString()
  expect(await read('chunks/page.js')).toBe(`//# allFunctionsCalledOnLoad\n${script}`)
  expect(await readCopy('chunks/page.js')).toBe(await read('chunks/page.js'))
  expect([await read('chunks/error.js'), await readCopy('chunks/error.js')]).toEqual(['tell()', 'tell()'])
  expect([await read('page.css'), await readCopy('page.css')]).toEqual(['a{}', 'a{}'])
  await expect(read('font.woff2.br')).rejects.toThrow('ENOENT')
})
