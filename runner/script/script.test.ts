import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { principalFrom, publicPrincipal } from '../contract/principal.ts'
import { container, python } from '../contract/runtimes.ts'
import { ScriptGrant } from '../contract/script.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import { fakeRuntime, loadedSkill, runnerWith } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'
import { keepScript, loadScript, recallRelease } from './script.ts'

const grantOf = (permissions: object = {}): ScriptGrant => ScriptGrant.parse({ language: 'javascript', permissions })
const grant = grantOf()
const input = { action: 'run', params: {}, config: {} }
const agent = principalFrom('main', { id: 'agent', role: 'agent' })
const manifest = testManifest({ name: 'other' })
const runtime = fakeRuntime(async () => ({ kind: 'returned', value: { results: [] }, fuelUsed: 0 }))
const { admit } = runnerWith(manifest, { runtimes: [runtime] })

test.each([
  ['', 'is empty: send the code to run'],
  [' \n\t', 'is empty: send the code to run'],
  ['x'.repeat(256 * 1024 + 1), 'is larger than 256 KB: send less code, and let it fetch its data'],
  ['é'.repeat(128 * 1024 + 1), 'is larger than 256 KB: send less code, and let it fetch its data'],
  ['1\0', 'is not text: send UTF-8 without NUL characters'],
  ['"\ud800"', 'is not text: send UTF-8 without NUL characters'],
])('refuses an invalid script (%#) and gives the reason', async (text, why) => {
  expect(await admit({ text, grant }, input, { principal: agent })).toMatchObject({
    kind: 'refused',
    skill: 'script',
    error: { code: 'INVALID_INPUT', message: `The request is not valid: script ${why}.`, details: { script: why } },
  })
})

test('a script gets the permissions of its profile, limited by the trust of its sender', async () => {
  const wide = grantOf({ llm: true, network: { egress: ['api.example.com'], methods: ['GET', 'POST'] } })
  const admitted = await admit({ text: '1', grant: wide }, input, { principal: agent })
  expect(admitted).toMatchObject({ kind: 'admitted', grant: { permissions: wide.permissions, runtimes: ['quickjs'] } })
  expect(await admit({ text: '1', grant: wide }, input, { principal: publicPrincipal })).toMatchObject({
    kind: 'refused',
    error: { code: 'TRUST_EXCEEDED' },
  })
  const files = grantOf({ exec: ['rm'] })
  const narrow = await admit({ text: '1', grant: files }, input, { principal: agent })
  // Permissions outside its tier are dropped.
  expect(narrow).toMatchObject({ kind: 'admitted', grant: { permissions: { exec: [] } } })
})

test('a script in a fence runs without it, in the language that the fence names', async () => {
  const fenced = { text: '```js\nset_result(1)\n```', grant }
  const loaded = loadScript(fenced)
  const plain = loadScript({ text: '\nset_result(1)\n', grant })
  expect(loaded.ok && plain.ok && loaded.skill.program).toEqual(plain.ok && plain.skill.program)
  expect(loadScript({ ...fenced, text: '#!/usr/bin/env python3\nset_result(1)' })).toEqual({
    ok: false,
    details: { language: 'is JavaScript, and the script itself says that it is Python' },
  })
})

test('the digest of a script depends on its text, but not on its permissions', () => {
  const digestOf = (text: string, granted = grant) => {
    const loaded = loadScript({ text, grant: granted })
    return loaded.ok ? loaded.skill.digest : undefined
  }
  expect(digestOf('one', grantOf({ llm: true }))).toBe(digestOf('one'))
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
      if (a !== b && digestOf(a) !== undefined) expect(digestOf(a)).not.toBe(digestOf(b))
    }),
  )
})

