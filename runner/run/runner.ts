import type { ErrorCode } from '../contract/errors.ts'
import { errorOf } from '../contract/faults.ts'
import { type ExecutionId, newId } from '../contract/ids.ts'
import type { SkillInput, SkillOutput } from '../contract/skill-io.ts'
import type { AlteredExecution, UnfinishedExecution } from '../core/ports.ts'
import type { Chain } from '../core/skill.ts'
import { createInputValidators } from '../manifest/validate-input.ts'
import { stepsRuntime } from '../runtimes/steps/steps-runtime.ts'
import type { Script } from '../script/script.ts'
import { type AdmittedExecution, admit, type ExecuteConfig, type NotAdmitted, readmit, type Within } from './admit.ts'
import { errorOutput, refusalOutput } from './output.ts'
import { reopen } from './reopen.ts'
import { type Leg, runLeg, type Suspended } from './run-leg.ts'
import type { RunnerPorts } from './runner-ports.ts'

export type SkillRunner = {
  /**
   * Runs a skill and returns its output. Never rejects because of the skill or the caller: every such failure is an
   * error output with its code.
   */
  execute(skillName: string, input: SkillInput, config?: ExecuteConfig): Promise<SkillOutput>
  /**
   * Checks a request without running it. Its result is the proof that `run` requires. `asked`: a skill's name, or a
   * script.
   */
  admit(asked: string | Script, input: unknown, config?: ExecuteConfig): Promise<AdmittedExecution | NotAdmitted>
  /**
   * Starts and records an admitted execution. Its id exists before any code of the skill runs. A durable execution
   * survives its process: its journal is written as it grows, and `resume` continues it.
   */
  start(admitted: AdmittedExecution, options?: StartOptions): StartedExecution
  /**
   * Resumes an execution that another process began and this process now owns. Ends the execution if it may not resume.
   */
  resume(unfinished: UnfinishedExecution | AlteredExecution, options?: ResumeOptions): StartedExecution
  /** Starts an admitted execution and waits for its end. */
  run(admitted: AdmittedExecution): Promise<SkillOutput>
}

/** `id`: the id of an execution that is recorded as pending. Absent: a new id. */
type StartOptions = { readonly durable?: boolean; readonly id?: ExecutionId }
/** `signal`: aborting it ends the execution with CANCELLED. */
type ResumeOptions = { readonly signal?: AbortSignal }

/**
 * `done` resolves when the execution ends or is suspended (durable only). It rejects only for a platform fault, such as
 * no database.
 */
export type StartedExecution = { readonly id: ExecutionId; readonly done: Promise<SkillOutput | Suspended> }

