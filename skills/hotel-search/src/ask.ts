import type { SkillHost } from '#runner/sdk/index.ts'
import { failureOfRejection } from '#runner/sdk/outcome.ts'
import { type Answer, readAnswer } from './answer.ts'

const headers = { accept: 'application/json, application/vnd.amadeus+json' }

/** Sends one request to the provider. Every outcome is an Answer. */
export async function ask(host: Pick<SkillHost, 'fetch'>, url: string): Promise<Answer> {
  try {
    const response = await host.fetch(url, { headers })
    return readAnswer(response.status, await response.json().catch(() => undefined))
  } catch (error) {
    return { kind: 'failed', failure: failureOfRejection(error) }
  }
}
