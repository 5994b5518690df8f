import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const at = { TRAVEL_LLM_URL: 'https://api.example.com/v1/', TRAVEL_LLM_MODEL: 'small-1' }

test('a model needs a URL and a name, and may have a key or a credential', () => {
  const model = { url: 'https://api.example.com/v1', model: 'small-1', key: undefined, credential: undefined }
  expect(readEnv({}).llm).toBeUndefined()
  expect(readEnv(at).llm).toEqual(model)
  expect(readEnv({ ...at, TRAVEL_LLM_KEY: 'sk-12345678' }).llm).toEqual({ ...model, key: 'sk-12345678' })
  expect(readEnv({ ...at, TRAVEL_LLM_CREDENTIAL: 'MODEL_KEY' }).llm).toEqual({ ...model, credential: 'MODEL_KEY' })
  const local = { ...at, TRAVEL_LLM_URL: 'http://127.0.0.1:11434/v1', TRAVEL_LLM_KEY: 'sk-12345678' }
  expect(readEnv(local).llm?.url).toBe('http://127.0.0.1:11434/v1')
})

test('the gates ask for a second opinion only if the operator turns it on', () => {
  expect(readEnv(at).secondOpinion).toBe(false)
  expect(readEnv({ ...at, TRAVEL_SECOND_OPINION: 'on' }).secondOpinion).toBe(true)
})

test.each<[string, Record<string, string>, RegExp]>([
  ['no model', { TRAVEL_LLM_URL: at.TRAVEL_LLM_URL }, /TRAVEL_LLM_MODEL is missing/],
  ['no address', { TRAVEL_LLM_KEY: 'sk-12345678' }, /TRAVEL_LLM_URL is missing, but TRAVEL_LLM_KEY is set/],
  ['a short key', { ...at, TRAVEL_LLM_KEY: 'short' }, /TRAVEL_LLM_KEY is invalid/],
  ['key and credential', { ...at, TRAVEL_LLM_KEY: 'sk-12345678', TRAVEL_LLM_CREDENTIAL: 'A_KEY' }, /both set/],
  ['a second opinion without a model', { TRAVEL_SECOND_OPINION: 'on' }, /TRAVEL_SECOND_OPINION is on/],
  [
    'a second opinion with a stored credential',
    { ...at, TRAVEL_LLM_CREDENTIAL: 'MODEL_KEY', TRAVEL_SECOND_OPINION: 'on' },
    /instead of TRAVEL_LLM_CREDENTIAL/,
  ],
  [
    'a setting as credential',
    { ...at, TRAVEL_LLM_CREDENTIAL: 'TRAVEL_SESSION_KEY' },
    /TRAVEL_LLM_CREDENTIAL is invalid/,
  ],
  [
    'a user in the address',
    { ...at, TRAVEL_LLM_URL: 'https://user:word@api.example.com' },
    /TRAVEL_LLM_URL is invalid/,
  ],
  [
    'a key over unencrypted HTTP',
    { ...at, TRAVEL_LLM_URL: 'http://api.example.com/v1', TRAVEL_LLM_KEY: 'sk-12345678' },
    /with a key, use https/,
  ],
])('refuses to start with %s, and shows no value', (_, given, problem) => {
  expect(() => readEnv(given)).toThrow(problem)
  expect(() => readEnv(given)).toThrow(
    expect.objectContaining({ message: expect.not.stringMatching(/sk-123|word|short$/) }),
  )
})
