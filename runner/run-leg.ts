import type { AdmittedExecution } from './admit.ts'
import { credentialsId } from './contract/bound-credentials.ts'
import { type ErrorCode, sentenceOf } from './contract/errors.ts'
import type { ExecutionId } from './contract/ids.ts'
import type { OpenRecording } from './contract/journal.ts'
import { SkillInput, type SkillOutput } from './contract/skill-io.ts'
import type { EgressSession } from './egress/session.ts'
import { createHostSeam, type RecordingSeam } from './host/host-seam.ts'
import { createJournalWriter } from './journal/journal-writer.ts'
import { lastingPart } from './journal/lasting-part.ts'
import type { Reopened } from './journal/reopen.ts'
import { type KeptInput, keepInput } from './kept-input.ts'
import { completeOutput, errorOutput, redactOutput } from './output.ts'
import type { ExecutionStart } from './ports.ts'
import { redactError } from './redact/redact-error.ts'
import { runResumable } from './run-resumable.ts'
import type { RunnerPorts } from './runner-ports.ts'
import type { RuntimeEnd, RuntimeOutcome } from './runtimes/runtime.ts'
import { keepScript } from './script.ts'
import { hashInSlices } from './slices/work-on-json.ts'

/** A durable execution waits for answers from outside, and nothing of it but its rows is left. */
export type Suspended = { readonly status: 'suspended' }

export type Leg = {
  readonly id: ExecutionId
  readonly admitted: AdmittedExecution
  readonly isDurable: boolean
  /** What came before, in this process or another. Absent: it begins. */
  readonly begun?: { readonly recording: OpenRecording; readonly reopened: Reopened }
}

/**
 * Runs an execution from its start, or from where it was left, until it ends or is suspended; most have one leg. Each has the
 * whole time limit. Rejects only for a fault of the platform's own.
 */
