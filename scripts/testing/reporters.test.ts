import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root, runNode } from '../steps.ts'
import { type TestReport, withReport } from './test-report.ts'

/** A project of its own: its tests are skipped in every way that there is. */
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'travel-reporters-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sorted = ({ skipped }: TestReport) => skipped.toSorted((a, b) => a.test.localeCompare(b.test))

const vitestTests = `
import { describe, test } from 'vitest'
import { need } from '${join(import.meta.dirname, 'needs.ts')}'
const missing = need(false, 'a thing', 'get it')
const there = need(true, 'another thing', 'get that')
test('a: passes', () => {})
test('b: misses what it needs', missing, () => {})
describe.each([1])('c: misses what it needs', missing, () => {
  test.each([1, 2])('%s', () => {})
  describe('inside', () => test('deep', () => {}))
})
describe('d: is made of what is missing', missing, () => test.each([])('%s', () => {}))
describe('e: has what it needs', there, () => {
  test('passes', () => {})
  test.skip('silent', () => {})
})
test('f: skips while it runs', ({ skip }) => skip('of a reason'))
test('g: skips while it runs', ({ skip }) => skip())
test.todo('h: to do')
`

it('the reporter of Vitest gives each skipped test with what it needs', async () => {
  writeFileSync(join(folder, 'sample.test.ts'), vitestTests)
  const reporter = join(import.meta.dirname, 'vitest-reporter.ts')
  const report = await withReport((env) =>
    runNode('node_modules/vitest/vitest.mjs', ['run', '--root', folder, '--reporter', reporter], { env }),
  )
  const reason = 'a thing: get it'
  expect(sorted(report)).toEqual([
    { test: 'sample.test.ts > b: misses what it needs', reason },
    { test: 'sample.test.ts > c: misses what it needs > 1', reason },
    { test: 'sample.test.ts > c: misses what it needs > 2', reason },
    { test: 'sample.test.ts > c: misses what it needs > inside > deep', reason },
    { test: 'sample.test.ts > d: is made of what is missing', reason },
    { test: 'sample.test.ts > e: has what it needs > silent' },
    { test: 'sample.test.ts > f: skips while it runs', reason: 'of a reason' },
    { test: 'sample.test.ts > g: skips while it runs' },
    { test: 'sample.test.ts > h: to do' },
  ])
  expect(report.files).toEqual([{ file: 'sample.test.ts', seconds: expect.any(Number) }])
  expect(report.files[0]?.seconds).toBeGreaterThan(0)
})

const playwrightTests = `
import { test } from '@playwright/test'
test('a: passes', () => {})
test('b: says why', () => test.skip(true, 'a thing: get it'))
test.skip('c: silent', () => {})
`

it('the reporter of Playwright gives each skipped test with what it says', async () => {
  writeFileSync(join(folder, 'sample.spec.ts'), playwrightTests)
  const reporter = join(import.meta.dirname, 'playwright-reporter.ts')
  const config = `export default { testMatch: '*.spec.ts', reporter: [['${reporter}']] }`
  writeFileSync(join(folder, 'playwright.config.ts'), config)
  const report = await withReport((env) =>
    runNode('node_modules/@playwright/test/cli.js', ['test', '--config', folder], { env }),
  )
  expect(sorted(report)).toEqual([
    { test: expect.stringMatching(/sample\.spec\.ts > b: says why$/), reason: 'a thing: get it' },
    { test: expect.stringMatching(/sample\.spec\.ts > c: silent$/) },
  ])
})