test('a stored script loads with its current grant, unless its stored text was altered', async () => {
  const answers = createMemoryAnswers()
  const script = { text: 'set_result("é")', grant }
  await keepScript(answers, script)
  const loaded = loadScript(script)
  if (!loaded.ok) throw new Error('Expected a valid script')
  const { digest } = loaded.skill
  const ports = { skills: fixedSkills(loadedSkill(manifest)), answers }
  const more = grantOf({ llm: true })
  expect(await recallRelease(ports, digest, more)).toMatchObject({
    script: { text: script.text, grant: more },
    skill: { digest, program: loaded.skill.program, approved: { llm: true } },
  })
  // A lookup without a grant finds no script, and a lookup with a grant finds no installed skill.
  expect(await recallRelease(ports, digest, undefined)).toBeUndefined()
  expect(await recallRelease(ports, 'digest', grant)).toBeUndefined()
  const changed = { put: answers.put, get: async () => new Map([[digest, randomBytes(8)]]) }
  expect(await recallRelease({ ...ports, answers: changed }, digest, grant)).toBeUndefined()
})

test('a Python script runs unchanged in the first available runtime of its language', async () => {
  const granted = ScriptGrant.parse({ language: 'python', permissions: { llm: true } })
  const text = 'set_result(1)\n'
  const loaded = loadScript({ text, grant: granted })
  expect(loaded).toMatchObject({ ok: true, skill: { program: { kind: 'bundle', language: 'python', code: text } } })
  const inJavaScript = loadScript({ text, grant })
  expect(loaded.ok && inJavaScript.ok && loaded.skill.digest !== inJavaScript.skill.digest).toBe(true)
  const [here, onEngine] = [
    { ...runtime, about: python },
    { ...runtime, about: container },
  ]
  const admitIn = (runtimes: Runtime[], chosen?: string) =>
    runnerWith(manifest, { runtimes }).admit({ text, grant: { ...granted, runtime: chosen } }, input, {
      principal: agent,
    })
  expect(await admitIn([runtime, onEngine, here])).toMatchObject({ kind: 'admitted', runtime: { about: python } })
  expect(await admitIn([runtime, onEngine])).toMatchObject({ kind: 'admitted', runtime: { about: container } })
  expect(await admitIn([here, onEngine], 'container')).toMatchObject({ runtime: { about: container } })
})

test('a script whose runtime is missing is refused with the remedy for that runtime', async () => {
  const refusalOf = (chosen: string) =>
    admit({ text: '1', grant: { ...grant, language: 'python', runtime: chosen } }, input, { principal: agent })
  const refused = (language: string) => ({
    kind: 'refused',
    error: { code: 'RUNTIME_UNAVAILABLE', details: { language: expect.stringContaining(language) } },
  })
  expect(await refusalOf('container')).toMatchObject(refused('install Docker'))
  expect(await refusalOf('python')).toMatchObject(refused('their runtime has not started: try again later'))
})

test('the digest of a script does not depend on its runtime, so that both share its stored text', () => {
  const digestOf = (chosen?: string) => {
    const loaded = loadScript({ text: '1', grant: { ...grant, language: 'python', runtime: chosen } })
    return loaded.ok ? loaded.skill.digest : undefined
  }
  expect(digestOf('container')).toBe(digestOf('python'))
  expect(digestOf()).toBe(digestOf('python'))
})

test('the time of a script does not include the time in which its runtime stops the clock', async () => {
  const durations: unknown[] = []
  let now = 0
  const waits = fakeRuntime(async ({ timeLimit }) => {
    now += 300
    timeLimit?.pause()
    now += 20_000
    timeLimit?.resume()
    now += 40
    return { kind: 'returned', value: { result: { kind: 'none' }, stdout: '', stderr: '' }, fuelUsed: 0 }
  })
  const runner = runnerWith(manifest, {
    runtimes: [waits],
    clock: { now: () => Date.now(), monotonic: () => now },
    store: { started: async () => undefined, finished: async (end) => void durations.push(end.durationMs) },
  })
  const admitted = await runner.admit({ text: '1', grant }, input, { principal: agent })
  if (admitted.kind !== 'admitted') throw new Error('Expected an admitted script')
  await runner.run(admitted)
  expect(durations).toEqual([340])
})
