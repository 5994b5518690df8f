import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bundleCodeOf } from '../../core/testing/bundle-code.ts'
import { loadSkillFolder } from '../../manifest/load-skill-folder.ts'
import { skillOf } from '../testing/conformance/harness.ts'
import { createImages, type ImageLimits } from './images.ts'
import { executorInThread, testEngine } from './testing/in-thread.ts'

const kb = 1024
let module: WebAssembly.Module
beforeAll(async () => {
  module = await testEngine()
})
const imagesOf = (limits?: ImageLimits) => createImages(module, { interrupt: () => {} }, limits)
const numbered = (n: number) => skillOf(`() => ${n}`, `const text = 'x'.repeat(${n})`)

test('an idle flight-search skill takes at most 64 KB', async () => {
  const loaded = await loadSkillFolder(resolve('skills/flight-search'), { tier: 'local', projectDir: process.cwd() })
  if (!loaded.ok) throw new Error('flight-search could not be loaded')
  const images = imagesOf({ imageBytes: 1, bytecodeBytes: 1024 * kb })
  const { digest } = loaded.skill
  expect(images.make(digest, bundleCodeOf(loaded.skill))).toHaveProperty('image')
  const { image, bytecode } = images.kept(digest)
  expect(image).toBe(0)
  expect(bytecode).toBeGreaterThan(1 * kb)
  expect(bytecode).toBeLessThanOrEqual(64 * kb)
})

test('an image made from the kept bytecode equals the original, byte for byte', () => {
  const images = imagesOf({ imageBytes: 1, bytecodeBytes: 1024 * kb })
  const skill = skillOf('() => all', 'const all = Array.from({ length: 1000 }, () => Math.random())')
  const { digest } = skill
  const [made, again] = [images.make(digest, bundleCodeOf(skill)), images.get(digest)]
  if (!('image' in made) || !again || !('image' in again)) throw new Error('The skill has no image')
  expect(again.image).not.toBe(made.image)
  expect(Buffer.compare(again.image.memory, made.image.memory)).toBe(0)
  expect({ ...again.image, memory: 0 }).toEqual({ ...made.image, memory: 0 })
})

test('keeps the most recently used images and bytecode within their limits', () => {
  const one = imagesOf()
  one.make('probe', bundleCodeOf(numbered(1)))
  const { image, bytecode } = one.kept('probe')
  const images = imagesOf({ imageBytes: 3 * image + kb, bytecodeBytes: 6 * bytecode })
  const skills = [1, 2, 3, 4, 5, 6, 7, 8].map(numbered)
  for (const skill of skills) images.make(skill.digest, bundleCodeOf(skill))
  const kept = skills.map(({ digest }) => images.kept(digest))
  const kinds = kept.map((of) => `${of.image > 0 ? 'image' : ''} ${of.bytecode > 0 ? 'bytecode' : ''}`.trim())
  expect(kinds.slice(-3)).toEqual(['image bytecode', 'image bytecode', 'image bytecode'])
  expect(kinds.slice(3, 5)).toEqual(['bytecode', 'bytecode'])
  expect(kinds[0]).toBe('')
  expect(images.get(skills[0]?.digest ?? '')).toBeUndefined()

  const [used, unused, next] = [skills[5], skills[6], numbered(9)]
  if (!used || !unused) throw new Error('There are fewer skills')
  expect(images.get(used.digest)).toHaveProperty('image')
  images.make(next.digest, bundleCodeOf(next))
  const has = [used, unused, next].map(({ digest }) => images.kept(digest).image > 0)
  expect(has).toEqual([true, false, true])
})

test('a worker requests code that it no longer keeps, and then runs the skill', () => {
  const thread = executorInThread(module)
  const skill = numbered(3)
  expect(thread.run(1, skill, { code: undefined })).toEqual({ type: 'code_wanted', execution: 1 })
  expect(thread.run(1, skill)).toMatchObject({ type: 'ended', end: { kind: 'returned', json: '3' } })
  expect(thread.run(2, skill, { code: undefined })).toMatchObject({ end: { json: '3' } })
})

test('keeps nothing of code that does not parse', () => {
  const images = imagesOf()
  expect(images.make('broken', '() => {')).toMatchObject({ failure: { code: 'SKILL_CRASHED' } })
  expect(images.kept('broken')).toEqual({ image: 0, bytecode: 0 })
  expect(images.get('broken')).toBeUndefined()
})

test('a failing top level uses its fuel once, not for each request', () => {
  const images = imagesOf({ imageBytes: 1, bytecodeBytes: 1 })
  const skill = skillOf('() => 1', 'for (;;);')
  const { digest } = skill
  const failed = images.make(digest, bundleCodeOf(skill))
  expect(failed).toMatchObject({ failure: { code: 'OUT_OF_FUEL' } })
  // Neither image nor bytecode is kept, so the result can only be the cached failure.
  expect(images.kept(digest)).toEqual({ image: 0, bytecode: 0 })
  expect(images.get(digest)).toEqual(failed)
})
