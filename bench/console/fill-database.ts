import type { DatabaseClient } from '../../lib/platform/server/db/client.ts'

/** Over how many days the executions are spread. Two fifths are scripts of profiles with different numbers of them. */
export const days = 90
const credentials = 60

const executions = 100_000
const profiles = 24

/** The profile with the most executions. */
export const busiestProfile = 'prof_bench0000000000000001'

/**
 * Fills an instance with records of realistic size: search outputs of about 3 KB, host calls, and two audit rows for
 * each execution. The rows have invalid seals, which nothing reads here.
 */
export async function fillDatabase(db: DatabaseClient): Promise<void> {
  // The rows are right, so nothing checks their foreign keys.
  await db.$executeRaw`set session_replication_role = replica`
  await db.$executeRaw`set maintenance_work_mem = '1GB'`
  await addProfiles(db)
  await addExecutions(db)
  await addAuditRows(db)
  await db.$executeRaw`vacuum analyze`
}

async function addProfiles(db: DatabaseClient): Promise<void> {
  await db.$executeRaw`
    insert into credentials (id, name, description, kind, hosts, sealed, updated_at)
    select 'cred_bench' || i, 'BENCH_KEY_' || i, 'Reads reports', 'bearer', array['api.example.com'], 'sealed', now()
    from generate_series(1, ${credentials}::int) i`
  await db.$executeRaw`
    insert into profiles (id, token_hash, sealed, key_id, description, hosts, created_at, locked_at)
    select 'prof_bench' || lpad(i::text, 16, '0'), 'hash ' || i, 'sealed', 'key', 'Weekly report ' || i,
      array['api.example.com'], now() - interval '100 days', now() - interval '99 days'
    from generate_series(1, ${profiles}::int) i`
  await db.$executeRaw`
    insert into profile_keys (profile_id, name, description, credential_id)
    select 'prof_bench' || lpad(i::text, 16, '0'), 'BENCH_KEY_' || n, 'To read reports', 'cred_bench' || n
    from generate_series(1, ${profiles}::int) i, generate_series(1, 5) k, lateral (select (i * 7 + k) % ${credentials} + 1) one(n)`
}

