import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root, runNode, StepError } from '../steps.ts'
import type { TestReport } from './test-report.ts'
import { withReport } from './with-report.ts'

/** A scratch project whose tests are skipped in every possible way. */
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'travel-reporters-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sorted = ({ skipped }: TestReport) => skipped.toSorted((a, b) => a.test.localeCompare(b.test))

const errorOf = (error: unknown): StepError => {
  if (error instanceof StepError) return error
  throw error
}

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

it('the Vitest reporter lists each skipped test with its reason', async () => {
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

const failingTests = `
import { beforeAll, describe, expect, test } from 'vitest'
test('a: passes', () => {})
test('b: is wrong', () => expect(1, 'the number').toBe(2))
describe('c: has a hook', () => {
  beforeAll(() => { throw new Error('\\u001b[31mno server\\u001b[39m\\nsecond line') })
  test('that fails', () => {})
})
test('d: leaves an error behind', () => { Promise.reject(new Error('nobody waits')) })
`

it('a failed Vitest run ends with the failed tests, each with the first line of its error', async () => {
  const inner = mkdtempSync(join(folder, 'failing-'))
  writeFileSync(join(inner, 'failing.test.ts'), failingTests)
  writeFileSync(join(inner, 'unreadable.test.ts'), "throw new Error('no such file')")
  const reporter = join(import.meta.dirname, 'vitest-reporter.ts')
  const run = withReport((env) =>
    runNode('node_modules/vitest/vitest.mjs', ['run', '--root', inner, '--reporter', reporter], { env }),
  )
  const { message } = await run.then(() => expect.unreachable(), errorOf)
  const [ended, , heading, ...lines] = message.split('\n')
  expect(ended).toMatch(/^`node .*` ended with 1\.$/)
  expect(heading).toBe('4 tests failed:')
  expect(lines.toSorted()).toEqual([
    '  failing.test.ts > b: is wrong: the number: expected 1 to be 2 // Object.is equality',
    '  failing.test.ts > c: has a hook: no server',
    '  outside of any test: nobody waits',
    '  unreadable.test.ts: no such file',
  ])
})

it('a failed Vitest run reports why a test process ended, and which file it ran', async () => {
  const inner = mkdtempSync(join(folder, 'killed-'))
  const killed = "import { test } from 'vitest'\ntest('a', () => process.kill(process.pid, 'SIGTRAP'))"
  writeFileSync(join(inner, 'killed.test.ts'), killed)
  const reporter = join(import.meta.dirname, 'vitest-reporter.ts')
  const run = withReport((env) =>
    runNode('node_modules/vitest/vitest.mjs', ['run', '--root', inner, '--reporter', reporter], { env }),
  )
  const { message } = await run.then(() => expect.unreachable(), errorOf)
  expect(message).toMatch(/outside of any test: .*Cause: .*with signal SIGTRAP .*killed\.test\.ts$/)
})

const playwrightTests = `
import { test } from '@playwright/test'
test('a: passes', () => {})
test('b: says why', () => test.skip(true, 'a thing: get it'))
test.skip('c: silent', () => {})
`

it('the Playwright reporter lists each skipped test with its reason', async () => {
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

const failingPlaywrightTests = `
import { expect, test } from '@playwright/test'
test('a: passes', () => {})
test('b: is wrong', () => expect(1).toBe(2))
`

it('a failed Playwright run ends with the failed tests, their projects, and the files that do not load', async () => {
  const inner = mkdtempSync(join(folder, 'failing-'))
  writeFileSync(join(inner, 'failing.spec.ts'), failingPlaywrightTests)
  const reporter = join(import.meta.dirname, 'playwright-reporter.ts')
  const config = `export default { testMatch: '*.spec.ts', reporter: [['${reporter}']], projects: [{ name: 'phone' }] }`
  writeFileSync(join(inner, 'playwright.config.ts'), config)
  const run = () =>
    withReport((env) => runNode('node_modules/@playwright/test/cli.js', ['test', '--config', inner], { env })).then(
      () => expect.unreachable(),
      errorOf,
    )
  expect((await run()).message).toMatch(
    /ended with 1\.\n\n1 test failed:\n {2}.*failing\.spec\.ts > b: is wrong \(phone\): Error: expect\(received\)\.toBe\(.*$/,
  )
  writeFileSync(join(inner, 'unreadable.spec.ts'), "throw new Error('no such file')")
  expect((await run()).message).toMatch(/1 test failed:\n {2}.*unreadable\.spec\.ts: Error: no such file$/)
})
