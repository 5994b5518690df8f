import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { HostAnswer } from '../../contract/host-seam.ts'
import { probeExecution } from '../probe-execution.ts'
import { silentLog } from '../quickjs/testing/silent-log.ts'
import { executionOf, scriptOf, type TestExecution, testLimits } from '../testing/conformance/harness.ts'
import { createPythonRuntime } from './create-python-runtime.ts'
import { isReady } from './make-ready.ts'

/** A copy of the project that has made no interpreter, as after an installation. */
async function installed() {
  const root = process.cwd()
  const folder = await mkdtemp(join(tmpdir(), 'travel-python-'))
  await mkdir(join(folder, 'skills'))
  for (const one of ['runner', 'skills/base-image']) await cp(join(root, one), join(folder, one), { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  const packages = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '.cache')
  for (const one of ['package.json', ...packages.map((name) => `node_modules/${name}`)]) {
    await symlink(join(root, one), join(folder, one))
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

test('the first script waits for the interpreter with its clock stopped, and this thread makes none of it', async () => {
  await using project = await installed()
  const compile = vi.spyOn(WebAssembly, 'compile')
  const made = vi.spyOn(WebAssembly, 'Module')
  const clock: (readonly [string, boolean])[] = []
  const note = (what: string) => () => void clock.push([what, isReady(project.folder)])
  {
    await using runtime = await createPythonRuntime({ projectRoot: project.folder, log: silentLog, workers: 1 })
    const program = { kind: 'bundle', language: 'python', code: 'set_result(1)' } as const
    const timeLimit = { pause: note('stopped'), resume: note('goes on') }
    const outcome = await runtime.run({ ...probeExecution(program, 300_000), timeLimit })
    expect(outcome).toMatchObject({ kind: 'returned' })
  }
  expect(clock[0]).toEqual(['stopped', false])
  expect(clock.find(([what]) => what === 'goes on')).toEqual(['goes on', true])
  expect([compile.mock.calls, made.mock.calls]).toEqual([[], []])
})

test('the thread that makes the interpreter tells why it cannot', async () => {
  await using project = await installed()
  await rm(join(project.folder, 'runner/runtimes/python/make-image.ts'))
  const errors: unknown[] = []
  const log = { ...silentLog, error: (_: string, fields?: object) => void errors.push(fields) }
  await using runtime = await createPythonRuntime({ projectRoot: project.folder, log, workers: 1 })
  const program = { kind: 'bundle', language: 'python', code: 'set_result(1)' } as const
  const outcome = await runtime.run(probeExecution(program, 300_000))
  expect(outcome).toMatchObject({ kind: 'failed', code: 'RUNTIME_UNAVAILABLE' })
  expect(errors).toMatchObject([{ cause: { message: expect.stringContaining('make-image') } }])
})

test('idle Python is unloaded, but not under an execution that waits, and the next script loads it again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  const unloaded = Promise.withResolvers<void>()
  const info = (message: string) => {
    told.push(message)
    if (message.startsWith('Python is unloaded')) unloaded.resolve()
  }
  const idleMs = 60_000
  const log = { ...silentLog, info }
  await using runtime = await createPythonRuntime({ projectRoot: process.cwd(), log, workers: 1, idleMs })
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<HostAnswer>()]
  const hold = () => {
    asked.resolve()
    return answer.promise
  }
  const run = (code: string, test: TestExecution = {}) =>
    runtime.run(executionOf(scriptOf(code), { limits: { ...testLimits, memoryMb: 64 }, ...test }))
  const waiting = run("import travel_host\ntravel_host.call('kv.get', {})\nset_result(2)", { answer: hold })
  await asked.promise
  expect(await run('set_result(1)')).toMatchObject({ kind: 'returned' })
  vi.advanceTimersByTime(2 * idleMs)
  answer.resolve({ kind: 'value', value: null })
  expect(await waiting).toMatchObject({ kind: 'returned' })
  expect(told).toHaveLength(1)

  vi.advanceTimersByTime(2 * idleMs)
  await unloaded.promise
  expect(await run('set_result(3)')).toMatchObject({ kind: 'returned' })
  expect(told.map((message) => message.slice(0, 'Python is loaded'.length))).toEqual([
    'Python is loaded',
    'Python is unload',
    'Python is loaded',
  ])
})