export async function runLeg(ports: RunnerPorts, leg: Leg): Promise<SkillOutput | Suspended> {
  const { id, admitted, isDurable, begun } = leg
  const { skill, grant, credentials, runtime, config } = admitted
  const { clock, log, journals } = ports
  const started = clock.monotonic()
  const fields = { execution: id, skill: skill.manifest.name }
  using deadline = endWith(grant.limits.timeoutMs, config.signal)
  await using session = ports.egress.open({
    execution: id,
    skill: skill.manifest.name,
    grant,
    credentials,
    oauth2: skill.manifest.credentials,
    rate: skill.manifest.rate,
    alsoHidden: Object.values(config.env_vars ?? {}),
    deadlineMs: started + grant.limits.timeoutMs,
    signal: deadline.signal,
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
    log.warn('an execution goes on with another engine: its fuel is not compared', {
      ...fields,
      engines: recording.engines,
    })
    await journals?.reopened({ ...start, durable: recording })
  }
  const { past = [], known = 0 } = begun?.reopened ?? {}
  const seam = createHostSeam({
    grant,
    session,
    withheldSecrets: withheld,
    timeOffsets: ports.timeOffsets,
    clock,
    signal: deadline.signal,
    answers: ports.answers,
    durable:
      isDurable && journals
        ? { writer: createJournalWriter((entries) => journals.append(id, entries)), past, known }
        : undefined,
    report: log,
    log: (level, text) => log[level](`skill: ${text}`, fields),
  })
  const outcome = await outcomeOf(ports, leg, { recording, seam, session, signal: deadline.signal })
  seam.close()
  if (isDurable && ports.stopping?.aborted && outcome.kind === 'failed') {
    const { name, version } = skill.manifest
    return errorOutput({ skill: name, version }, { code: 'INTERNAL', message: sentenceOf('INTERNAL', { id }) })
  }
  // What it did not wait for goes out no more: from here on its journal is whole.
  await session[Symbol.asyncDispose]()
  // What the journal names is there before the journal is.
  await seam.stored()
  if (outcome.kind === 'suspended') {
    log.info('skill waits for an answer from outside', { ...fields, fuel: outcome.fuelUsed })
    await journals?.suspended({ ...start, durable: recording }, outcome.fuelUsed)
    return { status: 'suspended' }
  }
  const queryTimeMs = Math.round(clock.monotonic() - started)
  return finish(ports, leg, { recording, start, seam, session, outcome, queryTimeMs })
}

function newRecording(
  { randomBytes, clock }: RunnerPorts,
  { grant, principal, runtime, script }: AdmittedExecution,
  secrets: OpenRecording['secrets'],
  kept: KeptInput,
): OpenRecording {
  return {
    runtime: runtime.name,
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

/** The same, with the engine that it goes on with. */
function onEngine(recording: OpenRecording, version: string): OpenRecording {
  return recording.engines.at(-1) === version ? recording : { ...recording, engines: [...recording.engines, version] }
}

function startOf({ id, admitted, isDurable }: Leg, recording: OpenRecording): ExecutionStart {
  const { skill, input, principal } = admitted
  return {
    id,
    skill: skill.manifest.name,
    version: skill.manifest.version,
    digest: skill.digest,
    input: recording.input_redacted ? SkillInput.parse(JSON.parse(recording.input)) : input,
    inputRedacted: recording.input_redacted === true,
    principal,
    ...(isDurable ? { durable: recording } : {}),
  }
}

async function recordStart(
  { store, answers }: RunnerPorts,
  { admitted: { script } }: Leg,
  start: ExecutionStart,
): Promise<void> {
  if (script && answers) await keepScript(answers, script)
  await store.started(start)
}

type Running = {
  readonly recording: OpenRecording
  readonly seam: RecordingSeam
  readonly session: EgressSession
  readonly signal: AbortSignal
}

async function outcomeOf(
  { answers, log }: RunnerPorts,
  { id, admitted, begun }: Leg,
  { recording, seam, session, signal }: Running,
): Promise<RuntimeOutcome> {
  const { skill, input, grant, principal, credentials, runtime } = admitted
  try {
    const execution = {
      id,
      skill,
      input,
      fairKey: principal.id,
      limits: recording.limits,
      hosts: recording.hosts,
      seed: Buffer.from(recording.seed, 'hex'),
      nowMs: recording.now_ms,
      secrets: recording.secrets,
      credentials: credentialsId(grant.permissions.secrets, credentials),
      signal,
      ...(begun ? { ahead: begun.reopened.ahead } : {}),
    }
    const comparesFuel = recording.engines.length === 1
    const host = begun?.reopened.goOn(seam.ask, { comparesFuel })
    return await runResumable(runtime, execution, seam, { answers, log, comparesFuel }, host)
  } catch (cause) {
    const why = redactError(cause, session.redact.text)
    log.error('the runtime failed', { execution: id, skill: skill.manifest.name, cause: why })
    return { kind: 'failed', code: 'INTERNAL', detail: String(cause), fuelUsed: 0 }
  }
}

type Ended = Omit<Running, 'signal'> & {
  readonly start: ExecutionStart
  readonly outcome: RuntimeEnd
  readonly queryTimeMs: number
}

/** Makes the output, and records the end. */
async function finish(
  { clock, log, store }: RunnerPorts,
  { id, admitted }: Leg,
  { recording, start, seam, session, outcome, queryTimeMs }: Ended,
): Promise<SkillOutput> {
  const { skill, input, grant, config } = admitted
  const fields = { execution: id, skill: skill.manifest.name }
  const data = session.data()
  const {
    output: made,
    detail,
    broken,
  } = await completeOutput(outcome, {
    manifest: skill.manifest,
    input,
    limits: grant.limits,
    hosts: grant.permissions.network.egress,
    executionId: id,
    queryTimeMs,
    fetchedAt: new Date(clock.now()),
    data,
    trace: config.trace === true ? seam.trace() : undefined,
  })
  if (broken !== undefined) log.warn('results that break the contract are left out', { ...fields, ...broken })
  const output = await redactOutput(made, session.redact)
  if (output.status === 'error') {
    const reason = detail === undefined ? undefined : session.redact.text(detail)
    log.info('skill ended with an error', { ...fields, code: output.error.code, detail: reason })
  } else log.info('skill ended', { ...fields, fuel: outcome.fuelUsed })
  const { sealed_input: _, ...kept } = recording
  await store.finished({
    id,
    output,
    errorCode: output.status === 'error' ? output.error.code : undefined,
    journal: seam.unwritten,
    // The hash is of what the skill returned: a replay makes that again.
    recorded: { recording: { ...kept, output_hash: await hashInSlices(lastingPart(made)) }, start },
    fuelUsed: outcome.fuelUsed,
    data,
  })
  return output
}

/** A signal that aborts at the time limit (TIMEOUT) or with the caller (CANCELLED), whichever is first. */
function endWith(timeoutMs: number, caller: AbortSignal | undefined): Disposable & { signal: AbortSignal } {
  const controller = new AbortController()
  const abort = (code: ErrorCode) => controller.abort({ code })
  const timer = setTimeout(() => abort('TIMEOUT'), timeoutMs)
  const cancel = () => abort('CANCELLED')
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    },
  }
}
