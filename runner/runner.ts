import { type AdmittedExecution, admit, type ExecuteConfig, type NotAdmitted, readmit } from './admit.ts'
import type { Confirmations } from './confirm.ts'
import { credentialsId } from './contract/bound-credentials.ts'
import { type ErrorCode, sentenceOf } from './contract/errors.ts'
import { type ExecutionId, newId } from './contract/ids.ts'
import type { OpenRecording } from './contract/journal.ts'
import type { SkillInput, SkillOutput } from './contract/skill-io.ts'
import type { EgressEngine } from './egress/session.ts'
import { hashOf } from './hash.ts'
import { createHostSeam } from './host/host-seam.ts'
import { createJournalWriter } from './journal/journal-writer.ts'
import { lastingPart } from './journal/lasting-part.ts'
import { type Reopened, reopen } from './journal/reopen.ts'
import { createInputValidators } from './manifest/validate-input.ts'
import { completeOutput, errorOutput, type OutputFacts, redactOutput, refusalOutput } from './output.ts'
import type {
  AnswerStore,
  Clock,
  CredentialBroker,
  ExecutionStore,
  JournalStore,
  Log,
  RandomBytes,
  SkillSource,
  TimeOffsets,
  UnfinishedExecution,
} from './ports.ts'
import { redactError } from './redact/redact-error.ts'
import { runResumable } from './run-resumable.ts'
import type { Runtime, RuntimeOutcome } from './runtimes/runtime.ts'

export type RunnerPorts = {
  readonly skills: SkillSource
  /** In no order: a manifest says which it prefers. */
  readonly runtimes: readonly Runtime[]
  readonly egress: EgressEngine
  readonly timeOffsets: TimeOffsets
  readonly store: ExecutionStore
  /** Absent: nothing is durable. */
  readonly journals?: JournalStore
  /** Absent: what needs a confirmation never runs. */
  readonly confirmations?: Confirmations
  /** Absent: no secret has a value but an execution's own. */
  readonly broker?: CredentialBroker
  /** Absent: large answers are journaled by hash alone, so that no execution which had one is replayed or resumed. */
  readonly answers?: AnswerStore
  /** Aborted: the process ends, and leaves its durable executions to another. */
  readonly stopping?: AbortSignal
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
}

export type SkillRunner = {
  /**
   * Runs a skill and answers with its output. Never rejects for what a skill does or a caller asks: every failure is
   * an error output with its code.
   */
  execute(skillName: string, input: SkillInput, config?: ExecuteConfig): Promise<SkillOutput>
  /** Checks a request without running it: what passes is proof for `run`. */
  admit(skillName: string, input: unknown, config?: ExecuteConfig): Promise<AdmittedExecution | NotAdmitted>
  /**
   * Starts what was admitted, and records it. The id exists before anything of the skill runs. A durable one survives its process:
   * its journal is written as it grows, and `resume` goes on with it.
   */
  start(admitted: AdmittedExecution, options?: { readonly durable?: boolean }): StartedExecution
  /** Goes on with an execution that another process began and that is this process's now. One that may not go on ends. */
  resume(unfinished: UnfinishedExecution): StartedExecution
  /** Starts what was admitted, and waits for its end. */
  run(admitted: AdmittedExecution): Promise<SkillOutput>
}

/** `done` rejects only for a fault of the platform's own: no database, say. */
export type StartedExecution = { readonly id: ExecutionId; readonly done: Promise<SkillOutput> }

