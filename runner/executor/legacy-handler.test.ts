import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsSeed, seedSkill } from '../../scripts/testing/seed-skills.ts'
import { principalFrom, type Source } from '../contract/principal.ts'
import type { Json } from '../contract/skill-io.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import type { CommandRequest, Commands, ExecutionEnd } from '../core/ports.ts'
import { loadSkillFolder } from '../manifest/load-skill-folder.ts'
import { createQuickJsRuntime } from '../runtimes/quickjs/create-quickjs-runtime.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import { memoryConfirmations } from '../testing/memory-confirmations.ts'
import { testRunner, withoutServices } from '../testing/runner-fixture.ts'

let runtime: Runtime
let root: string
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1 })
  root = await mkdtemp(join(tmpdir(), 'travel-legacy-'))
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

/** Loads a skill of a voice agent. The returned `execute` runs it, with or without the operator's confirmation. */
async function runHandler(
  name: string,
  skillMd: string,
  handler: string,
  params: Record<string, Json>,
  source: Source = 'main',
  yaml = '',
  commands?: Commands,
) {
  const folder = join(root, name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'SKILL.md'), skillMd)
  await writeFile(join(folder, 'handler.js'), handler)
  if (yaml !== '') await writeFile(join(folder, 'skill.yaml'), yaml)
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir: process.cwd() })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const logged: unknown[] = []
  const ends: ExecutionEnd[] = []
  const confirmations = memoryConfirmations()
  const posted: unknown[] = []
  const runner = testRunner({
    skills: fixedSkills(loaded.skill),
    runtimes: [runtime],
    services: {
      ...withoutServices,
      operatorName: 'Ilse',
      operatorTelegramId: '987650123456',
      gateway: {
        async post(payload) {
          posted.push(payload)
          return { ok: true, value: { ok: true } }
        },
      },
      commands,
      callLog: async (entry, { call }) => void logged.push({ call, ...entry }),
    },
    store: { started: async () => {}, finished: async (end) => void ends.push(end) },
    confirmations,
  })
  const [action = 'run'] = Object.keys(loaded.skill.manifest.input_schema)
  const config = {
    principal: principalFrom(source, { id: 'agent_voice', role: 'agent' }),
    trace: true,
    call: { id: 'call-7', channel: 'phone', caller_id: '+2975550100' },
  }
  const execute = (answer: { readonly confirmed?: true } = {}) =>
    runner.execute(name, { action, params, config: {} }, { ...config, ...answer })
  return { execute, logged, ends, questions: confirmations.questions, posted }
}

const amberOf = (permissions: object) => ({
  capabilities: ['read', 'act'],
  confirmation_required: false,
  timeout_ms: 5000,
  permissions,
  function_schema: { name: 'go', description: 'Goes.', parameters: { type: 'object', properties: {} } },
})
const skillMdOf = (name: string, permissions: object) =>
  `---\nname: ${name}\nversion: 1.0.0\ndescription: "Goes."\nmetadata: ${JSON.stringify({ amber: amberOf(permissions) })}\n---\n# Go\n`

