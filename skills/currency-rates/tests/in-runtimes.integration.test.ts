import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import { brokerOf, engineOf } from '#runner/egress/testing/engine-fixture.ts'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { createSkillImages } from '#runner/runtimes/container/create-skill-images.ts'
import { engineAddress, needsEngine } from '#runner/runtimes/container/testing/engine.ts'
import { startPrograms } from '#runner/runtimes/container/testing/programs.ts'
import { createPythonRuntime } from '#runner/runtimes/python/create-python-runtime.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { testRunner } from '#runner/testing/runner-fixture.ts'

const host = 'api.frankfurter.dev'
const projectDir = process.cwd()
const folder = fileURLToPath(new URL('..', import.meta.url))
const rates = { base: 'USD', date: '2026-11-19', rates: { JPY: 151.2, EUR: 0.92, ZZ: 1, GBP: -1 } }
const both = { base: 'USD', symbols: ['EUR', 'JPY'] }
const eur = { base: 'USD', currency: 'EUR', rate: 0.92, date: '2026-11-19' }
const jpy = { base: 'USD', currency: 'JPY', rate: 151.2, date: '2026-11-19' }
const latest = '/v1/latest?base=USD&symbols=EUR%2CJPY'
const failed = (code: string) => ({ status: 'error', error: { code } })

type Row = {
  readonly what: string
  readonly params: object
  readonly answer: { readonly status?: number; readonly body: string }
  readonly output: object
  readonly asked: readonly string[]
}

/** What a runtime can influence: a request with its answer, and an error. */
const inEach: readonly Row[] = [
  {
    what: 'two currencies',
    params: both,
    answer: { body: JSON.stringify(rates) },
    output: { status: 'success', results: [eur, jpy], metadata: { source_api: host, partial: true } },
    asked: [latest],
  },
  {
    what: 'a limit',
    params: both,
    answer: { status: 429, body: '' },
    output: failed('API_RATE_LIMITED'),
    asked: [latest],
  },
]

const cases: readonly Row[] = [
  ...inEach,
  {
    what: 'a day',
    params: { base: 'USD', date: '2026-01-30' },
    answer: { body: JSON.stringify({ ...rates, rates: { JPY: 151.2 } }) },
    output: { status: 'success', results: [jpy], metadata: { source_api: host, partial: false } },
    asked: ['/v1/2026-01-30?base=USD'],
  },
  {
    what: 'no rates',
    params: both,
    answer: { body: JSON.stringify({ ...rates, rates: {} }) },
    output: { status: 'success', results: [], metadata: { partial: true } },
    asked: [latest],
  },
  {
    what: 'only the base',
    params: { base: 'USD', symbols: ['USD'] },
    answer: { body: '' },
    output: { status: 'error', error: { code: 'INVALID_INPUT', details: { symbols: expect.any(String) } } },
    asked: [],
  },
  {
    what: 'an unknown currency',
    params: both,
    answer: { status: 404, body: '{"message":"not found"}' },
    output: failed('API_INVALID_PARAMS'),
    asked: [latest],
  },
  { what: 'a page', params: both, answer: { body: '<html>' }, output: failed('API_UNAVAILABLE'), asked: [latest] },
  { what: 'a list', params: both, answer: { body: '[1]' }, output: failed('API_INVALID_ANSWER'), asked: [latest] },
]

type Opened = AsyncDisposable & { readonly runtime: Runtime }

async function openEmbedded(): Promise<Opened> {
  const options = { projectRoot: projectDir, log: silentLog, workers: 1, scriptWorkers: 0 }
  const runtime = await createPythonRuntime(options)
  return { runtime, [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose]() }
}

const openContainers = (): Promise<Opened> =>
  startPrograms({
    loadImages: (signal) => createSkillImages({ projectDir, operatorBase: undefined, engine: engineAddress, signal }),
  })

/** The skill has the same output in each runtime. */
describe.each([
  { where: 'in the process of the app', needs: {}, open: openEmbedded, rows: cases },
  { where: 'in a container (needs a Docker engine)', needs: needsEngine, open: openContainers, rows: inEach },
])('currency-rates $where', ({ needs, open, rows }) => {
  describe('with everything between it and its provider', needs, () => {
    let opened: Opened
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened?.[Symbol.asyncDispose]())

    test.each(rows)('has the expected output for $what', async ({ params, answer, output, asked }) => {
      const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
      const { manifest } = loaded.skill
      // A container takes seconds to start on a busy machine.
      const skill = { ...loaded.skill, manifest: { ...manifest, limits: { ...manifest.limits, timeout_ms: 60_000 } } }
      await using provider = await startServer(
        (_, response) => {
          response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body)
        },
        { secure: false },
      )
      await using egress = engineOf({
        upstream: { [host]: { url: `http://127.0.0.1:${provider.port}`, data: 'test' } },
      })
      const runner = testRunner({
        skills: fixedSkills(skill),
        runtimes: [opened.runtime],
        broker: brokerOf({}),
        egress,
      })
      expect(
        await runner.execute('currency-rates', { action: 'rates', params: { ...params }, config: {} }),
      ).toMatchObject(output)
      expect(provider.seen.map(({ path }) => path)).toEqual(asked)
    })
  })
})