/** The only way to run a skill: every search, tool call and script is an execution of this runner. */
export function createRunner(ports: RunnerPorts): SkillRunner {
  const { clock, log } = ports
  const { skills, confirmations, broker } = ports
  const checks = {
    skills,
    runtimes: [...ports.runtimes, stepsRuntime],
    confirmations,
    broker,
    config: ports.config,
    rules: ports.rules,
    answers: ports.answers,
    scripts: ports.scripts,
    seal: ports.seal,
    validators: createInputValidators({ clock }),
  }

  const newExecution = () => newId('exec', ports.randomBytes)

  const start: SkillRunner['start'] = (admitted, { durable = false, id = newExecution() } = {}) => {
    if (durable && ports.journals === undefined) throw new TypeError('Durable executions need a journal store')
    if (durable && admitted.config.env_vars !== undefined) {
      throw new TypeError('A durable execution cannot have env_vars: they are not stored')
    }
    return { id, done: runWhole({ id, admitted, isDurable: durable }) }
  }

  function runWhole(leg: Leg): Promise<SkillOutput | Suspended> {
    const { chain } = leg.admitted.skill
    return runLeg(ports, chain ? { ...leg, runStep: runStepOf(leg, chain) } : leg)
  }

  async function runToEnd(leg: Omit<Leg, 'id' | 'isDurable'>): Promise<SkillOutput> {
    const done = await runWhole({ id: newExecution(), isDurable: false, ...leg })
    if (done.status === 'suspended') throw new Error('Only a durable execution can be suspended')
    return done
  }

  /**
   * Each step is checked and recorded as an execution of its own, for the same principal, in the tier of the skill of
   * steps and in what is left of its time and fuel. Only the last step gets the answer to a question.
   */
  const runStepOf =
    (
      { id: partOf, admitted: { skill, input, principal, config } }: Leg,
      { steps }: Chain,
    ): NonNullable<Leg['runStep']> =>
    async ({ at, params, fuel }, { leftMs, signal }) => {
      const found = steps[at]
      if (found === undefined) throw new Error(`${skill.manifest.name} has no step ${at}`)
      const { step, skill: release } = found
      const { fairKey, call, trace, confirmed, confirmation_id, onAsked } = config
      const { max_results } = input.config
      const isLast = at === steps.length - 1
      const checked = await check(
        step.skill,
        { action: step.action, params, config: isLast ? { max_results } : {} },
        { principal, signal, fairKey, call, trace, ...(isLast ? { confirmed, confirmation_id, onAsked } : {}) },
        { skill: release, tier: skill.tier, leftMs: Math.max(1, leftMs()), fuel },
      )
      if (checked.kind === 'refused') {
        if (checked.confirmation) onAsked?.(checked.confirmation)
        return { fuel_used: 0, output: refusalOutput(checked) }
      }
      let fuel_used = 0
      const output = await runToEnd({
        admitted: checked,
        partOf,
        onFuel: (used) => {
          fuel_used = used
        },
      })
      // Another process runs the step again, if it only reads.
      if (output.status === 'error' && ports.stopping?.aborted) throw new Error('The process stops')
      return { fuel_used, output }
    }

  async function goOn(
    unfinished: UnfinishedExecution | AlteredExecution,
    options?: ResumeOptions,
  ): Promise<SkillOutput | Suspended> {
    const { id } = unfinished
    if ('altered' in unfinished) {
      const { skill, version, altered } = unfinished
      log.error('an execution may not resume: its record was altered', { execution: id, altered })
      const code = 'RECORD_NOT_AUTHENTIC'
      return endWithout(id, errorOutput({ skill, version }, errorOf(code)), code)
    }
    const admitted = await readmit(checks, unfinished, options)
    if (admitted.kind === 'refused') {
      await recordRefusal(admitted, id)
      log.warn('an execution may not resume', { execution: id, code: admitted.error.code, detail: admitted.reason })
      return endWithout(id, refusalOutput(admitted), admitted.error.code)
    }
    const reopened = ports.answers ? await reopen(unfinished, ports.answers) : 0
    if (typeof reopened === 'number') {
      log.error('an execution cannot resume: an answer is not stored', { execution: id, call: reopened })
      const { name: skill, version } = admitted.skill.manifest
      const error = errorOf('INTERNAL', { id }, { facts: { id } })
      return endWithout(id, errorOutput({ skill, version }, error), 'INTERNAL')
    }
    return runWhole({ id, admitted, isDurable: true, begun: { recording: unfinished.recording, reopened } })
  }

  /** Ends an execution that is no longer running anywhere. */
  async function endWithout(id: ExecutionId, output: SkillOutput, errorCode: ErrorCode): Promise<SkillOutput> {
    await ports.store.finished({ id, output, errorCode, journal: [], fuelUsed: 0, data: undefined })
    return output
  }

  async function recordRefusal(refusal: NotAdmitted, execution?: ExecutionId) {
    const { skill, error, reason, principal, confirmation } = refusal
    const { code } = error
    if (refusal.lacks !== undefined) {
      const { version, digest, lacks } = refusal
      return ports.refusals?.refused({ skill, version, code, reason, digest, principal, lacks, execution })
    }
    // A requested confirmation has its own record, and so does an execution that cannot resume.
    if (confirmation !== undefined || execution !== undefined) return
    await ports.refusals?.rejected?.({ skill: refusal.digest === undefined ? undefined : skill, principal, code })
  }

  async function check(asked: string | Script, input: unknown, config: ExecuteConfig = {}, within?: Within) {
    const checked = await admit(checks, asked, input, config, within)
    if (checked.kind === 'refused') {
      await recordRefusal(checked)
      const { skill, error, reason } = checked
      if (reason !== '') log.info('skill was refused', { skill, code: error.code, detail: reason })
    }
    return checked
  }

  return {
    admit: (asked, input, config) => check(asked, input, config),
    start,
    resume: (unfinished, options) => ({ id: unfinished.id, done: goOn(unfinished, options) }),
    run: (admitted) => runToEnd({ admitted }),
    async execute(skillName, input, config = {}) {
      const checked = await check(skillName, input, config)
      return checked.kind === 'admitted' ? runToEnd({ admitted: checked }) : refusalOutput(checked)
    },
  }
}