describe('a handler of (params, context)', () => {
  test('gets the context members that its manifest declares', async () => {
    const handler = `const { shout } = require('./shout')
module.exports = async function (params, context) {
  context.callLog.write({ type: 'begins', caller: context.call.callerId })
  await context.gateway.sendMessage('Hi\\u0007 ' + context.operator.name)
  return { success: true, message: shout('done'), result: { call: context.call, operator: context.operator } }
}`
    await mkdir(join(root, 'full'), { recursive: true })
    await writeFile(join(root, 'full', 'shout.js'), 'exports.shout = (text) => text.toUpperCase()')
    const { execute, logged, ends } = await runHandler('full', skillMdOf('full', { telegram: true }), handler, {})
    expect(await execute()).toMatchObject({
      status: 'success',
      message: 'DONE',
      results: [
        {
          success: true,
          result: {
            call: { id: 'call-7', callerId: '+2975550100', transcript: '', channel: 'phone' },
            operator: { name: 'Ilse' },
          },
        },
      ],
      trace: [{ op: 'call.context' }, { op: 'call.log' }, { op: 'messages.send' }],
    })
    expect(logged).toEqual([{ call: 'call-7', type: 'begins', caller: '+2975550100' }])
    expect(ends[0]?.messages).toMatchObject([{ text: 'Hi Ilse', urgent: false }])
  })

  test.each([
    ['sends a message', 'await context.gateway.sendMessage("x")', 'CAPABILITY_DENIED'],
    ['posts to the gateway', 'await context.gateway.post({ a: 1 })', 'CAPABILITY_DENIED'],
    ['reaches the network', 'await fetch("https://api.example.com/")', 'CAPABILITY_DENIED'],
  ])('ends if it %s without the permission, and cannot catch the error', async (_, code, expected) => {
    const handler = `module.exports = async (params, context) => { try { ${code} } catch {} return { success: true } }`
    const { execute, ends } = await runHandler('sly', skillMdOf('sly', {}), handler, {})
    expect(await execute()).toMatchObject({ status: 'error', error: { code: expected } })
    expect(ends[0]?.messages).toBeUndefined()
  })

  test.each([
    ['a command as one text', 'context.exec("ls -l; rm -rf /")', /TypeError: exec: expects a list of texts/],
    ['a command with an object as argument', 'context.exec(["ls", { toString: () => "x" }])', /TypeError: exec/],
  ])('can catch the error of exec for %s', async (_, code, error) => {
    const handler = `module.exports = async (params, context) => {
  try { await ${code}; return { success: true } } catch (error) { return { success: false, error: error } }
}`
    const { execute } = await runHandler('tries', skillMdOf('tries', {}), handler, {})
    expect(await execute()).toMatchObject({ results: [{ success: false, error: expect.stringMatching(error) }] })
  })

  test('can post to the gateway, and read the operator’s chat id, only if its manifest declares each', async () => {
    const handler = `module.exports = async (params, context) => {
  context.callLog.write({ type: 'first' })
  const answer = await context.gateway.post({ tool: 'x', args: { chat: context.operator.telegramId } })
  return { success: true, result: answer }
}`
    const permissions = { openclaw_action: true, telegram: true }
    const { execute, posted, logged } = await runHandler('posts', skillMdOf('posts', permissions), handler, {})
    expect(await execute()).toMatchObject({ results: [{ success: true, result: { ok: true } }] })
    expect(posted).toEqual([{ tool: 'x', args: { chat: '987650123456' } }])
    expect(logged).toHaveLength(1)
    const without = `module.exports = async (params, { operator }) => ({ success: true, result: operator })`
    const plain = await runHandler('plain', skillMdOf('plain', {}), without, {})
    expect(await plain.execute()).toMatchObject({ results: [{ result: { name: 'Ilse' } }] })
    expect(JSON.stringify(plain.ends)).not.toContain('987650123456')
    const silent = await runHandler('silent', skillMdOf('silent', { telegram: true }), handler, {})
    expect(await silent.execute()).not.toMatchObject({ results: [{ success: true }] })
    expect(silent.posted).toEqual([])
    const unknown = await runHandler('unknown', skillMdOf('unknown', { openclaw_action: true }), handler, {})
    await unknown.execute()
    expect(JSON.stringify(unknown.posted)).not.toContain('987650123456')
  })

  test('with network access gets no data of the phone call', async () => {
    const yaml = `name: curious
version: '1.0.0'
description: Reaches a host.
risk_level: low
entry: handler.js
permissions: { network: { egress: [api.example.com] } }
`
    const handler = `module.exports = async (params, { call }) => ({ success: true, result: call })`
    const { execute, ends } = await runHandler('curious', skillMdOf('curious', {}), handler, {}, 'main', yaml)
    expect(await execute()).toMatchObject({
      results: [{ result: { id: expect.stringMatching(/^exec_/), callerId: '', channel: '', transcript: '' } }],
    })
    expect(JSON.stringify(ends)).not.toMatch(/5550100|call-7/)
  })

  test('has no Node globals and no Node modules', async () => {
    const handler = `const load = (name) => { try { require(name); return 'loaded' } catch { return 'refused' } }
module.exports = async () => ({ success: true, result: [typeof process, typeof Buffer, load('node:' + 'fs')] })`
    const { execute } = await runHandler('bare', skillMdOf('bare', {}), handler, {})
    expect(await execute()).toMatchObject({
      results: [{ result: ['undefined', 'undefined', 'refused'] }],
    })
    const reads = `module.exports = async () => require('node:fs').readFileSync('/etc/passwd', 'utf8')`
    await expect(runHandler('reads', skillMdOf('reads', {}), reads, {})).rejects.toThrow('is a Node built-in')
  })

  test.each<[Source, number]>([
    ['main', 1],
    ['dm-approved', 1],
    ['group', 0],
    ['dm-unknown', 0],
  ])(
    'for a call from %s, stores %i entries in the call log, so that strangers cannot fill the disk',
    async (source, kept) => {
      const handler = `module.exports = async (params, context) => { context.callLog.write({ a: 1 }); return { success: true } }`
      const skillMd = skillMdOf('logs', {})
      const { execute, logged, ends } = await runHandler('logs', skillMd, handler, {}, source)
      expect(await execute()).toMatchObject({ status: 'success' })
      expect(logged).toHaveLength(kept)
      expect(ends[0]?.journal).toMatchObject([{ op: 'call.context' }, { op: 'call.log', args: { entry: { a: 1 } } }])
    },
  )

  test('ends with SKILL_CRASHED if it returns no object', async () => {
    const { execute } = await runHandler('none', skillMdOf('none', {}), 'module.exports = async () => "x"', {})
    expect(await execute()).toMatchObject({ status: 'error', error: { code: 'SKILL_CRASHED' } })
  })
})

