import * as z from 'zod'
import { nameAgents } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { entryOf } from '#lib/skills/server/executions/record-rows.ts'
import { wholeOutput } from '#lib/skills/server/executions/stored-results.ts'
import { ErrorCode, scriptName, sentenceOf } from '#runner/contract/errors.ts'
import { blamed, blameOf } from '#runner/contract/faults.ts'
import type { JournalEntry, JournalResult } from '#runner/contract/journal.ts'
import { RuntimeName } from '#runner/contract/manifest.ts'
import { LlmArgs } from '#runner/contract/operations/llm.ts'
import { Source } from '#runner/contract/principal.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import type { AnswerStore } from '#runner/core/ports.ts'
import type { ExecutionDetail } from '../../model/console-executions.ts'
import { actorOfRow, rowOf, type SelectedRow, stateOf } from './execution-row.ts'
import { callOf, cutText, storedHash } from './journal-call.ts'
import { columns, joined } from './list-executions.ts'
import { readActs } from './operator-acts.ts'

type Ports = { readonly db: DatabaseClient; readonly answers: Pick<AnswerStore, 'get'> }

/** In characters: longer texts are truncated, so that a page stays small. */
const longestText = 64 * 1024
const maxCalls = 500
/** A prompt and its response may take more than 1 MB together, and the page of a running execution is polled. */
const maxExchanges = 20
const maxSteps = 50

type DetailRow = SelectedRow & {
  readonly began_at: Date | null
  readonly skill_digest: string
  readonly trust: string
  readonly part_of: string | null
  readonly input: unknown
  readonly output: unknown
  readonly about: unknown
  readonly language: string | null
  readonly profile_id: string | null
  readonly shows_lookalikes: boolean
  readonly text: string | null
}

/** The conditions of the execution, from its replay record. */
const About = z.object({
  runtime: RuntimeName,
  interpreters: z.array(z.string()).nullish(),
  limits: z.object({ timeoutMs: z.number(), memoryMb: z.number(), hostCalls: z.number() }),
  hosts: z.array(z.string()),
})

/** One execution with its journal, as operators see it. */
export async function readExecution({ db, answers }: Ports, id: string): Promise<Outcome<ExecutionDetail>> {
  const [row] = await db.$queryRaw<DetailRow[]>`
    select ${columns}, e.skill_digest, e.trust, e.part_of, s.began_at, e.input, e.output, s.language, s.profile_id,
      coalesce((s."grant"->>'shows_lookalikes')::boolean, false) as shows_lookalikes,
      (select text from scripts where digest = e.skill_digest) as text,
      jsonb_build_object('runtime', e.replay->'runtime',
        'interpreters', e.replay->'interpreters', 'limits', e.replay->'limits', 'hosts', e.replay->'hosts') as about
    from ${joined} where e.id = ${id}`
  if (!row) return refuse('NOT_FOUND')
  const by = actorOfRow(row)
  const [named, rows, length, steps, acts] = await Promise.all([
    nameAgents(db, [by]),
    db.journalEntry.findMany({ where: { executionId: id }, orderBy: { seq: 'asc' }, take: maxCalls }),
    db.journalEntry.count({ where: { executionId: id } }),
    db.execution.findMany({
      where: { partOf: id },
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
      take: maxSteps,
      select: { id: true, skill: true, action: true },
    }),
    readActs(db, [id]),
  ])
  const entries = rows.flatMap((one) => entryOf(one) ?? [])
  const bodies = await db.answerBlob.findMany({
    where: { hash: { in: entries.flatMap(({ result_hash: hash }) => hash ?? []) } },
    select: { hash: true, size: true },
  })
  const context = {
    startMs: (row.began_at ?? row.started_at).getTime(),
    sizes: new Map(bodies.map(({ hash, size }) => [hash, size])),
  }
  const asked = entries.filter(({ op }) => op === 'llm.complete' || op === 'llm.predict')
  const about = About.safeParse(row.about).data
  const whole = await wholeOutput(db.sql, row.output)
  const output = SkillOutput.safeParse(whole).data
  const report = output && output.status !== 'requires_confirmation' ? output.script : undefined
  const isScript = row.language !== null
  const state = stateOf(row)
  const isOver = row.status === 'success' || row.status === 'error'
  return {
    ok: true,
    value: {
      ...rowOf(row, named(by)),
      action: row.action,
      digest: row.skill_digest,
      runtime: about ? [about.runtime, ...(about.interpreters ?? [])].join(', ') : null,
      trust: row.trust,
      source: Source.catch('public').parse(row.source),
      finished_at: row.finished_at?.toISOString() ?? null,
      limits: about
        ? { timeout_ms: about.limits.timeoutMs, memory_mb: about.limits.memoryMb, host_calls: about.limits.hostCalls }
        : null,
      hosts: about?.hosts ?? [],
      part_of: row.part_of,
      steps,
      input: isScript ? null : asText(row.input),
      script: isScript
        ? {
            language: row.language ?? '',
            text: row.text ?? '',
            stdout: cutText(report?.stdout ?? '', longestText),
            stderr: cutText(report?.stderr ?? '', longestText),
            shows_lookalikes: row.shows_lookalikes,
          }
        : null,
      error: errorOf(row, output, report),
      output: outputOf(output),
      is_pruned: isOver && (whole ?? null) === null,
      journal: entries.map((entry) => callOf(entry, isOver, context)),
      journal_length: length,
      llm: await exchangeOf(answers, asked.slice(-maxExchanges), isOver),
      llm_length: asked.length,
      can_cancel: isScript && (state === 'pending' || state === 'running' || state === 'waiting'),
      can_replay: isOver && about !== undefined,
      can_answer: isScript && state === 'waiting',
      // A deleted profile lets nothing run.
      can_rerun: row.profile_id !== null && isOver,
      acts: acts.get(id) ?? [],
    },
  }
}

