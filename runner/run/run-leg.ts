import { actionRuleOf } from '../contract/action-rule.ts'
import type { ErrorBody, ErrorCode } from '../contract/errors.ts'
import { errorOf } from '../contract/faults.ts'
import { unitsOf } from '../contract/fuel.ts'
import type { ExecutionId } from '../contract/ids.ts'
import type { OpenRecording } from '../contract/journal.ts'
import { CallContext } from '../contract/operations/call.ts'
import type { Args } from '../contract/operations/host-operations.ts'
import { SkillInput, type SkillOutput } from '../contract/skill-io.ts'
import type { Lack } from '../core/lacks.ts'
import type { ExecutionStart, RefusalLog, RefusedRequest } from '../core/ports.ts'
import { createTimeLimit, type TimeLimit } from '../core/time-limit.ts'
import type { EgressSession } from '../egress/session.ts'
import { createHostSeam, type RecordingSeam } from '../host/host-seam.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { lastingPart } from '../journal/lasting-part.ts'
import type { PrintedLine } from '../journal/printed.ts'
import { usedCapabilities } from '../journal/used-capabilities.ts'
import { notedMessages } from '../operations/messages.ts'
import type { StepAnswer } from '../operations/operation.ts'
import { explainLacks } from '../policy/explain-lacks.ts'
import { withFairKey } from '../queue/fair-key.ts'
import { redactError } from '../redact/redact.ts'
import { conditionsIn, type RuntimeEnd, type RuntimeUse } from '../runtimes/runtime.ts'
import { keepScript } from '../script/script.ts'
import { hashInSlices } from '../slices/work-on-json.ts'
import { type AdmittedExecution, fairKeyOf } from './admit.ts'
import { callFor } from './call-for.ts'
import { cureOf, whyUnconfigured, withoutValue, withSourcePlaces } from './cure-of.ts'
import { type KeptInput, keepInput } from './kept-input.ts'
import { completeOutput, errorOutput, redactOutput } from './output.ts'
import type { Reopened } from './reopen.ts'
import { runResumable } from './run-resumable.ts'
import type { RunnerPorts } from './runner-ports.ts'

/** A durable execution that waits for an outside answer. Only its database rows exist meanwhile. */
export type Suspended = { readonly status: 'suspended' }

export type Leg = {
  readonly id: ExecutionId
  readonly admitted: AdmittedExecution
  readonly isDurable: boolean
  /** The execution so far, in this process or another. Absent: it starts now. */
  readonly begun?: { readonly recording: OpenRecording; readonly reopened: Reopened }
  /** Runs a step of the skill in the rest of its time. Absent: the skill has no steps. */
  readonly runStep?: (args: Args['steps.run'], rest: Pick<TimeLimit, 'leftMs' | 'signal'>) => Promise<StepAnswer>
  /** The execution of which this one is a step. Absent: none. */
  readonly partOf?: ExecutionId
  /** Gets the used fuel, in instructions, before the end is recorded. */
  readonly onFuel?: (used: number) => void
}

/**
 * Runs an execution from its start, or from where it stopped, until it ends or is suspended. Most executions have one
 * leg. Each leg has the full time limit. Rejects only for a fault of the platform.
 */
export const runLeg = (ports: RunnerPorts, leg: Leg): Promise<SkillOutput | Suspended> =>
  withFairKey(fairKeyOf(leg.admitted), () => runInTurns(ports, leg))

