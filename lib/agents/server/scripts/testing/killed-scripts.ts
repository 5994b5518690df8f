import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import { killAt, type Moment } from '#lib/skills/server/executions/testing/killed-processes.ts'
import type { ScriptLanguage } from '#runner/contract/script-language.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { createExecutionTokens } from '../execution-token.ts'
import { encryptionKey } from './script-process.ts'

export const host = 'api.example.com'

/** Scripts with odd numbers send only GET requests, so a kill must not end them as interrupted. */
const hasEffects = (number: number) => number % 2 === 0

/** Scripts that call their host, ask their model twice, and return the answers. */
const scripts: Readonly<Record<ScriptLanguage, (number: number, method: string) => string>> = {
  javascript: (number, method) => `
  const send = (step) => fetch('https://${host}/${number}/' + step, { method: '${method}' })
  await send('before')
  const first = await llm.complete('What of ${number}?')
  await send('between')
  const second = await llm.complete('Is it so: ' + first)
  await send('after')
  set_result([${number}, first, second])`,
  python: (number, method) => `
import httpx
send = lambda step: httpx.request('${method}', f'https://${host}/${number}/{step}').raise_for_status()
send('before')
first = llm.complete('What of ${number}?')
send('between')
second = llm.complete('Is it so: ' + first)
send('after')
set_result([${number}, first, second])`,
}

export const scriptOf = (language: ScriptLanguage, number: number): string =>
  scripts[language](number, hasEffects(number) ? 'POST' : 'GET')

function resultOf(number: number): unknown {
  const first = `The answer to: What of ${number}?`
  return [number, first, `The answer to: Is it so: ${first}`]
}

/** A provider that counts its requests and calls `notice` for each, before it answers. */
async function startProvider(notice: (isEffect: boolean) => void) {
  const asked = new Map<string, number>()
  const server = await openHttpServer((request, response) => {
    const path = `${request.method} ${request.url}`
    asked.set(path, (asked.get(path) ?? 0) + 1)
    notice(request.method === 'POST')
    response.setHeader('content-type', 'application/json').end('{}')
  })
  return { ...server, asked }
}

export type KilledScripts = {
  readonly kills: number
  /** The agents' ids of the accepted executions, by the number of the script. */
  readonly accepted: ReadonlyMap<number, string>
  /** How often each request arrived, by method and path. */
  readonly asked: ReadonlyMap<string, number>
}

type Options = {
  readonly databaseUrl: string
  readonly language: ScriptLanguage
  /** The tokens of locked profiles that may call `host`. */
  readonly profiles: readonly string[]
  readonly total: number
  /** When the next process is killed. Its events are accepted scripts, and requests. */
  readonly nextMoment: () => Moment
}

const Accepted = z.strictObject({ number: z.int(), token: z.string() })

/**
 * Executes `total` scripts that wait for a model, in processes that are killed one after the other, until one of them
 * finishes. Sends an unanswered request to execute again with the same idempotency key.
 */
export async function runScriptsUnderKills({
  databaseUrl,
  language,
  profiles,
  total,
  nextMoment,
}: Options): Promise<KilledScripts> {
  const killer = killAt()
  await using provider = await startProvider(killer.notice)
  const accepted = new Map<number, string>()
  for (let kills = 0; ; kills += 1) {
    const missing = Array.from({ length: total }, (_, number) => number).filter((number) => !accepted.has(number))
    const args = [databaseUrl, provider.url, language, JSON.stringify(profiles), JSON.stringify(missing)]
    const child = fork(join(import.meta.dirname, 'killed-process.ts'), args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    killer.set(nextMoment(), () => child.kill('SIGKILL'))
    child.on('message', (message) => {
      const { number, token } = Accepted.parse(message)
      accepted.set(number, token)
      killer.notice(false)
    })
    const [code] = await once(child, 'exit')
    if (code === 0) return { kills, accepted, asked: provider.asked }
    if (code !== null) throw new Error(`A process exited with code ${code}`)
  }
}

/** The problems afterwards: scripts that were lost, ended wrongly, or sent a request twice. */
export async function wrongScripts(
  db: DatabaseClient,
  { accepted, asked }: KilledScripts,
  total: number,
): Promise<readonly string[]> {
  const { hashOf } = createExecutionTokens(deriveKey(encryptionKey, 'script execution ids'))
  const rows = await db.scriptExecution.findMany({ include: { execution: true } })
  const byToken = new Map(rows.map((row) => [row.tokenHash, row]))
  const ends = await db.$queryRaw<{ id: string; count: number }[]>`
    select detail ->> 'execution' as id, count(*)::int as count from audit_events
    where action = 'skill.ended' group by 1`
  const endsOf = new Map(ends.map(({ id, count }) => [id, count]))

  const wrongWith = (number: number): readonly string[] => {
    const wrong = (what: string, found: unknown) => [`${number}: ${what}: ${JSON.stringify(found)}`]
    const token = accepted.get(number)
    const row = token === undefined ? undefined : byToken.get(hashOf(token))
    if (!row) return wrong('is lost', token)
    const { id, status, errorCode, output } = row.execution
    if (endsOf.get(id) !== 1) return wrong('ends in the audit trail', endsOf.get(id))
    if (row.llmDeadline !== null) return wrong('waits after its end', row.llmDeadline)
    const sent = ['before', 'between', 'after'].map((step) => asked.get(`POST /${number}/${step}`) ?? 0)
    if (sent.some((times) => times > 1)) return wrong('requests that were sent twice', sent)
    // A request in flight at a kill may or may not have arrived, so its execution ends as interrupted.
    if (errorCode === 'INTERRUPTED' && hasEffects(number)) return []
    if (status !== 'success') return wrong('its end', errorCode ?? status)
    if (hasEffects(number) && sent.some((times) => times !== 1)) return wrong('requests that were not sent', sent)
    const given = Object(output).results[0].result
    return isDeepStrictEqual(given, resultOf(number)) ? [] : wrong('its result', given)
  }
  const excess = rows.length > total ? [`${rows.length} executions for ${total} requests`] : []
  return [...excess, ...Array.from({ length: total }, (_, number) => wrongWith(number)).flat()]
}
