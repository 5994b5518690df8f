import { type AdmittedExecution, admit, type ExecuteConfig, type NotAdmitted, readmit } from './admit.ts'
import { type ErrorCode, sentenceOf } from './contract/errors.ts'
import { type ExecutionId, newId } from './contract/ids.ts'
import type { SkillInput, SkillOutput } from './contract/skill-io.ts'
import { reopen } from './journal/reopen.ts'
import { createInputValidators } from './manifest/validate-input.ts'
import { errorOutput, refusalOutput } from './output.ts'
import type { AlteredExecution, UnfinishedExecution } from './ports.ts'
import { runLeg, type Suspended } from './run-leg.ts'
import type { RunnerPorts } from './runner-ports.ts'
import type { Script } from './script.ts'

export type SkillRunner = {
  /**
   * Runs a skill and answers with its output. Never rejects for what a skill does or a caller asks: every failure is
   * an error output with its code.
   */
  execute(skillName: string, input: SkillInput, config?: ExecuteConfig): Promise<SkillOutput>
  /** Checks a request without running it: what passes is proof for `run`. A skill is asked for by its name. */
  admit(asked: string | Script, input: unknown, config?: ExecuteConfig): Promise<AdmittedExecution | NotAdmitted>
  /**
   * Starts what was admitted, and records it. The id exists before anything of the skill runs. A durable one survives its process:
   * its journal is written as it grows, and `resume` goes on with it.
   */
  start(admitted: AdmittedExecution, options?: { readonly durable?: boolean }): StartedExecution
  /** Goes on with an execution that another process began and that is this process's now. One that may not go on ends. */
  resume(unfinished: UnfinishedExecution | AlteredExecution): StartedExecution
  /** Starts what was admitted, and waits for its end. */
  run(admitted: AdmittedExecution): Promise<SkillOutput>
}

/** `done`: it ended, or, when it is durable, is suspended. It rejects only for a fault of the platform's own: no database, say. */
export type StartedExecution = { readonly id: ExecutionId; readonly done: Promise<SkillOutput | Suspended> }

/** The one door to skills: every search, tool call and script is an execution of this runner. */
export function createRunner(ports: RunnerPorts): SkillRunner {
  const { clock, log } = ports
  const { skills, runtimes, confirmations, broker } = ports
  const checks = {
    skills,
    runtimes,
    confirmations,
    broker,
    answers: ports.answers,
    seal: ports.seal,
    validators: createInputValidators({ clock }),
  }

  const start: SkillRunner['start'] = (admitted, { durable = false } = {}) => {
    if (durable && ports.journals === undefined) throw new TypeError('Nothing keeps the journals of durable executions')
    if (durable && admitted.config.env_vars !== undefined) {
      throw new TypeError('A durable execution cannot have values of its own: nothing keeps them')
    }
    const id = newId('exec', ports.randomBytes)
    return { id, done: runLeg(ports, { id, admitted, isDurable: durable }) }
  }

  async function runToEnd(admitted: AdmittedExecution): Promise<SkillOutput> {
    const done = await start(admitted).done
    if (done.status === 'suspended') throw new Error('Only a durable execution is suspended')
    return done
  }

  async function goOn(unfinished: UnfinishedExecution | AlteredExecution): Promise<SkillOutput | Suspended> {
    const { id } = unfinished
    if ('altered' in unfinished) {
      const { skill, version, altered } = unfinished
      log.error('an execution may not go on: its record is not what was written', { execution: id, altered })
      const code = 'RECORD_NOT_AUTHENTIC'
      return endWithout(id, errorOutput({ skill, version }, { code, message: sentenceOf(code) }), code)
    }
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
    return runLeg(ports, { id, admitted, isDurable: true, begun: { recording: unfinished.recording, reopened } })
  }

  /** Ends an execution of which nothing runs any more. */
  async function endWithout(id: ExecutionId, output: SkillOutput, errorCode: ErrorCode): Promise<SkillOutput> {
    await ports.store.finished({ id, output, errorCode, journal: [], fuelUsed: 0, data: undefined })
    return output
  }

  async function check(asked: string | Script, input: unknown, config: ExecuteConfig = {}) {
    const checked = await admit(checks, asked, input, config)
    if (checked.kind === 'refused' && checked.reason !== '') {
      log.info('skill was refused', { skill: checked.skill, code: checked.error.code, detail: checked.reason })
    }
    return checked
  }

  return {
    admit: check,
    start,
    resume: (unfinished) => ({ id: unfinished.id, done: goOn(unfinished) }),
    run: runToEnd,
    async execute(skillName, input, config = {}) {
      const checked = await check(skillName, input, config)
      return checked.kind === 'admitted' ? runToEnd(checked) : refusalOutput(checked)
    },
  }
}
