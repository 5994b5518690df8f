import type { EgressEngine, EgressRequest, EgressResult } from '#runner/egress/session.ts'
import { createRedactor } from '#runner/redact/redact.ts'
import type { ExampleAnswer } from './skill-example.ts'

export type ExampleEgress = EgressEngine & {
  /** What the skill asked for and no answer is there for, such as `GET https://api.example.com/v1`. */
  readonly unanswered: readonly string[]
}

/** A network that has nothing but the answers of an example, for the hosts that the skill was granted. */
export function createExampleEgress(answers: readonly ExampleAnswer[]): ExampleEgress {
  const unanswered: string[] = []

  function answer({ url, method }: EgressRequest, hosts: readonly string[]): EgressResult {
    const host = URL.parse(url)?.host ?? ''
    if (!hosts.includes(host)) return { kind: 'blocked', reason: `${host} is not among permissions.network.egress` }
    const found = answers.find((one) => one.method === method && url.startsWith(one.url))
    if (found === undefined) {
      unanswered.push(`${method} ${url}`)
      return { kind: 'failed', reason: 'network', message: 'The example has no answer to this' }
    }
    const { status, headers, body } = found
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { kind: 'response', status, headers: Object.entries(headers), body: Buffer.from(text), url }
  }

  return {
    unanswered,
    open: ({ grant }) => ({
      placeholders: Object.fromEntries(grant.permissions.secrets.map((name) => [name, `placeholder of ${name}`])),
      credentials: '',
      fetch: async (request) => answer(request, grant.permissions.network.egress),
      redact: createRedactor(),
      data: () => 'sample',
      [Symbol.asyncDispose]: async () => {},
    }),
    probe: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}