const asText = (value: unknown) => cutText(JSON.stringify(value, null, 2) ?? '', longestText)

type Report = { readonly error?: string | undefined; readonly line?: number | undefined }

/** What an operator can do about a script that its profile does not let through; undefined for other errors. */
function remedyOf({ skill }: DetailRow, code: ErrorCode): string | undefined {
  if (skill !== scriptName) return undefined
  if (code === 'EGRESS_BLOCKED' || code === 'CAPABILITY_DENIED') {
    return 'If it should be allowed, change the profile, or apply the proposal of its agent there.'
  }
  return code === 'NOT_CONFIGURED' ? 'Fill in the value on the page of the profile.' : undefined
}

function errorOf(row: DetailRow, output: SkillOutput | undefined, report: Report | undefined) {
  if (row.status !== 'error') return null
  const code = ErrorCode.catch('INTERNAL').parse(row.error_code)
  const error = output?.status === 'error' ? output.error : { code, message: sentenceOf(code) }
  const { fault } = blamed(error)
  const message = report?.error ?? error.message
  return { message, line: report?.line ?? null, fault, remedy: remedyOf(row, code) ?? blameOf(error).remedy }
}

/** The result of a script, or the output of a skill. */
function outputOf(output: SkillOutput | undefined): ExecutionDetail['output'] {
  if (output?.status !== 'success') return null
  return asText(output.script ? (output.results[0]?.result ?? null) : output)
}

/** The prompts and responses of calls to a model. Large ones are in the answer store. */
async function exchangeOf(
  answers: Ports['answers'],
  calls: readonly JournalEntry[],
  isOver: boolean,
): Promise<ExecutionDetail['llm']> {
  const hashes = calls.flatMap(({ args, result }) => [
    storedHash(args) ?? [],
    result.kind === 'stored' ? result.hash : [],
  ])
  const kept = hashes.length > 0 ? await answers.get(hashes.flat()) : new Map<string, Uint8Array>()
  const readKept = (hash: string | undefined): unknown => {
    const bytes = hash === undefined ? undefined : kept.get(hash)
    return bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString('utf8'))
  }
  return calls.map(({ seq, args, result }) => {
    const asked = LlmArgs.safeParse(readKept(storedHash(args)) ?? args).data
    const response =
      result.kind === 'value' ? result.value : result.kind === 'stored' ? readKept(result.hash) : undefined
    const hasResponse = typeof response === 'string'
    return {
      seq,
      model: asked?.model ?? 'default',
      prompt: cutText(asked?.prompt ?? 'The prompt is no longer stored.', longestText),
      response: hasResponse ? cutText(response, longestText) : null,
      no_response: hasResponse ? null : whyNone(result, isOver),
    }
  })
}

/** Why there is no response of the model to show. */
function whyNone(result: JournalResult, isOver: boolean): string {
  switch (result.kind) {
    case 'stored':
      return 'The response is no longer stored.'
    case 'rejected':
      return `There was no response: ${result.message}`
    case 'value':
    case 'ended':
      return 'There was no response.'
    case 'awaited':
    case 'unanswered':
      return isOver ? 'There was no response.' : 'There is no response yet.'
  }
}
