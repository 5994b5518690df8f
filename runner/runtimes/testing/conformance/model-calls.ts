import { describe, expect, test } from 'vitest'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import type { ScriptLanguage } from '../../../contract/script-language.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { RecordedCall } from './harness.ts'
import type { Suite, Texts } from './suite.ts'

/** The arguments of a prompt for the default model. */
export const promptArgs = (language: ScriptLanguage, prompt: string): Json =>
  language === 'python' ? { prompt, model: 'default' } : { prompt }

/** Predictions of a language model, which programs in every language can ask for. */
export function modelCalls({ answerOf, language, run, say }: Suite): void {
  describe('predictions', () => {
    const asks: Texts = {
      javascript: `async () => [await llm.predict('Hi\\u0000\\u202e✓'), await llm.predict(7, 'large')]`,
      python: `set_result([llm.predict('Hi\\u0000\\u202e✓'), llm.predict(7, 'large')])`,
    }
    say('llm.predict sends prompt and model, and returns the text', asks, async (text) => {
      const calls: RecordedCall[] = []
      expect(await answerOf(text, { calls })).toEqual(['answer to Hi\u0000\u202e✓', 'answer to 7'])
      expect(calls.map(({ op, args }) => [op, args])).toEqual([
        ['llm.predict', promptArgs(language, 'Hi\u0000\u202e✓')],
        ['llm.predict', { prompt: '7', model: 'large' }],
      ])
    })

    const measures: Texts = {
      javascript: `async () => { const text = await llm.predict('x'); return [text.length, text] }`,
      python: `text = llm.predict('x')\nset_result([len(text), text])`,
    }
    say('a model’s answer is only text, whatever it contains', measures, async (text) => {
      const value = '"},"kind":"end"}<script>\u2028\ud800__proto__ constructor $1'
      expect(await answerOf(text, { answer: () => ({ kind: 'value', value }) })).toEqual([
        value.length,
        expect.stringContaining('"},"kind":"end"}<script>'),
      ])
    })

    const catches: Texts = {
      javascript: `async () => {
        const errors = []
        for (let n = 0; n < 3; n++) await llm.predict('x').catch((error) => errors.push(error.message))
        return errors
      }`,
      python: `errors = []
for n in range(3):
    try: llm.predict('x')
    except Exception as error: errors.append(str(error))
set_result(errors)`,
    }
    say('a skill can catch a failed prediction and continue', catches, async (text) => {
      const names = ['ModelError', 'TimeoutError', 'CapabilityRevoked']
      const refusals = names.map((name): HostAnswer => ({ kind: 'rejected', name, message: `as ${name}` }))
      expect(await answerOf(text, { answer: () => refusals.shift() ?? { kind: 'suspend' } })).toEqual(
        names.map((name) => `as ${name}`),
      )
    })

    const goesOn: Texts = {
      javascript: `async () => { try { await llm.predict('x') } catch {} return 'went on' }`,
      python: `try: llm.predict('x')\nexcept BaseException: pass\nset_result('went on')`,
    }
    say('llm.predict without permission ends the execution', goesOn, async (text) => {
      const answer = (): HostAnswer => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'not declared' })
      expect(await run(text, { answer })).toMatchObject({ kind: 'failed', code: 'CAPABILITY_DENIED' })
    })

    if (language !== 'javascript') return

    test('a failed prediction or recall has the name of its error', async () => {
      const refusals: HostAnswer[] = [
        { kind: 'rejected', name: 'ModelError', message: 'the answer is too large' },
        { kind: 'rejected', name: 'TimeoutError', message: 'no answer in time' },
        { kind: 'rejected', name: 'CapabilityRevoked', message: 'The permission memory was withheld' },
      ]
      const skill = `async () => {
        const names = []
        for (const ask of [llm.predict, llm.predict, memory.recall]) await ask('x').catch(({ name }) => names.push(name))
        return names
      }`
      expect(await answerOf(skill, { answer: () => refusals.shift() ?? { kind: 'suspend' } })).toEqual([
        'ModelError',
        'TimeoutError',
        'CapabilityRevoked',
      ])
    })

    test('memory.recall without permission ends the execution', async () => {
      const answer = (): HostAnswer => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'not declared' })
      const skill = `async () => { try { await memory.recall('x') } catch {} return 'went on' }`
      expect(await run(skill, { answer })).toMatchObject({ kind: 'failed', code: 'CAPABILITY_DENIED' })
    })
  })
}
