import { blocked } from '#runner/contract/end-cause.ts'
import type { Grant } from '#runner/core/skill.ts'
import { checkRequest } from '#runner/egress/host-policy.ts'
import type { EgressEngine, EgressRequest, EgressResult } from '#runner/egress/session.ts'
import { createRedactor } from '#runner/redact/redact.ts'
import type { ExampleAnswer } from './skill-example.ts'

type ExampleEgress = EgressEngine & {
  /** Requests without an answer in the example, such as `GET https://api.example.com/v1`. */
  readonly unanswered: readonly string[]
}

/** A network that answers only from an example, for the hosts and methods that the skill was granted. */
export function createExampleEgress(answers: readonly ExampleAnswer[]): ExampleEgress {
  const unanswered: string[] = []

  function answer({ url, method }: EgressRequest, { permissions }: Grant): EgressResult {
    const verdict = checkRequest(url, method, permissions)
    if (!verdict.allowed) return blocked(verdict.cause, verdict.reason)
    const found = answers.find((one) => one.method === method && url.startsWith(one.url))
    if (found === undefined) {
      unanswered.push(`${method} ${url}`)
      return { kind: 'failed', reason: 'network', message: 'The example has no answer to this request' }
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
      fetch: async (request) => answer(request, grant),
      redact: createRedactor(),
      keyFor: () => ({ kind: 'unknown' }),
      hideMade: () => {},
      outOfTime: () => false,
      data: () => 'sample',
      oldestMs: () => undefined,
      [Symbol.asyncDispose]: async () => {},
    }),
    probe: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}
