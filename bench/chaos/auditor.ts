import { execFile } from 'node:child_process'
import { isDeepStrictEqual, promisify } from 'node:util'
import type { DatabaseClient } from '../../lib/platform/server/db/client.ts'
import { withoutSettings } from '../../scripts/testing/without-settings.ts'
import { answerOf, type Log } from './clients.ts'
import type { Provider } from './provider.ts'

/**
 * What is wrong after the load: reads only what clients and the provider saw, and the database. A script may end as
 * INTERRUPTED, because a request in flight at a kill may or may not have arrived; it was sent at most once.
 */
export async function audit(
  db: DatabaseClient,
  log: Log,
  provider: Provider,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly wrong: string[]; readonly interrupted: number }> {
  const wrong = log.mute.map((text) => `a refusal without a sentence: ${text}`)
  let interrupted = 0
  for (const [id, { status, result, code }] of log.scripts) {
    const acts = provider.asked.get(`POST /act/${id}`) ?? 0
    if (acts > 1) wrong.push(`${id}: acted ${acts} times`)
    if (code === 'INTERRUPTED') interrupted += 1
    else if (status !== 'completed') wrong.push(`${id}: ${status} ${code ?? ''}`)
    else if (acts !== 1) wrong.push(`${id}: completed without its act`)
    else if (!isDeepStrictEqual(result, [id, answerOf(`What of ${id}?`)])) {
      wrong.push(`${id}: another's result: ${JSON.stringify(result)}`)
    }
  }
  const [scripts, open] = await Promise.all([
    db.scriptExecution.count(),
    db.execution.count({ where: { finishedAt: null } }),
  ])
  if (scripts !== log.scripts.size) wrong.push(`${scripts} scripts are recorded, and clients sent ${log.scripts.size}`)
  if (open > 0) wrong.push(`${open} executions have no end`)
  const ends = await db.$queryRaw<{ id: string; count: number }[]>`
    select detail ->> 'execution' as id, count(*)::int as count from audit_events
    where action = 'skill.ended' group by 1 having count(*) > 1`
  for (const { id, count } of ends) wrong.push(`${id}: ${count} ends in the audit trail`)
  const verify = await promisify(execFile)(process.execPath, ['lib/cli/main.ts', 'audit', 'verify'], {
    env: { ...process.env, ...withoutSettings, ...settings },
  }).catch((error: unknown) => error)
  if (verify instanceof Error) wrong.push(`the audit trail: ${verify.message}`)
  return { wrong, interrupted }
}
