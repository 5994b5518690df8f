import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineOf } from '../egress/testing/engine-fixture.ts'
import { openHttpServer } from '../testing/http-server.ts'
import type { Executor } from './create-executor.ts'
import { createOpenClawExecutor, type OpenClawExecutorOptions } from './create-openclaw-executor.ts'

const host = 'api.example.com'
const opened = new AsyncDisposableStack()
const received: (string | undefined)[] = []
const sent: unknown[] = []
let base: OpenClawExecutorOptions

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'travel-ports-'))
  opened.defer(() => rm(root, { recursive: true, force: true }))
  const add = async (name: string, more: string, code: string) => {
    const folder = join(root, 'skills', name)
    await mkdir(folder, { recursive: true })
    const head = `name: ${name}\nversion: "1.0.0"\ndescription: The skill ${name}.\nrisk_level: medium\nentry: main.js\n`
    await writeFile(join(folder, 'skill.yaml'), head + more)
    await writeFile(join(folder, 'main.js'), code)
  }
  await add(
    'tell',
    'effects: [act]\nconfirmation: { required: true, prompt: "Shall I tell it?" }\npermissions: { messages: true }\n',
    `export default async ({ params }, host) => {
      await messages.send({ text: params.args.text })
      return { results: [{ told: params.args.text }] }
    }`,
  )
  await add(
    'key',
    `permissions: { network: { egress: [${host}] }, secrets: [A_KEY] }\n`,
    `export default async () => {
      const answer = await fetch('https://${host}/', { headers: { authorization: secrets.get('A_KEY') } })
      return { results: [{ status: answer.status }] }
    }`,
  )
  await add(
    'days',
    'permissions: { exec: [ical-query] }\n',
    `export default async () => ({ results: [JSON.parse((await exec.run('ical-query', ['today'])).stdout)] })`,
  )
  const server = opened.use(
    await openHttpServer((request, response) => {
      received.push(request.headers.authorization)
      response.end('{}')
    }),
  )
  const egress = opened.use(engineOf({ upstream: { [host]: { url: server.url, data: 'test' } } }))
  base = { workspaceRoot: root, allowedHosts: [host], egress }
})
afterAll(() => opened.disposeAsync())

const main = { source: 'main', action: 'run' } as const
const tell = (executor: Executor, more: object = {}) =>
  executor.execute('tell', { args: { text: 'Hello' } }, { ...main, ...more })

test('an acting skill asks first, runs once on the yes, and its message is delivered when it has succeeded', async () => {
  const onMessage = async (message: object) => void sent.push(message)
  await using executor = createOpenClawExecutor({ ...base, onMessage })
  const asked = await tell(executor)
  expect(asked).toMatchObject({ ok: false, output: { status: 'requires_confirmation' } })
  expect(sent).toEqual([])
  const { confirmation } = Object(asked.output)
  const yes = { confirmed: true, confirmationId: confirmation.id }
  expect(await tell(executor, yes)).toMatchObject({ ok: true, result: [{ told: 'Hello' }] })
  expect(await tell(executor, yes)).toMatchObject({ ok: true, result: [{ told: 'Hello' }] })
  expect(sent).toEqual([{ text: 'Hello', urgent: false }])
})

test('without a port for messages, a skill cannot send one', async () => {
  await using executor = createOpenClawExecutor(base)
  await tell(executor)
  expect(await tell(executor, { confirmed: true })).toMatchObject({ ok: false })
})

test('a source that does not exist has the trust of the public', async () => {
  await using executor = createOpenClawExecutor(base)
  const source = Object('nobody')
  expect(await executor.checkTrust('tell', source)).toMatchObject({ allowed: false, held: 'network' })
})

test('a secret reaches its own host only, and without it the skill ends as the fault of the operator', async () => {
  const secrets = { A_KEY: { value: 'the-value-of-a-key', hosts: [host] } }
  await using executor = createOpenClawExecutor({ ...base, secrets })
  expect(await executor.execute('key', {}, main)).toMatchObject({ ok: true, result: [{ status: 200 }] })
  expect(received).toEqual(['the-value-of-a-key'])
  await using elsewhere = createOpenClawExecutor({
    ...base,
    secrets: { A_KEY: { ...secrets.A_KEY, hosts: ['other.example'] } },
  })
  expect(await elsewhere.execute('key', {}, main)).toMatchObject({ ok: false })
  expect(received).toHaveLength(1)
})

test('a calendar is a command of the program; without it the skill ends as the fault of the operator', async () => {
  const script = join(base.workspaceRoot ?? '', 'query.mjs')
  await writeFile(script, 'console.log(JSON.stringify({ asked: process.argv[2] }))')
  const command = { script, modules: [script], env: {}, envToAct: {}, paths: [], network: false }
  await using executor = createOpenClawExecutor({ ...base, commands: { 'ical-query': command } })
  expect(await executor.execute('days', {}, main)).toMatchObject({ ok: true, result: [{ asked: 'today' }] })
  await using without = createOpenClawExecutor(base)
  expect(await without.execute('days', {}, main)).toMatchObject({
    ok: false,
    error: { code: 'NOT_CONFIGURED', fault: 'operator' },
  })
})