/** The one door to skills: every search, tool call and script is an execution of this runner. */
export function createRunner(ports: RunnerPorts): SkillRunner {
  const { clock, log } = ports
  const { skills, runtimes, confirmations, broker } = ports
  const checks = { skills, runtimes, confirmations, broker, validators: createInputValidators({ clock }) }

  const start: SkillRunner['start'] = (admitted, { durable = false } = {}) => {
    if (durable && ports.journals === undefined) throw new TypeError('Nothing keeps the journals of durable executions')
    if (durable && admitted.config.env_vars !== undefined) {
      throw new TypeError('A durable execution cannot have values of its own: nothing keeps them')
    }
    const id = newId('exec', ports.randomBytes)
    return { id, done: runAs(id, admitted, durable) }
  }

  async function goOn(unfinished: UnfinishedExecution): Promise<SkillOutput> {
    const { id } = unfinished
    const admitted = await readmit(checks, unfinished)
    if (admitted.kind === 'refused') {
      log.warn('an execution may not go on', { execution: id, code: admitted.error.code, detail: admitted.reason })
      return endWithout(id, refusalOutput(admitted), admitted.error.code)
    }
    const reopened = ports.answers ? await reopen(unfinished, ports.answers) : 0
    if (typeof reopened === 'number') {
      log.error('an execution cannot go on: an answer is not kept', { execution: id, call: reopened })
      const { name: skill, version } = admitted.skill.manifest
      const error = { code: 'INTERNAL', message: sentenceOf('INTERNAL', { id }) } as const
      return endWithout(id, errorOutput({ skill, version }, error), 'INTERNAL')
    }
    return runAs(id, admitted, true, { recording: unfinished.recording, reopened })
  }

  /** Ends an execution of which nothing runs any more. */
  async function endWithout(id: ExecutionId, output: SkillOutput, errorCode: ErrorCode): Promise<SkillOutput> {
    await ports.store.finished({ id, output, errorCode, journal: [], fuelUsed: 0, data: undefined })
    return output
  }

  async function runAs(
    id: ExecutionId,
    admitted: AdmittedExecution,
    isDurable: boolean,
    begun?: { readonly recording: OpenRecording; readonly reopened: Reopened },
  ): Promise<SkillOutput> {
    const { skill, input, grant, principal, credentials, runtime, config } = admitted
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
    const recording: OpenRecording = begun?.recording ?? {
      runtime: runtime.name,
      input: JSON.stringify(input),
      seed: Buffer.from(ports.randomBytes(16)).toString('hex'),
      now_ms: clock.now(),
      limits: grant.limits,
      secrets: { ...Object.fromEntries(withheld.map((name) => [name, null])), ...session.placeholders },
      hosts: grant.permissions.network.egress,
      principal,
    }
    if (!begun) {
      await ports.store.started({
        id,
        skill: skill.manifest.name,
        version: skill.manifest.version,
        digest: skill.digest,
        input,
        principal,
        ...(isDurable ? { durable: recording } : {}),
      })
    }
    const { journals } = ports
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
    let outcome: RuntimeOutcome
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
        signal: deadline.signal,
      }
      const host = begun?.reopened.goOn(seam.ask)
      outcome = await runResumable(runtime, execution, seam, { answers: ports.answers, log }, host)
    } catch (cause) {
      log.error('the runtime failed', { ...fields, cause: redactError(cause, session.redact.text) })
      outcome = { kind: 'failed', code: 'INTERNAL', detail: String(cause), fuelUsed: 0 }
    }
    seam.close()
    if (isDurable && ports.stopping?.aborted && outcome.kind === 'failed') {
      const { name, version } = skill.manifest
      return errorOutput({ skill: name, version }, { code: 'INTERNAL', message: sentenceOf('INTERNAL', { id }) })
    }
    // What it did not wait for goes out no more: from here on its journal is whole.
    await session[Symbol.asyncDispose]()
    const facts: OutputFacts = {
      manifest: skill.manifest,
      input,
      limits: grant.limits,
      hosts: grant.permissions.network.egress,
      executionId: id,
      queryTimeMs: Math.round(clock.monotonic() - started),
      fetchedAt: new Date(clock.now()),
      data: session.data(),
      trace: config.trace === true ? seam.trace() : undefined,
    }
    const { output: made, detail, broken } = completeOutput(outcome, facts)
    if (broken !== undefined) log.warn('results that break the contract are left out', { ...fields, ...broken })
    const output = redactOutput(made, session.redact.json)
    if (output.status === 'error') {
      const reason = detail === undefined ? undefined : session.redact.text(detail)
      log.info('skill ended with an error', { ...fields, code: output.error.code, detail: reason })
    } else log.info('skill ended', { ...fields, fuel: outcome.fuelUsed })
    // What the journal names is there before the journal is.
    await seam.stored()
    await ports.store.finished({
      id,
      output,
      errorCode: output.status === 'error' ? output.error.code : undefined,
      journal: seam.journal,
      // The hash is of what the skill returned: a replay makes that again.
      recording: { ...recording, output_hash: hashOf(lastingPart(made)) },
      fuelUsed: outcome.fuelUsed,
      data: session.data(),
    })
    return output
  }

  async function check(skillName: string, input: unknown, config: ExecuteConfig = {}) {
    const checked = await admit(checks, skillName, input, config)
    if (checked.kind === 'refused' && checked.reason !== '') {
      log.info('skill was refused', { skill: skillName, code: checked.error.code, detail: checked.reason })
    }
    return checked
  }

  return {
    admit: check,
    start,
    resume: (unfinished) => ({ id: unfinished.id, done: goOn(unfinished) }),
    run: (admitted) => start(admitted).done,
    async execute(skillName, input, config = {}) {
      const checked = await check(skillName, input, config)
      return checked.kind === 'admitted' ? start(checked).done : refusalOutput(checked)
    },
  }
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
