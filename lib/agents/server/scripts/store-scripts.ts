import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { Refused } from '#lib/platform/server/http/outcome.ts'
import { executionFormat } from '#lib/skills/server/executions/execution-format.ts'
import { answeredRow } from '#lib/skills/server/executions/invocation-rows.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { scriptInput, scriptVersion } from '#runner/script/script.ts'
import { hashInSlices } from '#runner/slices/work-on-json.ts'
import { takeUse } from '../limits/usage-limits.ts'
import type { PendingScript } from './claim.ts'
import { keepTexts } from './forget-scripts.ts'
import type { ScriptPorts } from './script-ports.ts'
import { principalOf } from './script-profile.ts'

/** A request of a profile to execute a script. */
export type NewScript = PendingScript & {
  readonly language: string
  readonly profileVersion: number
  readonly text: string
  readonly cacheKey: string
  /** Accept a stored result of at most this age in seconds. Undefined: always execute. */
  readonly cacheS: number | undefined
  readonly llmWaitS: number
  readonly seal: string
  /** The idempotency key and the hash of the request. */
  readonly request: { readonly key: string; readonly hash: string } | undefined
  /** The operator who repeats the execution `of`. */
  readonly rerun?: { readonly context: Context; readonly of: string } | undefined
}

export type Stored =
  /** `cached`: an earlier result answers the request. `repeated`: the same request had this idempotency key before. */
  | { readonly kind: 'pending' | 'cached' | 'repeated'; readonly id: ExecutionId }
  | { readonly kind: 'other request' }
  /** Too many executions are pending. */
  | { readonly kind: 'full'; readonly retryAfterMs: number }
  /** The operator's limit for an hour or a day is used up. */
  | { readonly kind: 'limited'; readonly refused: Refused }

/** The most pending executions of one profile, and of all profiles together. */
export const maxPending = { each: 2000, all: 10_000 }
export const retryAfterMs = 2000

/**
 * Stores the scripts of concurrent requests in one transaction. Each becomes a pending execution, unless an earlier
 * execution answers the request or too many are pending.
 */
export async function storeScripts(
  ports: Pick<ScriptPorts, 'db' | 'audit' | 'clock' | 'tokens'>,
  scripts: readonly NewScript[],
): Promise<ReadonlyMap<NewScript, Stored>> {
  const { db, tokens, audit, clock } = ports
  return db.$transaction(async (tx) => {
    const results = new Map<NewScript, Stored>()
    await refuseExcess(tx, scripts, results)
    await answerRepeated(tx, open(scripts, results), results)
    await answerFromRecords(ports, tx, open(scripts, results), results)
    await refuseBeyondLimits(ports, tx, open(scripts, results), results)
    const pending = open(scripts, results)
    if (pending.length === 0) return results
    const rows = pending.map(({ request, text: _, cacheS: __, rerun: ___, ...script }) => ({
      ...script,
      ...principalOf(script.profileId),
      id: script.id,
      executionTokenHash: tokens.hashOf(tokens.tokenOf(script.id)),
      ...(request ?? {}),
    }))
    const texts = new Map(pending.map(({ digest, language, text }) => [digest, { digest, language, text }]))
    await keepTexts(tx, [...texts.keys()])
    await insert(tx, JSON.stringify([...texts.values()]), JSON.stringify(rows))
    await audit.record(tx, ...pending.flatMap((script) => rerunRow(new Date(clock.now()), script)))
    for (const script of pending) results.set(script, { kind: 'pending', id: script.id })
    return results
  })
}

const rerunRow = (at: Date, { id, digest, profileId, rerun }: NewScript): AuditRecord[] =>
  rerun === undefined
    ? []
    : [
        {
          at,
          by: rerun.context.principal,
          action: 'execution.rerun',
          subject: id,
          detail: { of: rerun.of, profile: profileId, digest },
        },
      ]

const open = (scripts: readonly NewScript[], results: ReadonlyMap<NewScript, Stored>) =>
  scripts.filter((script) => !results.has(script))

/** Uses one statement: with many small scripts, most of the cost is the number of statements. */
async function insert(tx: Prisma.TransactionClient, texts: string, rows: string): Promise<void> {
  await tx.$executeRaw`
    with texts as (
      insert into scripts (digest, language, text)
      select digest, language, text from jsonb_to_recordset(${texts}::jsonb) as t(digest text, language text, text text)
      on conflict do nothing
    ), pending as (
      insert into executions (
        id, skill, version, skill_digest, action, principal_id, source, trust, status, input, instance_id, is_durable,
        seal, format
      )
      select id, ${scriptName}, ${scriptVersion}, digest, ${scriptInput.action}, "profileId", source, trust, 'pending',
        ${JSON.stringify(scriptInput)}::jsonb, '', true, seal, ${executionFormat}::int
      from jsonb_to_recordset(${rows}::jsonb) as r(
        id text, digest text, "profileId" text, source text, trust text, seal text
      )
    )
    insert into script_executions (
      id, token_hash, profile_id, profile_version, language, "grant", cache_key, llm_wait_s
    )
    select id, "executionTokenHash", "profileId", "profileVersion", language, "grant", "cacheKey", "llmWaitS"
    from jsonb_to_recordset(${rows}::jsonb) as r(
      id text, "executionTokenHash" text, "profileId" text, "profileVersion" int, language text, "grant" jsonb, "cacheKey" text,
      "llmWaitS" int
    )`
}

