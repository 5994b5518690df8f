import type { Json, SkillHost } from './index.ts'

/** `Object` returns its argument unchanged; in the sandbox the global object is a SkillHost. */
const hostOf = (): SkillHost => Object(globalThis)

/** A response with an error status. Contains status and URL, but not the response body. */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, url: string) {
    super(`${url} answered with status ${status}`)
    this.name = 'HttpError'
    this.status = status
  }
}

export type HttpFetch = {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text, or a value that is sent as JSON. */
  readonly body?: string | Json
  readonly timeoutMs?: number
}

/**
 * Sends a request and returns the response: the parsed value of JSON, otherwise the text. Throws HttpError unless the
 * status is 200 to 299.
 */
export async function httpFetch({ url, method, headers = {}, body, timeoutMs }: HttpFetch): Promise<unknown> {
  const isText = typeof body === 'string' || body === undefined
  const sent = isText ? body : JSON.stringify(body)
  // Two headers with this name would end the execution.
  const namesType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const response = await hostOf().fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(isText || namesType ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  if (!response.ok) throw new HttpError(response.status, url)
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '')
  return isJson ? response.json() : response.text()
}

type Asked = string | { readonly prompt: string; readonly system?: string; readonly model?: string }

/** Returns the text that the language model generates for a prompt. */
export function llmPredict(asked: Asked): Promise<string> {
  const { prompt, system, model } = typeof asked === 'string' ? { prompt: asked } : asked
  return hostOf().llm.predict(system === undefined ? prompt : `${system}\n\n${prompt}`, model)
}

type Recalled = string | { readonly query?: string; readonly limit?: number }

/** Returns earlier actions of the caller, as texts. */
export function memoryRecall(asked: Recalled = ''): Promise<string[]> {
  const { query, limit } = typeof asked === 'string' ? { query: asked, limit: undefined } : asked
  return hostOf().memory.recall(query, limit)
}

type Shell = {
  /** The name of a program, without a folder. */
  readonly program: string
  readonly args?: readonly string[]
  readonly stdin?: string
  readonly timeoutMs?: number
}

/** Runs a program without a shell, and returns its exit code and output. */
export function shellExec({ program, args, ...options }: Shell) {
  return hostOf().exec.run(program, args, options)
}

/** Returns the text of a file in the skill's own folder. */
export const fileRead = (path: string): Promise<string> => hostOf().files.read(path)

/** Replaces a file in the skill's own folder. */
export const fileWrite = (path: string, text: string) => hostOf().files.write(path, text)

/** Makes a skill of a function: the params are its argument, and its return value is the only result. */
export function skillOfFunction(run: (args: Json) => unknown) {
  return async ({ params }: { readonly params: Json }) => answerOf(await run(params))
}

/** Returns a value unchanged if it has a list `results`. Wraps any other value as `result` of a single result. */
export function answerOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'results' in value && Array.isArray(value.results)) return value
  return { results: [{ result: value === undefined ? null : value }] }
}
