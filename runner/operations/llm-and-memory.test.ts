import { expect, test } from 'vitest'
import type { Permissions } from '../contract/manifest.ts'
import type { Prediction } from '../core/ports.ts'
import type { HostSeamOptions } from '../host/host-seam.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import type { HostServices } from './host-operations.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const realValue = 'r3al-value-of-the-key'
const session = sessionWithoutFetch([realValue])

type Options = Pick<HostSeamOptions, 'leftMs'> &
  Pick<HostServices, 'model' | 'memory'> & {
    readonly granted?: Partial<Permissions>
    readonly declared?: Permissions
  }
function seamWith({ granted = { llm: true, memory: true }, declared, leftMs, ...services }: Options = {}) {
  const grant = declared && { declared }
  const answers = createMemoryAnswers()
  return testSeam(granted, { grant, session, services, answers, ...(leftMs && { leftMs }) })
}

/** A model that records its prompts and returns `answer`. */
function modelOf(answer: Prediction) {
  const asked: { prompt: string; timeoutMs: number }[] = []
  return {
    asked,
    model: {
      predict: async (prompt: string, { timeoutMs }: { readonly timeoutMs: number }) => {
        asked.push({ prompt, timeoutMs })
        return answer
      },
    },
  }
}

test('llm.predict gives the model half a second less than the execution has left, and returns its answer', async () => {
  const { model, asked } = modelOf({ kind: 'text', text: 'Sunny' })
  const seam = seamWith({ model, leftMs: () => 10_000 })
  expect(await seam.call('llm.predict', { prompt: 'Weather?' }, 1)).toEqual({ kind: 'value', value: 'Sunny' })
  expect(asked).toEqual([{ prompt: 'Weather?', timeoutMs: 9500 }])
  expect(seam.journal).toMatchObject([{ op: 'llm.predict', result: { kind: 'value', value: 'Sunny' }, fuel_left: 1 }])
})

test('removes hidden characters from a prompt before it is sent to the model', async () => {
  const { model, asked } = modelOf({ kind: 'text', text: 'ok' })
  const tags = String.fromCodePoint(0xe0041, 0xe0042)
  await seamWith({ model }).call('llm.predict', { prompt: `Hotel\u0000 \u202eA\u200b${tags}\n\tB\ud800` }, 1)
  expect(asked.map(({ prompt }) => prompt)).toEqual(['Hotel A\n\tB\ufffd'])
})

test.each([
  [{ prompt: '' }, 'prompt: is empty'],
  [{ prompt: '\u0000\u202e' }, 'prompt: has no visible characters'],
  [{ prompt: 'x'.repeat(300_000) }, 'prompt: is longer'],
  [{ prompt: 'x', model: '' }, 'model: is empty'],
  [{ prompt: ['x'] }, 'prompt'],
  [{ prompt: 'x', url: 'https://other.example' }, 'prompt'],
])('rejects the prompt %j without a request to the model', async (args, problem) => {
  const { model, asked } = modelOf({ kind: 'text', text: 'ok' })
  expect(await seamWith({ model }).call('llm.predict', args, 1)).toMatchObject({
    kind: 'rejected',
    name: 'TypeError',
    message: expect.stringContaining(problem),
  })
  expect(asked).toEqual([])
})

test.each([
  ['unavailable', 'ModelError'],
  ['too_large', 'ModelError'],
  ['timeout', 'TimeoutError'],
  ['aborted', 'AbortError'],
] as const)('a prediction that fails as %s rejects with %s', async (reason, name) => {
  const { model } = modelOf({ kind: 'failed', reason, message: 'why' })
  const answer = await seamWith({ model }).call('llm.predict', { prompt: 'x' }, 1)
  expect(answer).toEqual({ kind: 'rejected', name, message: 'why' })
})

test('redacts a credential of the execution in a prompt before it is sent to the model', async () => {
  const { model, asked } = modelOf({ kind: 'text', text: 'ok' })
  await seamWith({ model }).call('llm.predict', { prompt: `Is ${realValue} good?` }, 1)
  expect(asked.map(({ prompt }) => prompt)).toEqual(['Is [REDACTED...-key] good?'])
})

test('redacts a credential of the execution in the model’s answer', async () => {
  const { model } = modelOf({ kind: 'text', text: `The key is ${realValue}.` })
  const answer = await seamWith({ model }).call('llm.predict', { prompt: 'x' }, 1)
  expect(answer).toEqual({ kind: 'value', value: 'The key is [REDACTED...-key].' })
})

test('llm.predict ends the execution with NOT_CONFIGURED if no model is configured', async () => {
  const answer = await seamWith().call('llm.predict', { prompt: 'x' }, 1)
  expect(answer).toMatchObject({ kind: 'end', code: 'NOT_CONFIGURED' })
})

test('memory.recall returns at most the requested number of texts, shortened, cleaned and redacted', async () => {
  const found = [`one\u202e ${realValue}`, 'x'.repeat(600), 'three']
  const answer = await seamWith({ memory: async () => found }).call('memory.recall', { query: 'a b', limit: 2 }, 1)
  expect(answer).toEqual({ kind: 'value', value: ['one [REDACTED...-key]', `${'x'.repeat(499)}…`] })
})

test('memory.recall shows no part of a secret where it shortens a text', async () => {
  const found = [`${'x'.repeat(490)}${realValue}`]
  const answer = await seamWith({ memory: async () => found }).call('memory.recall', {}, 1)
  expect(JSON.stringify(answer)).not.toContain(realValue.slice(0, 4))
})

test('memory.recall without arguments requests the five latest texts of its caller', async () => {
  const asked: unknown[] = []
  const memory: HostServices['memory'] = async ({ id }, args) => {
    asked.push(id, args)
    return []
  }
  expect(await seamWith({ memory }).call('memory.recall', {}, 1)).toEqual({ kind: 'value', value: [] })
  expect(asked).toEqual(['ada', { query: '', limit: 5 }])
})

test.each([[{ limit: 21 }], [{ limit: 0 }], [{ limit: 1.5 }], [{ query: 'x'.repeat(201) }], [{ principal: 'other' }]])(
  'memory.recall rejects %j',
  async (args) => {
    const seam = seamWith({ memory: () => Promise.reject(new Error('must not be asked')) })
    expect(await seam.call('memory.recall', args, 1)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
  },
)

test('memory.recall reports a failed read as a catchable error that does not reveal the cause', async () => {
  const memory = () => Promise.reject(new Error('postgresql://user:word@host'))
  expect(await seamWith({ memory }).call('memory.recall', {}, 1)).toEqual({
    kind: 'rejected',
    name: 'MemoryError',
    message: 'The memory cannot be read at the moment',
  })
})
