import type { Json, SkillHost } from './index.ts'

/** `Object` returns its argument unchanged; in the sandbox the global object is a SkillHost. */
const hostOf = (): SkillHost => Object(globalThis)

/** A host that a skill did not expect to refuse: its status and its address, without the answer. */
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

/** The answer to a request: a value, if it is JSON, or its text. Throws HttpError for a status of 400 or above. */
export async function httpFetch({ url, method, headers = {}, body, timeoutMs }: HttpFetch): Promise<unknown> {
  const isText = typeof body === 'string' || body === undefined
  const sent = isText ? body : JSON.stringify(body)
  const response = await hostOf().fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(isText ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  if (!response.ok) throw new HttpError(response.status, url)
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '')
  return isJson ? response.json() : response.text()
}

type Asked = string | { readonly prompt: string; readonly system?: string; readonly model?: string }

/** The text of the language model. */
export function llmPredict(asked: Asked): Promise<string> {
  const { prompt, system, model } = typeof asked === 'string' ? { prompt: asked } : asked
  return hostOf().llm.predict(system === undefined ? prompt : `${system}\n\n${prompt}`, model)
}

type Recalled = string | { readonly query?: string; readonly limit?: number }

/** What the caller did here earlier, as texts. */
export function memoryRecall(asked: Recalled = ''): Promise<string[]> {
  const { query, limit } = typeof asked === 'string' ? { query: asked, limit: undefined } : asked
  return hostOf().memory.recall(query, limit)
}

/** A skill whose params are the argument of this function, and whose one result is what it returns. */
export function skillOfFunction(run: (args: Json) => unknown) {
  return async ({ params }: { readonly params: Json }) => answerOf(await run(params))
}

/** An answer with results stands as it is. Any other value is the `result` of one. */
export function answerOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'results' in value && Array.isArray(value.results)) return value
  return { results: [{ result: value === undefined ? null : value }] }
}