async function addExecutions(db: DatabaseClient): Promise<void> {
  const indexes = await dropIndexes(db, ['executions', 'script_executions'])
  await db.$executeRaw`
    insert into executions (id, skill, version, skill_digest, action, principal_id, source, trust, status, error_code,
      input, output, data, fuel_used, query_time_ms, started_at, finished_at, instance_id, is_durable, replay, seal)
    select 'exec_' || lpad(i::text, 22, '0'), skill, '1.0.0', md5(skill), 'search',
      case when skill = 'script' then 'prof_bench' || lpad((1 + floor(${profiles} * power(p, 3)))::text, 16, '0')
        else 'user_' || (i % 1500) end,
      case when skill = 'script' then 'dm-unknown' else 'public' end, 'network', status::execution_status,
      case when status <> 'error' then null when i % 7 = 0 then 'CANCELLED' else 'API_TIMEOUT' end,
      '{"action":"search","params":{"origin":"SEA","destination":"NRT","date":"2027-01-06","passengers":1}}',
      case when status in ('running', 'pending', 'suspended') then null
        when skill = 'script' then jsonb_build_object('status', 'success', 'skill', 'script', 'version', '1.0.0',
          'results', jsonb_build_array(jsonb_build_object('result', i)), 'script', jsonb_build_object('stdout', 'done'))
        else jsonb_build_object('status', 'success', 'results', (
          select jsonb_agg(jsonb_build_object('provider', 'Bench', 'offer', md5((i * n)::text), 'price', i % 900 + n))
          from generate_series(1, 30) n)) end,
      'sample', 2000000 + i, round(exp(3 + 5 * q)), at, at + interval '1 second', 'inst', skill = 'script',
      '{"runtime":"quickjs","limits":{"fuel":20000,"timeoutMs":15000,"memoryMb":64,"hostCalls":64},"hosts":["api.example.com"]}',
      md5(i::text) || md5(i::text)
    from (
      select i, random() as p, random() as q,
        case when i % 5 < 2 then 'script' when i % 5 < 4 then 'flight-search' else 'hotel-search' end as skill,
        case when i > ${executions}::int - 4 then 'running' when i > ${executions}::int - 10 then 'pending'
          when i % 5 = 0 and i > ${executions}::int * 0.95 then 'suspended' when i % 37 = 0 then 'error' else 'success'
        end as status,
        now() - interval '1 minute' - (${executions}::int - i) * (interval '1 day' * ${days}::int / ${executions}::int) as at
      from generate_series(1, ${executions}::int) i
    ) as drawn`
  await db.$executeRaw`
    insert into scripts (digest, language, text) values (md5('script'), 'javascript', 'set_result(1)')`
  await db.$executeRaw`
    insert into script_executions (id, token_hash, profile_id, profile_version, language, "grant", cache_key, llm_wait_s,
      llm_deadline, began_at, execution_ms)
    select id, md5(id), principal_id, 1, 'javascript', '{"limits":{"fuel":20000}}', md5((query_time_ms % 40)::text), 86400,
      case when status = 'suspended' then started_at + interval '1 day' end, started_at, query_time_ms
    from executions where skill = 'script'`
  await db.$executeRaw`
    insert into journal_entries (execution_id, seq, op, args, result, fuel_left, duration_ms)
    select id, n, 'fetch', '{"url":"https://api.example.com/reports?page=1","method":"GET"}',
      '{"kind":"value","value":{"status":200,"url":"https://api.example.com/reports","headers":[]}}', 1000000, 12.5
    from executions, generate_series(1, 3) n`
  await db.$executeRaw`
    insert into usage_days (day, owner, skill, executions, failed, unmeasured, run_ms, fuel, host_calls, bytes)
    select (started_at at time zone 'UTC')::date, case when skill = 'script' then principal_id else '' end, skill,
      count(*), count(*) filter (where status = 'error'), 0, sum(query_time_ms), sum(fuel_used), count(*) * 3, count(*) * 900
    from executions group by 1, 2, 3`
  for (const definition of indexes) await db.$executeRawUnsafe(definition)
}

/** All rows at once, and then their indexes, take a third of the time. Returns the statements that make the indexes. */
async function dropIndexes(db: DatabaseClient, tables: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = any(${tables}) and indexname not in (select conname from pg_constraint)`
  for (const { name } of rows) await db.$executeRawUnsafe(`drop index "${name}"`)
  return rows.map(({ definition }) => definition)
}

async function addAuditRows(db: DatabaseClient): Promise<void> {
  await db.$executeRaw`
    insert into audit_events (lane, seq, at, actor, source, action, subject, detail, mac)
    select 'bench' || (n % 2), row_number() over (partition by n order by started_at), started_at,
      case when skill = 'script' then null else 'person:' || principal_id end, source,
      case when n = 1 then 'skill.started' else 'skill.ended' end, id,
      json_build_object('skill', skill, 'version', version, 'outcome', status), md5(id) || md5(id)
    from executions, generate_series(1, 2) n`
  await db.$executeRaw`
    insert into audit_events (lane, seq, at, source, action, subject, detail, mac)
    select 'bench2', i, now() - i * interval '1 minute' * 1440 * ${days} / 3000, 'main',
      (array['credential.changed', 'profile.locked', 'permission.approved'])[1 + i % 3], 'BENCH_KEY_' || i % 60, '{}',
      md5(i::text) || md5(i::text)
    from generate_series(1, 3000) i`
  await db.$executeRaw`
    insert into audit_leaves (place, lane, seq, hash, mac)
    select 1000000 + row_number() over (order by at), lane, seq, mac, mac from audit_events where lane like 'bench%'`
}