async function runInTurns(ports: RunnerPorts, leg: Leg): Promise<SkillOutput | Suspended> {
  const { id, admitted, isDurable, begun, runStep } = leg
  const { skill, grant, credentials, runtime, config } = admitted
  const { clock, log, journals } = ports
  const fields = { execution: id, skill: skill.manifest.name }
  using limit = createTimeLimit(grant.limits.timeoutMs, clock, config.signal)
  await using session = ports.egress.open({
    execution: id,
    skill: skill.manifest.name,
    fairKey: fairKeyOf(admitted),
    isShare: admitted.principal.role === 'guest',
    grant,
    credentials,
    uses: skill.manifest.credentials,
    rate: skill.manifest.rate,
    sharedMs: config.sharedMs ?? 0,
    alsoHidden: Object.values(config.env_vars ?? {}),
    placeholders: begun?.recording.secrets,
    queriedHosts: begun?.reopened.queriedHosts,
    leftMs: limit.leftMs,
    signal: limit.signal,
  })
  const withheld = skill.manifest.permissions.secrets.filter((name) => !grant.permissions.secrets.includes(name))
  const recording = begun
    ? onEngine(begun.recording, runtime.engineVersion)
    : newRecording(
        ports,
        admitted,
        { ...Object.fromEntries(withheld.map((name) => [name, null])), ...session.placeholders },
        await keepInput(admitted.input, session.redact, isDurable ? { id, seal: ports.seal } : undefined),
      )
  const start = startOf(leg, recording)
  if (!begun) await recordStart(ports, leg, start)
  else if (recording !== begun.recording) {
    log.warn('an execution resumes on another engine: its fuel is not compared', {
      ...fields,
      engines: recording.engines,
    })
    await journals?.reopened({ ...start, durable: recording })
  }
  const { past = [], known = 0, stored } = begun?.reopened ?? {}
  const seam = createHostSeam({
    services: ports.services,
    answers: ports.answers,
    clock,
    owner: { execution: id, skill: skill.manifest.name, principal: admitted.principal, call: config.call?.id ?? id },
    grant,
    session,
    withheldSecrets: withheld,
    acts: actionRuleOf(skill.manifest, admitted.input.action).effects.includes('act'),
    call: CallContext.parse({ id, ...callFor(admitted) }),
    runStep: runStep && ((args) => runStep(args, limit)),
    leftMs: limit.leftMs,
    signal: limit.signal,
    durable:
      isDurable && journals
        ? {
            writer: createJournalWriter((entries) => journals.append(id, entries)),
            past,
            known,
            stored,
            isLazy: admitted.script !== undefined,
          }
        : undefined,
    report: log,
    log: (level, text) => {
      // The output of a script is in its record, redacted as a whole. It is not logged, because a single line may
      // contain a part of a secret.
      if (admitted.script === undefined) log[level](`skill: ${withSourcePlaces(text, skill.program)}`, fields)
    },
  })
  // A script does not pay for the wait for a worker or an interpreter.
  const elapsedMs = () => Math.round(limit.usedMs())
  const { outcome: ended, printed } = await outcomeOf(ports, leg, { recording, seam, session, limit })
  const outcome = inTime(ended, session)
  leg.onFuel?.(outcome.fuelUsed)
  seam.close()
  if (isDurable && ports.stopping?.aborted && outcome.kind === 'failed') {
    const { name, version } = skill.manifest
    return errorOutput({ skill: name, version }, errorOf('INTERNAL', { id }, { facts: { id } }))
  }
  // Aborts the calls that the skill did not await. Afterwards, the journal is complete.
  await session[Symbol.asyncDispose]()
  // Large answers are stored before the journal refers to them.
  await seam.stored()
  if (outcome.kind === 'suspended') {
    log.info('skill waits for an answer from outside', { ...fields, fuel: unitsOf(outcome.fuelUsed) })
    await recordDenied(ports.refusals, leg, seam.denied(), { reason: '' })
    const durationMs = elapsedMs()
    await journals?.suspended({ ...start, durable: ranBy(recording, outcome) }, outcome.fuelUsed, durationMs)
    return { status: 'suspended' }
  }
  const queryTimeMs = elapsedMs()
  return finish(ports, leg, { recording, start, seam, session, outcome, printed, queryTimeMs })
}

function newRecording(
  { randomBytes, clock }: RunnerPorts,
  { grant, principal, runtime, script }: AdmittedExecution,
  secrets: OpenRecording['secrets'],
  kept: KeptInput,
): OpenRecording {
  return {
    runtime: runtime.about.name,
    engines: [runtime.engineVersion],
    ...kept,
    seed: Buffer.from(randomBytes(16)).toString('hex'),
    now_ms: clock.now(),
    limits: grant.limits,
    secrets,
    hosts: grant.permissions.network.egress,
    principal,
    ...(script === undefined ? {} : { script: script.grant }),
  }
}

/** The same recording, with the engine of this leg added. */
function onEngine(recording: OpenRecording, version: string): OpenRecording {
  return recording.engines.at(-1) === version ? recording : { ...recording, engines: [...recording.engines, version] }
}