describe('the two handlers of the voice agent run unchanged', () => {
  test('send-message asks for confirmation, then logs the message, then sends it', needsSeed, async () => {
    const { skillMd, handler } = seedSkill('send-message')
    const params = { message: 'Call me back', caller_name: 'Ada', urgency: 'urgent' }
    const { execute, logged, ends, questions } = await runHandler('send-message', skillMd, handler, params)
    expect(await execute()).toMatchObject({ status: 'requires_confirmation' })
    const asked = [...questions.values()].map(({ prompt }) => prompt)
    expect([logged, ends, asked]).toEqual([[], [], ['Would you like me to leave that message?']])
    expect(await execute({ confirmed: true })).toMatchObject({
      status: 'success',
      message: expect.stringMatching(/noted your message, Ada\. Ilse will get back to you/),
      results: [{ success: true, result: { logged: true, delivered: false, noted: true } }],
      trace: [{ op: 'call.context' }, { op: 'call.log' }, { op: 'messages.send' }, { op: 'call.log' }],
    })
    expect(logged).toMatchObject([
      { call: 'call-7', type: 'skill.send_message', message: 'Call me back', delivery_status: 'pending' },
      { type: 'skill.send_message.noted' },
    ])
    expect(ends[0]?.messages).toMatchObject([{ text: expect.stringMatching(/From: Ada\n.*\nCall me back/s) }])
  })

  test('calendar looks up events, and names the missing fields of a new event', needsSeed, async () => {
    const { skillMd, handler } = seedSkill('calendar')
    const ran: CommandRequest[] = []
    const commands: Commands = {
      async run(request) {
        ran.push(request)
        return { kind: 'ended', code: 0, stdout: Buffer.from('10:00 Dentist\n'), stderr: Buffer.alloc(0) }
      },
    }
    const params = { action: 'lookup', range: 'tomorrow' }
    const lookup = await runHandler('calendar', skillMd, handler, params, 'main', '', commands)
    expect(await lookup.execute({ confirmed: true })).toMatchObject({
      status: 'success',
      message: '10:00 Dentist',
      results: [{ success: true, result: { events: '10:00 Dentist' } }],
    })
    expect(ran).toMatchObject([{ name: 'ical-query', args: ['tomorrow'] }])
    const { execute } = await runHandler('calendar', skillMd, handler, { action: 'create', title: 'x' })
    expect(await execute({ confirmed: true })).toMatchObject({
      status: 'success',
      message: 'I need a title, start time, and end time to create an event.',
      results: [{ success: false, error: 'Missing required fields: title, start, end' }],
    })
  })
})