/** Answers requests whose idempotency key was used before, and stores new keys with their request. */
async function answerRepeated(
  tx: Prisma.TransactionClient,
  scripts: readonly NewScript[],
  results: Map<NewScript, Stored>,
): Promise<void> {
  for (const script of scripts) {
    const { request, profileId, id } = script
    if (request === undefined) continue
    const { count } = await tx.scriptRequest.createMany({
      data: [{ profileId, key: request.key, requestHash: request.hash, executionId: id }],
      skipDuplicates: true,
    })
    if (count === 1) continue
    const known = await tx.scriptRequest.findUniqueOrThrow({
      where: { profileId_key: { profileId, key: request.key } },
    })
    const isSame = known.requestHash === request.hash
    results.set(
      script,
      isSame ? { kind: 'repeated', id: ExecutionId.parse(known.executionId) } : { kind: 'other request' },
    )
  }
}

/** Answers requests that accept an earlier result, if there is one, and the repetitions of these requests. */
async function answerFromRecords(
  { audit, clock }: Pick<ScriptPorts, 'audit' | 'clock'>,
  tx: Prisma.TransactionClient,
  scripts: readonly NewScript[],
  results: Map<NewScript, Stored>,
): Promise<void> {
  for (const script of scripts) {
    const { cacheS, cacheKey, request, profileId, digest } = script
    if (cacheS === undefined) continue
    const since = new Date(clock.now() - cacheS * 1000)
    const found = await tx.execution.findFirst({
      where: {
        ...{ skill: scriptName, status: 'success', finishedAt: { gte: since }, script: { cacheKey } },
        output: { not: Prisma.DbNull },
      },
      orderBy: { finishedAt: 'desc' },
      select: { id: true, output: true },
    })
    if (!found) continue
    const id = ExecutionId.parse(found.id)
    if (request !== undefined) {
      const where = { profileId_key: { profileId, key: request.key } }
      await tx.scriptRequest.update({ where, data: { executionId: id } })
    }
    const facts = {
      principal: principalOf(profileId),
      skill: scriptName,
      version: scriptVersion,
      digest,
      action: scriptInput.action,
      inputHash: await hashInSlices(scriptInput),
    }
    const outputHash = await hashInSlices(Object(found.output))
    await audit.record(tx, answeredRow(new Date(clock.now()), 'cache', facts, { outcome: 'success', outputHash }))
    results.set(script, { kind: 'cached', id })
    for (const [other, result] of results) {
      if (result.kind === 'repeated' && result.id === script.id) results.set(other, { kind: 'repeated', id })
    }
  }
}

/** Refuses requests while too many executions are pending, except for requests whose idempotency key is known. */
async function refuseExcess(
  tx: Prisma.TransactionClient,
  scripts: readonly NewScript[],
  results: Map<NewScript, Stored>,
): Promise<void> {
  const rows = await tx.$queryRaw<{ profile: string; count: number }[]>`
    select principal_id as profile, count(*)::int as count from executions where status = 'pending' group by 1`
  const counts = new Map(rows.map(({ profile, count }) => [profile, count]))
  let all = rows.reduce((sum, { count }) => sum + count, 0)
  for (const script of scripts) {
    const own = counts.get(script.profileId) ?? 0
    if (own >= maxPending.each || all >= maxPending.all) {
      if (!(await hasRequest(tx, script))) results.set(script, { kind: 'full', retryAfterMs })
      continue
    }
    counts.set(script.profileId, own + 1)
    all += 1
  }
}

/** Counts the scripts of profiles with a limit. A refused one leaves its idempotency key free for a later try. */
async function refuseBeyondLimits(
  { clock }: Pick<ScriptPorts, 'clock'>,
  tx: Prisma.TransactionClient,
  scripts: readonly NewScript[],
  results: Map<NewScript, Stored>,
): Promise<void> {
  const owner = { in: [...new Set(scripts.map(({ profileId }) => profileId))] }
  const limited = new Set((await tx.usageLimit.findMany({ where: { owner }, select: { owner: true } })).map(ownerOf))
  for (const script of scripts.filter(({ profileId }) => limited.has(profileId))) {
    const refused = await takeUse({ db: tx, clock }, script.profileId)
    if (refused.ok) continue
    results.set(script, { kind: 'limited', refused })
    await tx.scriptRequest.deleteMany({ where: { executionId: script.id } })
    for (const [other, result] of results) {
      if (result.kind === 'repeated' && result.id === script.id) results.set(other, { kind: 'limited', refused })
    }
  }
}

const ownerOf = ({ owner }: { readonly owner: string }) => owner

async function hasRequest(tx: Prisma.TransactionClient, { request, profileId }: NewScript): Promise<boolean> {
  if (request === undefined) return false
  return (await tx.scriptRequest.count({ where: { profileId, key: request.key } })) > 0
}
