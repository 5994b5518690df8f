import { Prisma } from '#lib/platform/server/db/generated/client.ts'

/**
 * An execution as an object of JSON, from the rows `e` and `s`. The database makes it, because history may be large.
 *
 * @param withJournal whether the journal is part of it, for an aggregate of its rows
 */
export const executionObject = (withJournal: Prisma.Sql) => Prisma.sql`
  json_build_object(
    'kind', 'execution',
    'execution', json_build_object('id', e.id, 'version', e.version, 'skill_digest', e.skill_digest,
      'action', e.action, 'principal_id', e.principal_id, 'source', e.source, 'trust', e.trust, 'status', e.status,
      'error_code', e.error_code, 'input', e.input, 'input_redacted', e.input_redacted, 'output', e.output,
      'data', e.data, 'fuel_used', e.fuel_used, 'query_time_ms', e.query_time_ms, 'started_at', e.started_at,
      'finished_at', e.finished_at),
    'script', json_build_object('token_hash', s.token_hash, 'profile_version', s.profile_version,
      'language', s.language, 'grant', s."grant", 'llm_wait_s', s.llm_wait_s, 'began_at', s.began_at,
      'execution_ms', s.execution_ms, 'cancelled_at', s.cancelled_at),
    'journal', coalesce((
      select json_agg(json_build_object('seq', seq, 'op', op, 'args', args, 'args_hash', args_hash, 'result', result,
        'result_hash', result_hash, 'settled', settled, 'fuel_left', fuel_left, 'began_ms', began_ms,
        'duration_ms', duration_ms) order by seq)
      from journal_entries where execution_id = e.id
      having ${withJournal}
    ), '[]'::json)
  )`
