import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { GuestSession } from '../web/guest-session.ts'
import { host } from './provider.ts'

/** What clients saw, for the auditor. */
export type Log = {
  /** By the client's own id of a script. */
  readonly scripts: Map<string, ScriptEnd>
  /** Searches by their end. */
  readonly searches: { results: number; sentences: number }
  /** Refusals without a sentence, and answers that are neither. */
  readonly mute: string[]
  /** The longest time in which one question had no answer from any node, in ms. */
  longestMs: number
}
type ScriptEnd = {
  readonly execution: string
  readonly status: string
  readonly result: unknown
  readonly code: string | undefined
}

const Refusal = z.object({ error: z.object({ message: z.string().min(1), code: z.string() }) })
const Accepted = z.object({ execution_id: z.string() })
const View = z.object({
  status: z.string(),
  result: z.unknown().optional(),
  error_code: z.string().optional(),
  llm_request: z.object({ number: z.int(), prompt: z.string() }).optional(),
})
const betweenMs = 250

export const answerOf = (prompt: string): string => `The answer to: ${prompt}`
const scriptOf = (id: string): string => `
  await fetch('https://${host}/act/${id}', { method: 'POST' })
  const first = await llm.complete('What of ${id}?')
  await fetch('https://${host}/read/${id}')
  set_result(['${id}', first])`

type Client = {
  readonly urls: readonly string[]
  readonly log: Log
  readonly headers: Readonly<Record<string, string>>
}

/** Asks the nodes in turn until one answers with something else than "later". */
async function ask({ urls, log, headers }: Client, path: string, body?: unknown) {
  const since = performance.now()
  for (let turn = Math.floor(Math.random() * urls.length); ; turn += 1) {
    try {
      const response = await fetch(`${urls[turn % urls.length]}${path}`, {
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(40_000),
      })
      const text = await response.text()
      if (!response.ok && !Refusal.safeParse(parsed(text)).success) log.mute.push(`${path}: ${response.status} ${text}`)
      if (response.status !== 503 && response.status !== 429) {
        log.longestMs = Math.max(log.longestMs, performance.now() - since)
        return { ok: response.ok, status: response.status, json: parsed(text), text }
      }
    } catch {
      // The node is gone or hangs: the next one answers.
    }
    await wait(betweenMs)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An agent: executes one script after the other, and is the model of each. */
export async function runAgent(client: Client, profile: string, name: string, goesOn: () => boolean): Promise<void> {
  for (let number = 0; goesOn(); number += 1) {
    const id = `${name}-${number}`
    const request = { profile_id: profile, script: scriptOf(id), language: 'javascript', idempotency_key: id }
    const accepted = await ask(client, '/execute', request)
    if (!accepted.ok) {
      client.log.mute.push(`${id} was not accepted: ${accepted.text}`)
      continue
    }
    const { execution_id: execution } = Accepted.parse(accepted.json)
    client.log.scripts.set(id, { execution, status: 'no end', result: undefined, code: undefined })
    client.log.scripts.set(id, await endOf(client, execution))
  }
}

async function endOf(client: Client, execution: string): Promise<ScriptEnd> {
  for (;;) {
    const read = await ask(client, `/executions/${execution}?wait=20`)
    const view = View.safeParse(read.json)
    if (!read.ok || !view.success)
      return { execution, status: `unreadable: ${read.text}`, result: null, code: undefined }
    const { status, result, error_code, llm_request } = view.data
    if (llm_request !== undefined && status === 'awaiting_llm') {
      const { number, prompt } = llm_request
      await ask(client, `/executions/${execution}/respond`, { number, response: answerOf(prompt) })
    } else if (status !== 'pending' && status !== 'running') return { execution, status, result, code: error_code }
  }
}

/** A traveler: searches again and again, and sees results or a sentence. */
export async function runTraveler(
  { urls, log }: Client,
  session: GuestSession,
  paths: () => string,
  goesOn: () => boolean,
): Promise<void> {
  while (goesOn()) {
    const answer = await ask({ urls, log, headers: { ...session, accept: 'application/x-ndjson' } }, paths())
    const lines = answer.text
      .split('\n')
      .filter((line) => line !== '')
      .map(parsed)
    const has = (key: string) => lines.some((line) => Object(line)[key] !== undefined)
    if (!answer.ok) log.searches.sentences += 1
    else if (answer.text.includes('"status":"success"')) log.searches.results += 1
    else if (has('error') || answer.text.includes('"message"')) log.searches.sentences += 1
    else log.mute.push(`a search: ${answer.text.slice(0, 300)}`)
    await wait(betweenMs)
  }
}