/** The same recording, with the interpreter of this leg added. */
function ranBy<R extends Pick<OpenRecording, 'interpreters'>>(recording: R, { interpreter }: RuntimeUse): R {
  const { interpreters = [] } = recording
  if (interpreter === undefined || interpreters.includes(interpreter)) return recording
  return { ...recording, interpreters: [...interpreters, interpreter] }
}

function startOf({ id, admitted, isDurable, partOf }: Leg, recording: OpenRecording): ExecutionStart {
  const { skill, input, principal, credentials } = admitted
  return {
    id,
    skill: skill.manifest.name,
    version: skill.manifest.version,
    digest: skill.digest,
    input: recording.input_redacted ? SkillInput.parse(JSON.parse(recording.input)) : input,
    inputRedacted: recording.input_redacted === true,
    principal,
    tier: skill.tier,
    keys: [...credentials.keys()],
    ...(partOf === undefined ? {} : { partOf }),
    ...(isDurable ? { durable: recording } : {}),
  }
}

async function recordStart(
  { store, scripts, answers }: RunnerPorts,
  { admitted: { script } }: Leg,
  start: ExecutionStart,
): Promise<void> {
  const kept = scripts ?? answers
  if (script && kept) await keepScript(kept, script)
  await store.started(start)
}

type Ran = Awaited<ReturnType<typeof runResumable>>

type Running = {
  readonly recording: OpenRecording
  readonly seam: RecordingSeam
  readonly session: EgressSession
  readonly limit: TimeLimit
}

async function outcomeOf(
  { answers, log }: RunnerPorts,
  { id, admitted, begun }: Leg,
  { recording, seam, session, limit }: Running,
): Promise<Ran> {
  const { skill, input, runtime } = admitted
  try {
    const execution = {
      id,
      skill,
      input,
      fairKey: fairKeyOf(admitted),
      ...conditionsIn(recording),
      signal: limit.signal,
      ...(admitted.script === undefined ? {} : { timeLimit: limit }),
      ...(begun ? { ahead: begun.reopened.ahead } : {}),
    }
    const comparesFuel = recording.engines.length === 1
    return await runResumable(runtime, execution, seam, { answers, log, comparesFuel }, begun?.reopened.goOn)
  } catch (cause) {
    const why = redactError(cause, session.redact.text)
    log.error('the runtime failed', { execution: id, skill: skill.manifest.name, cause: why })
    return { outcome: { kind: 'failed', code: 'INTERNAL', detail: String(cause), fuelUsed: 0 }, printed: [] }
  }
}

/** A crash after the deadline ended a request is the end of the time, which the skill did not handle. */
function inTime(outcome: Ran['outcome'], session: EgressSession): Ran['outcome'] {
  const isLate = outcome.kind === 'failed' && outcome.code === 'SKILL_CRASHED' && session.outOfTime()
  return isLate ? { ...outcome, code: 'TIMEOUT' } : outcome
}

type Ended = Omit<Running, 'limit'> & {
  readonly start: ExecutionStart
  readonly outcome: RuntimeEnd
  readonly printed: readonly PrintedLine[]
  readonly queryTimeMs: number
}

/** A skill that says it lacks a permission, and lacks none, has an error of its own. */
const codeOf = ({ code }: ErrorBody, denied: readonly Lack[]): ErrorCode =>
  code === 'CAPABILITY_REVOKED' && denied.length === 0 ? 'SKILL_CRASHED' : code

/** Adds the denied permissions and the credentials without a value to an error, because they may be its cause. */
function withDenied(
  output: SkillOutput,
  denied: readonly Lack[],
  { principal: { source }, skill: { tier }, grant, credentials }: AdmittedExecution,
): SkillOutput {
  if (output.status !== 'error') return output
  const code = codeOf(output.error, denied)
  const error = code === output.error.code ? output.error : errorOf(code, { skill: output.skill })
  const unset = code === 'NOT_CONFIGURED' ? withoutValue(grant.permissions, credentials) : {}
  const details = { ...explainLacks(denied, { source, tier }), ...unset, ...error.details }
  return Object.keys(details).length === 0 ? { ...output, error } : { ...output, error: { ...error, details } }
}

