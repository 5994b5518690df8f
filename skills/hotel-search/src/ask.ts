import type { SkillHost } from '#runner/sdk/index.ts'
import { failureOfRejection } from '#runner/sdk/outcome.ts'
import { type Answer, readAnswer } from './answer.ts'

const headers = { accept: 'application/json, application/vnd.amadeus+json' }

/**
 * Sends one request to the provider. Every outcome is an Answer.
 *
 * @param startByMs the latest start, after that of the search. Absent: the request waits for its turn.
 */
export async function ask(host: Pick<SkillHost, 'fetch'>, url: string, startByMs?: number): Promise<Answer> {
  try {
    const response = await host.fetch(url, { headers, startByMs })
    return readAnswer(response.status, await response.json().catch(() => undefined))
  } catch (error) {
    return { kind: 'failed', failure: failureOfRejection(error) }
  }
}
