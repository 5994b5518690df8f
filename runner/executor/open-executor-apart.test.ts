import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFetchCapability } from './capabilities.ts'
import { createOpenClawExecutor } from './open-executor-apart.ts'

const main = { source: 'main' } as const
const llmPredict = (prompt: string) => `${prompt}!`
const hello = { ajs: `function hello({ name }) { return llmPredict('Hello ' + name) }` }
let workspaceRoot = ''

beforeAll(async () => {
  workspaceRoot = await mkdtemp(join(tmpdir(), 'travel-apart-'))
  const folder = join(workspaceRoot, 'skills', 'tell')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'skill.yaml'),
    'name: tell\nversion: "1.0.0"\ndescription: Tells it.\nrisk_level: medium\nentry: main.js\neffects: [act]\nconfirmation: { required: true, prompt: "Shall I tell it?" }\npermissions: { messages: true }\n',
  )
  await writeFile(
    join(folder, 'main.js'),
    `export default async ({ params }) => {
      await messages.send({ text: params.args.text })
      return { results: [{ told: params.args.text }] }
    }`,
  )
})
afterAll(() => rm(workspaceRoot, { recursive: true, force: true }))

test('the executor of the package asks first, runs on the yes, and delivers to a function of the program', async () => {
  const sent: unknown[] = []
  await using executor = createOpenClawExecutor({
    workspaceRoot,
    onMessage: async (message) => void sent.push(message),
  })
  const tell = (more: object) => executor.execute('tell', { args: { text: 'Hello' } }, { ...main, ...more })
  expect(await tell({})).toMatchObject({ ok: false, output: { status: 'requires_confirmation' } })
  expect(sent).toEqual([])
  expect(await tell({ confirmed: true })).toMatchObject({ ok: true, result: [{ told: 'Hello' }] })
  expect(sent).toEqual([{ text: 'Hello', urgent: false }])
  expect(await executor.checkTrust('tell', 'public')).toMatchObject({ allowed: false })
})

test('an execution gets its own model, and none without a capability', async () => {
  await using executor = createOpenClawExecutor()
  const own = { capabilities: { llmPredict } }
  const other = { capabilities: { llmPredict: () => 'Goodbye' } }
  expect(
    await Promise.all([own, other].map((more) => executor.execute(hello, { name: 'Aruba' }, { ...main, ...more }))),
  ).toMatchObject([
    { ok: true, result: 'Hello Aruba!' },
    { ok: true, result: 'Goodbye' },
  ])
  expect(await executor.execute(hello, {}, main)).toMatchObject({ ok: false, error: { code: 'CAPABILITY_DENIED' } })
})

test('a budget that is no budget is refused, and hosts are granted only by the function of the package', async () => {
  await using executor = createOpenClawExecutor()
  for (const fuel of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    const refused = await executor.execute(hello, {}, { ...main, fuel })
    expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(JSON.stringify(refused)).toContain('fuel')
  }
  const fetch = createFetchCapability({ allowedHosts: ['api.example.com'] })
  const lookAlike = Object(JSON.parse(JSON.stringify(fetch)))
  await expect(executor.execute(hello, {}, { capabilities: { fetch: lookAlike } })).rejects.toThrow(
    'createFetchCapability',
  )
})

test('a call ends when its signal aborts: the model is told, too', async () => {
  await using executor = createOpenClawExecutor()
  const controller = new AbortController()
  const { promise: told, resolve } = Promise.withResolvers<void>()
  const waits = (_: string, { signal }: { readonly signal: AbortSignal }) => {
    signal.addEventListener('abort', () => resolve())
    controller.abort()
    return new Promise(() => {})
  }
  const ended = await executor.execute(
    hello,
    {},
    { ...main, capabilities: { llmPredict: waits }, signal: controller.signal },
  )
  await told
  expect(ended).toMatchObject({ ok: false })
})

test('a wrong option is refused with its name, and a closed executor runs nothing', async () => {
  const wrong: object[] = [{ egress: {} }, { secrets: { A: { value: 1, hosts: [] } } }, { allowedHosts: ['*.com'] }]
  for (const [at, name] of ['egress', 'secrets.A.value', 'allowedHosts'].entries()) {
    expect(() => createOpenClawExecutor(wrong[at])).toThrow(name)
  }
  const executor = createOpenClawExecutor()
  await executor[Symbol.asyncDispose]()
  await expect(executor.execute(hello, {}, main)).rejects.toThrow('closed')
})
