import * as z from 'zod'
import { type DocumentedRequest, requestsIn, scriptsIn } from './skill-document.ts'

/** The fields that the agent reads from responses. The skill document names them. */
const Answer = z.looseObject({
  profile_id: z.string().optional(),
  execution_id: z.string().optional(),
  locked: z.boolean().optional(),
  status: z.string().optional(),
  llm_request: z.looseObject({ number: z.number(), prompt: z.string() }).optional(),
  result: z.unknown().optional(),
  stdout: z.string().optional(),
  error: z.unknown().optional(),
})
export type Answer = z.infer<typeof Answer>

/**
 * An agent that knows an instance's `/skill.md` and nothing else: every call comes from a block of that document, and
 * every script is one of its examples.
 */
export class Agent {
  readonly #documentUrl: string
  #document = ''
  #known: Record<string, string> = {}

  constructor(instanceUrl: string) {
    this.#documentUrl = `${instanceUrl}/skill.md`
  }

  /** The id of the agent's profile. */
  get profileId(): string {
    return this.#known.profile_id ?? ''
  }

  /** Reads the skill document: the general one until the agent has a profile, then the one for that profile. */
  async read(): Promise<string> {
    const headers = this.profileId === '' ? {} : { authorization: `Bearer ${this.profileId}` }
    const response = await fetch(this.#documentUrl, { headers })
    this.#document = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${this.#document}`)
    return this.#document
  }

  /** Makes this execution the one that further calls are about. */
  follow(executionId: string): void {
    this.#known.execution_id = executionId
  }

  scripts(language: string): string[] {
    return scriptsIn(this.#document, language)
  }

  /** Makes the documented call with this method and a path that ends with `pathEnd`. `change`: changes to its body. */
  async call(method: string, pathEnd: string, change: object = {}): Promise<Answer> {
    const documented = requestsIn(this.#document).find(
      (request) => request.method === method && new URL(request.url).pathname.endsWith(pathEnd),
    )
    if (!documented) throw new Error(`The document has no ${method} …${pathEnd}`)
    const { url, headers, body } = this.#filledIn(documented)
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify({ ...Object(body), ...change }) }),
    })
    const answer = Answer.parse(await response.json())
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
    for (const name of ['profile_id', 'execution_id'] as const) {
      const value = answer[name]
      if (value !== undefined) this.#known[name] = value
    }
    return answer
  }

  /** Polls the execution until it has ended, and answers its prompts with `model`. */
  async settled(model: (prompt: string) => string): Promise<Answer> {
    for (;;) {
      const answer = await this.call('GET', '/executions/%7Bexecution_id%7D')
      if (answer.status === 'awaiting_llm') {
        const { prompt = '', number = 0 } = answer.llm_request ?? {}
        await this.call('POST', '/respond', { number, response: model(prompt) })
      } else if (answer.status !== 'pending' && answer.status !== 'running') return answer
    }
  }

  #filledIn(request: DocumentedRequest): DocumentedRequest {
    const text = JSON.stringify(request).replaceAll(/\{(\w+)\}/g, (all, name: string) => this.#known[name] ?? all)
    return JSON.parse(text)
  }
}
