import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isReady } from '../runner/runtimes/python/make-ready.ts'
import { appSources, appSteps, prepare, strictAppSteps } from './prepare.ts'
import { root, StepError } from './steps.ts'

/** The project's own files that a file imports, as paths from the project. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const names = [...text.matchAll(/(?:from|import\(?) ?'([.#][^']+)'/g)].map(([, name = '']) => name)
  return names.map((name) => (name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name)))
}
const isSource = (file: string): boolean =>
  appSources.some((source) => file === source || file.startsWith(`${source}/`))

test('a change of any file that the app imports triggers a rebuild', () => {
  const files = globSync(['{app,components,lib,runner,sample-provider}/**/*.{ts,tsx}', '{instrumentation*,proxy}.ts'], {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/testing*', '**/testing/**'],
  })
  expect(files.length).toBeGreaterThan(500)
  const foreign = files.flatMap((file) => importsOf(file).filter((name) => !isSource(name)))
  expect(foreign).toEqual([])
})

test('a change of a skill triggers no rebuild, because the app reads skills at start', () => {
  expect(isSource('skills/flight-search/src/main.ts')).toBe(false)
})

/** Runs steps whose second one fails, and returns what was printed and run. */
async function prepareWithFailure(failure: Error, goesOn?: string) {
  const printed: string[] = []
  const ran: string[] = []
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => printed.push(String(text)) > 0),
  )
  const done = (label: string) => ({
    label,
    run: async () => {
      ran.push(label)
      return 'done' as const
    },
  })
  const failing = { label: 'Two', run: () => Promise.reject(failure), ...(goesOn === undefined ? {} : { goesOn }) }
  const thrown = await prepare([done('One'), failing, done('Three')]).then(
    () => undefined,
    (error: unknown) => error,
  )
  for (const spy of spies) spy.mockRestore()
  return { thrown, ran, printed: printed.join('') }
}
const failure = new StepError('`skill build` ended with 1.', 'skills/x/skill.yaml:1:1 name: is missing')

test('the problems of skills are printed, and the app is built and started without those skills', async () => {
  const { thrown, ran, printed } = await prepareWithFailure(failure, 'The app starts without them.')
  expect([thrown, ran]).toEqual([undefined, ['One', 'Three']])
  expect(printed).toMatch(
    /^One … .*\nTwo … failed after .*\n\nskills\/x.*is missing\n\nThe app starts without them\.\n\nThree/,
  )
})

test('any other failure ends the start, and so does a bug in the check of the skills', async () => {
  expect(await prepareWithFailure(failure)).toMatchObject({ thrown: failure, ran: ['One'] })
  const bug = new TypeError('x is undefined')
  expect(await prepareWithFailure(bug, 'The app starts without them.')).toMatchObject({ thrown: bug, ran: ['One'] })
})

test('the interpreter of Python is made before the app starts, and only if it is not made yet', async () => {
  const [makesIt] = appSteps.filter(({ label }) => label === 'Making the Python interpreter')
  expect(await makesIt?.run()).toMatch(/^(?:done|fresh)$/)
  expect(isReady(root)).toBe(true)
  expect(await makesIt?.run()).toBe('fresh')
})

test('the same steps with strict checks, which the tests use, fail on the problem of any skill', () => {
  expect(strictAppSteps.map(({ label }) => label)).toEqual(appSteps.map(({ label }) => label))
  expect(strictAppSteps.filter(({ goesOn }) => goesOn !== undefined)).toEqual([])
  expect(appSteps.filter(({ goesOn }) => goesOn !== undefined).map(({ label }) => label)).toEqual([
    'Checking and bundling the skills',
  ])
  expect(readFileSync(join(root, 'scripts/test.ts'), 'utf8')).toContain("runNode('scripts/build.ts', ['--strict']")
})
