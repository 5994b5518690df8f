import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClaims } from './claims.ts'
import { imageLabels } from './labels.ts'
import { createFakeEngine, type FakeEngine } from './testing/fake-engine.ts'

let folder = ''
let engine: FakeEngine
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-claims-'))
  engine = createFakeEngine()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const projectAt = async (name: string, machine = 'one') => {
  await mkdir(join(folder, name), { recursive: true })
  return createClaims(engine, join(folder, name), machine)
}
const make = async (...tags: string[]) => {
  const { signal } = new AbortController()
  for (const tag of tags) await engine.import(Readable.from([]), tag, imageLabels('skill', tag), signal)
}
const left = () => [...engine.images.values()].flat().filter((name) => name.startsWith('travel-skills/'))

test('removes an image when no existing project claims it any more', async () => {
  await make('travel-skills/own:1', 'travel-skills/shared:2', 'travel-skills/lost:3')
  const [own, lost] = [await projectAt('own'), await projectAt('lost')]
  for (const tag of ['travel-skills/own:1', 'travel-skills/shared:2']) await own.add(tag)
  for (const tag of ['travel-skills/lost:3', 'travel-skills/shared:2']) await lost.add(tag)
  const kept = ['travel-skills/own:1', 'travel-skills/shared:2']
  expect(await own.keepOnly(kept)).toEqual([])
  await rm(join(folder, 'lost'), { recursive: true })
  expect(await own.keepOnly(kept)).toEqual(['travel-skills/lost:3'])
  expect(left()).toEqual(kept)
})

test('keeps the images of a project on another machine that shares the engine', async () => {
  await make('travel-skills/far:1')
  await (await projectAt('far', 'two')).add('travel-skills/far:1')
  await rm(join(folder, 'far'), { recursive: true })
  expect(await (await projectAt('own')).keepOnly([])).toEqual([])
  expect(left()).toEqual(['travel-skills/far:1'])
})

test('keeps the images of a deleted project whose path is too long to record', async () => {
  await make('travel-skills/deep:1')
  const deep = join('deep', 'x'.repeat(200))
  await (await projectAt(deep)).add('travel-skills/deep:1')
  expect([...engine.images.values()].flat().every((name) => name.length <= 255)).toBe(true)
  await rm(join(folder, 'deep'), { recursive: true })
  expect(await (await projectAt('own')).keepOnly([])).toEqual([])
})