/** Records the permissions that the execution used without a grant. */
async function recordDenied(
  refusals: RefusalLog | undefined,
  { id, admitted: { skill, principal } }: Pick<Leg, 'id' | 'admitted'>,
  lacks: readonly Lack[],
  why: Pick<RefusedRequest, 'code' | 'reason'>,
): Promise<void> {
  if (lacks.length === 0) return
  const { name, version } = skill.manifest
  await refusals?.refused({ skill: name, version, digest: skill.digest, principal, execution: id, lacks, ...why })
}

/** A question of a step ends the execution: its answer starts another one. */
function errorCodeOf(output: SkillOutput): ErrorCode | undefined {
  if (output.status === 'requires_confirmation') return 'CONFIRMATION_REQUIRED'
  return output.status === 'error' ? output.error.code : undefined
}

/** For the log: the offers that could not be read. */
function unreadIn(output: SkillOutput) {
  if (output.status !== 'success') return {}
  const { unreadable, unknown_airports: unknownAirports } = output.metadata
  return { unreadable, unknownAirports }
}

/** In characters. */
const longestReason = 300

/** Builds the output and records the end. */
async function finish(
  { clock, log, store, journals, broker, refusals }: RunnerPorts,
  { id, admitted }: Leg,
  { recording, start, seam, session, outcome, printed, queryTimeMs }: Ended,
): Promise<SkillOutput> {
  const { skill, input, grant, credentials, config, script } = admitted
  const fields = { execution: id, skill: skill.manifest.name }
  const data = session.data()
  const {
    output: made,
    detail,
    cause,
    broken,
  } = await completeOutput(outcome, {
    manifest: skill.manifest,
    input,
    limits: grant.limits,
    hosts: grant.permissions.network.egress,
    executionId: id,
    queryTimeMs,
    fetchedAt: new Date(Math.min(clock.now(), session.oldestMs() ?? Number.POSITIVE_INFINITY)),
    data,
    trace: config.trace === true ? await seam.trace() : undefined,
    script: script && { text: script.text, printed },
  })
  if (broken !== undefined) log.warn('dropped results that break the contract', { ...fields, ...broken })
  const denied = seam.denied()
  const showsLookalikes = script?.grant.shows_lookalikes
  const redacted = await redactOutput(made, session.redact, { printed, showsLookalikes })
  const output = withDenied(redacted, denied, admitted)
  let beyond: { readonly code: ErrorCode; readonly reason: string } | undefined
  if (output.status === 'error') {
    const { code } = output.error
    const reason = session.redact.text(withSourcePlaces(detail, skill.program))
    const unconfigured = { uses: skill.manifest.credentials, permissions: grant.permissions, credentials }
    const cure = code === 'NOT_CONFIGURED' ? whyUnconfigured(broker, unconfigured) : cureOf(code, grant, cause)
    log.info('skill ended with an error', { ...fields, code, detail: reason, cure })
    if (code === 'CAPABILITY_DENIED' || code === 'EGRESS_BLOCKED')
      beyond = { code, reason: reason.slice(0, longestReason) }
  } else log.info('skill ended', { ...fields, fuel: unitsOf(outcome.fuelUsed), ...unreadIn(output) })
  // If a host call ended the execution, the manifest does not declare what the call needs.
  const lacks = beyond
    ? [...denied, { permission: 'call', item: beyond.reason, by: ['manifest'] } satisfies Lack]
    : denied
  await recordDenied(refusals, { id, admitted }, lacks, beyond ?? { reason: '' })
  const { sealed_input: _, ...kept } = recording
  const changed = await seam.changed()
  if (changed.length > 0) await journals?.append(id, changed)
  await store.finished({
    id,
    output,
    errorCode: errorCodeOf(output),
    journal: await seam.unwritten(),
    isWholeJournal: !seam.hasWritten,
    // Hashes the output before redaction, because a replay reproduces the unredacted output.
    recorded: { recording: { ...ranBy(kept, outcome), output_hash: await hashInSlices(lastingPart(made)) }, start },
    fuelUsed: outcome.fuelUsed,
    peakMemoryBytes: outcome.peakMemoryBytes,
    durationMs: queryTimeMs,
    used: usedCapabilities(seam.journal, seam.hostOf),
    traffic: seam.traffic(),
    ...(output.status === 'success' ? { messages: notedMessages(seam.journal) } : {}),
    data: output.status === 'success' ? output.metadata.data : data,
  })
  return output
}
