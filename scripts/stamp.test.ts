import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSources, whenChanged } from './stamp.ts'
import { root } from './steps.ts'

describe('a product built from sources', () => {
  let folder = ''
  const path = (name: string) => join(folder, name)
  const write = (name: string, text: string) => {
    mkdirSync(join(root, folder, 'src'), { recursive: true })
    writeFileSync(join(root, path(name)), text)
  }
  const options = () => ({ sources: [path('src')], product: path('product'), stamp: path('stamp') })
  const make = () =>
    whenChanged(options(), async () => {
      write('product', 'made')
    })

  beforeEach(() => {
    mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true })
    folder = relative(root, mkdtempSync(join(root, 'node_modules', '.cache', 'stamp-')))
    write('src/a.ts', '1')
  })
  afterEach(() => rmSync(join(root, folder), { recursive: true, force: true }))

  it('is built once for the same sources', async () => {
    expect([await make(), await make()]).toEqual(['done', 'fresh'])
  })

  it.each([
    ['changes', () => write('src/a.ts', '2')],
    ['appears', () => write('src/b.ts', '')],
    ['is deleted', () => rmSync(join(root, path('src/a.ts')))],
  ])('is rebuilt when a source %s', async (_what, change) => {
    await make()
    change()
    expect(await make()).toBe('done')
  })

  it('is rebuilt when the product is deleted', async () => {
    await make()
    rmSync(join(root, path('product')))
    expect(await make()).toBe('done')
  })

  it('is rebuilt after a failed attempt', async () => {
    await expect(whenChanged(options(), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await make()).toBe('done')
  })

  it('is built although its sources contain a cycle of links, a broken link and a pipe without a writer', async () => {
    symlinkSync('..', join(root, path('src/loop')))
    symlinkSync('nowhere', join(root, path('src/broken')))
    execFileSync('mkfifo', [join(root, path('src/pipe'))])
    expect([await make(), await make()]).toEqual(['done', 'fresh'])
    rmSync(join(root, path('src/pipe')))
    expect(await make()).toBe('done')
  })

  it('is not rebuilt when a test changes', () => {
    const before = hashSources([path('src')])
    write('src/a.test.ts', 'it()')
    expect(hashSources([path('src')])).toBe(before)
  })
})
