import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { ErrorCode, scriptName, sentenceOf } from '#runner/contract/errors.ts'
import { ScriptReport } from '#runner/contract/skill-io.ts'
import type { Failure } from '../../model/console-overview.ts'

const most = 6

/** The latest failed executions. The error texts of scripts were redacted before they were stored. */
export async function lastFailures(
  db: DatabaseClient,
  since: Date,
  namesOf: (profileIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Failure[]> {
  const rows = await db.execution.findMany({
    where: {
      status: 'error',
      // `not` alone would leave out failures without a code.
      OR: [{ errorCode: null }, { errorCode: { not: 'CANCELLED' } }],
      startedAt: { gte: since },
    },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: most,
    select: { id: true, skill: true, version: true, principalId: true, errorCode: true, output: true, startedAt: true },
  })
  const scripts = rows.filter(({ skill }) => skill === scriptName)
  const names = await namesOf(scripts.map(({ principalId }) => principalId))
  return rows.map(({ id, skill, version, principalId, errorCode, output, startedAt }) => {
    const code = ErrorCode.catch('INTERNAL').parse(errorCode)
    const isScript = skill === scriptName
    return {
      id,
      at: startedAt.toISOString(),
      code,
      about: isScript ? (names.get(principalId) ?? 'A script') : `${skill} ${version}`,
      what: wordsOf(output) ?? sentenceOf(code, { skill, id }),
    }
  })
}

function wordsOf(output: unknown): string | undefined {
  const report = ScriptReport.safeParse(Object(output).script)
  if (report.data?.error === undefined) {
    const message: unknown = Object(Object(output).error).message
    return typeof message === 'string' ? message : undefined
  }
  const { error, line } = report.data
  return line === undefined ? error : `Line ${line}: ${error}`
}
