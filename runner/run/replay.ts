import type { ErrorCode, ErrorFacts } from '../contract/errors.ts'
import { type BlamedError, errorOf } from '../contract/faults.ts'
import { instructionsPerUnit } from '../contract/fuel.ts'
import type { ExecutionId } from '../contract/ids.ts'
import type { JournalEntry } from '../contract/journal.ts'
import { SkillInput, type SkillOutput } from '../contract/skill-io.ts'
import type { AnswerStore, RecordedExecution, RecordingSource, SkillSource } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { createTimeLimit } from '../core/time-limit.ts'
import { createJournalSeam, type JournalSeam, type Pending } from '../journal/journal-seam.ts'
import { firstDifference, lastingPart } from '../journal/lasting-part.ts'
import { listenTo } from '../journal/printed.ts'
import { knownAhead, type PastCall, recallAnswers } from '../journal/recall.ts'
import { conditionsIn, type Runtime, type RuntimeOutcome } from '../runtimes/runtime.ts'
import { stepsRuntime } from '../runtimes/steps/steps-runtime.ts'
import { recallRelease } from '../script/script.ts'
import { hashInSlices } from '../slices/work-on-json.ts'
import { completeOutput, type OutputFacts } from './output.ts'

type ReplayPorts = {
  readonly skills: SkillSource
  readonly runtimes: readonly Runtime[]
  readonly recordings: RecordingSource
  readonly answers: AnswerStore
  /** Stores the texts of scripts. Absent: `answers` stores them. */
  readonly scripts?: AnswerStore
}

/** Whether fuel was compared at each call and at the end, or why not. */
export type FuelCheck =
  | 'compared'
  /** The execution was ended from outside, so only the calls before that are compared. */
  | 'ended_outside'
  /** The runtime counts no fuel. */
  | 'not_counted'
  /** Another engine, which counts differently, ran all or part of the execution. */
  | 'other_engine'
  /** The recording is older than the names of engines. */
  | 'engine_not_recorded'

export const whyNotCompared: Readonly<Record<FuelCheck, string | undefined>> = {
  compared: undefined,
  ended_outside: 'the execution did not end by itself',
  not_counted: 'this runtime counts no fuel',
  other_engine: 'another engine recorded it',
  engine_not_recorded: 'the recording does not name its engine',
}

export type ReplayResult =
  | {
      readonly kind: 'same'
      readonly output: SkillOutput
      /** In units. */
      readonly fuelUsed: number
      readonly hostCalls: number
      /** Set when the execution was ended from outside. Then only the part up to its last answer is compared. */
      readonly endedOutside: ErrorCode | undefined
      readonly fuelCheck: FuelCheck
      /** Names the interpreters of replay and execution if they differ. `undefined`: equal or unknown. */
      readonly otherInterpreter: string | undefined
    }
  /** REPLAY_DIVERGED, or the reason why the replay is impossible. `details` names each difference and its position. */
  | { readonly kind: 'refused'; readonly error: BlamedError }

export type Replay = (id: ExecutionId, options?: { readonly signal?: AbortSignal }) => Promise<ReplayResult>

/** Ends caused by the clock, the caller or the machine, not by the skill. */
const outsideCodes: readonly ErrorCode[] = ['TIMEOUT', 'CANCELLED', 'RUNTIME_UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL']

/**
 * Runs a recorded execution again, with the same code, input, seed and clock, and with the journal's answers instead of
 * the network. The replay must make the same host calls and give the same output and fuel.
 */
export function createReplay({ skills, runtimes, recordings, answers, scripts }: ReplayPorts): Replay {
  return async (id, { signal } = {}) => {
    const recorded = await recordings.load(id)
    if ('missing' in recorded) return refuse('NOT_FOUND', { execution: recorded.missing })
    if ('altered' in recorded) return refuse('RECORD_NOT_AUTHENTIC', { record: recorded.altered })
    const { recording } = recorded
    const release = await recallRelease({ skills, answers: scripts ?? answers }, recorded.digest, recording.script)
    const skill = release?.skill
    if (!skill)
      return refuse('NOT_FOUND', { skill: `the release ${recorded.digest} of ${recorded.skill} is no longer stored` })
    const runtime = [...runtimes, stepsRuntime].find(({ about }) => about.name === recording.runtime)
    if (!runtime?.about.tiers.includes(skill.tier)) {
      return refuse('RUNTIME_UNAVAILABLE', {}, { skill: recorded.skill })
    }
    const past = await recallAnswers(recorded.journal, answers)
    if (!past.ok) {
      const reason = `the answer to host call ${past.seq} is no longer stored, so this execution cannot be replayed`
      return refuse('NOT_FOUND', { answers: reason })
    }
    const input = SkillInput.parse(JSON.parse(recording.input))
    const endedOutside = outsideEndOf(recorded.output)
    const engine = engineCheckOf(recording, runtime)
    const fuelCheck = endedOutside === undefined ? engine : 'ended_outside'
    const seam = createReplaySeam(past.calls, endedOutside, engine === 'compared')
    const listening = listenTo(seam)
    // A replay that omits a call would wait forever for the later answers, so it has a time limit, too.
    using limit = createTimeLimit(recording.limits.timeoutMs, { monotonic: () => performance.now() }, signal)
    const outcome = await runtime.run({
      id,
      skill,
      input,
      ...conditionsIn(recording),
      host: listening,
      // No answers in advance if the execution was ended from outside: only the seam knows after which answer it ended.
      ahead: endedOutside === undefined ? knownAhead(past.calls) : [],
      signal: limit.signal,
      ...(release.script ? { timeLimit: limit } : {}),
    })
    const script = release.script && { text: release.script.text, printed: listening.lines }
    const otherInterpreter = differenceOf(recording.interpreters, outcome.interpreter)
    const about = { ...recorded, input, fuelCheck, otherInterpreter, script }
    const compared = await compare(about, skill, seam, outcome, endedOutside)
    return withReasons(compared, {
      ...(recording.input_redacted === true ? { input: maskedInput } : {}),
      ...(otherInterpreter === undefined ? {} : { interpreter: otherInterpreter }),
    })
  }
}

function engineCheckOf({ engines }: RecordedExecution['recording'], { about, engineVersion }: Runtime): FuelCheck {
  if (!about.limits.fuel) return 'not_counted'
  if (engines.length === 0) return 'engine_not_recorded'
  return engines.every((version) => version === engineVersion) ? 'compared' : 'other_engine'
}

const maskedInput =
  'a credential in the input was masked before it was stored, so code that depends on it behaves differently'

/** Adds likely reasons for a divergence. */
function withReasons(result: ReplayResult, reasons: Record<string, string>): ReplayResult {
  if (result.kind === 'same' || result.error.code !== 'REPLAY_DIVERGED') return result
  return { kind: 'refused', error: { ...result.error, details: { ...result.error.details, ...reasons } } }
}

function differenceOf(then: readonly string[] | undefined, now: string | undefined): string | undefined {
  if (then === undefined || now === undefined || then.every((version) => version === now)) return undefined
  return `${now} ran the replay, and ${then.join(', then ')} the execution`
}

function createReplaySeam(
  past: ReadonlyMap<number, PastCall>,
  endedOutside: ErrorCode | undefined,
  comparesFuel: boolean,
): JournalSeam {
  const settled = [...past.values()].filter(({ entry }) => entry.settled !== undefined).length
  /** Ends the replay for a call without an answer, once all other answers are delivered. */
  const atTheEnd = async (): Pending => {
    await seam.reached(settled)
    return {
      answer: { kind: 'end', code: endedOutside ?? 'CANCELLED', reason: 'the recording ends' },
      settled: undefined,
    }
  }
  const seam = createJournalSeam({
    past,
    known: Number.POSITIVE_INFINITY,
    comparesFuel,
    unanswered: atTheEnd,
    beyond: () => (endedOutside === undefined ? undefined : atTheEnd()),
  })
  return seam
}

type ParsedExecution = RecordedExecution & {
  readonly input: SkillInput
  readonly fuelCheck: FuelCheck
  readonly otherInterpreter: string | undefined
  readonly script: OutputFacts['script']
}

async function compare(
  recorded: ParsedExecution,
  skill: LoadedSkill,
  seam: JournalSeam,
  outcome: RuntimeOutcome,
  endedOutside: ErrorCode | undefined,
): Promise<ReplayResult> {
  const { divergence } = seam
  if (divergence) {
    return refuse('REPLAY_DIVERGED', { [`host call ${divergence.seq} (${divergence.op})`]: divergence.reason })
  }
  const failed = outcome.kind === 'failed' ? outcome : undefined
  if (failed?.code === 'RUNTIME_UNAVAILABLE' || failed?.code === 'CANCELLED') {
    if (failed.code !== endedOutside) return refuse(failed.code, { runtime: failed.detail }, { skill: recorded.skill })
  }
  const missed = recorded.journal.find((entry) => entry.settled !== undefined && entry.seq >= seam.made)
  if (failed?.code === 'TIMEOUT' && (missed || endedOutside === undefined)) {
    // A timeout of the replay proves no divergence: this machine may be busier or slower.
    return refuse('TIMEOUT', { replay: failed.detail }, { limit: `${recorded.recording.limits.timeoutMs} ms` })
  }
  if (missed) return refuse('REPLAY_DIVERGED', { [nameOf(missed)]: 'was recorded but not made in the replay' })
  const { fuelCheck, otherInterpreter } = recorded
  const same = { kind: 'same', hostCalls: seam.made, endedOutside, fuelCheck, otherInterpreter } as const
  if (endedOutside !== undefined)
    return { ...same, output: recorded.output, fuelUsed: recorded.fuelUsed / instructionsPerUnit }
  if (outcome.kind === 'suspended')
    return refuse('REPLAY_DIVERGED', { output: 'the replay waits for an answer that was not recorded' })
  const { output } = await completeOutput(outcome, factsOf(recorded, skill))
  const differences: Record<string, string> = {}
  if ((await hashInSlices(lastingPart(output))) !== recorded.recording.output_hash) {
    const where = firstDifference(lastingPart(recorded.output), lastingPart(output))
    differences.output = `${where ?? 'the output'} differs from the recording`
  }
  if (fuelCheck === 'compared' && outcome.fuelUsed !== recorded.fuelUsed) {
    const [now, then] = [outcome.fuelUsed, recorded.fuelUsed].map((used) => used / instructionsPerUnit)
    differences.fuel = `${now} units instead of ${then}`
  }
  if (Object.keys(differences).length > 0) return refuse('REPLAY_DIVERGED', differences)
  // The output of the replay is not redacted.
  return { ...same, output: recorded.output, fuelUsed: outcome.fuelUsed / instructionsPerUnit }
}

/** Without duration and time, which are not compared. */
function factsOf({ id, input, recording, data, script }: ParsedExecution, { manifest }: LoadedSkill) {
  return {
    manifest,
    input,
    limits: recording.limits,
    hosts: recording.hosts,
    executionId: id,
    queryTimeMs: 0,
    fetchedAt: new Date(0),
    data,
    trace: undefined,
    script,
  }
}

function outsideEndOf(output: SkillOutput): ErrorCode | undefined {
  return output.status === 'error' && outsideCodes.includes(output.error.code) ? output.error.code : undefined
}

const nameOf = ({ seq, op }: JournalEntry) => `host call ${seq} (${op})`

function refuse(code: ErrorCode, details: Record<string, string>, facts: ErrorFacts = {}): ReplayResult {
  return { kind: 'refused', error: errorOf(code, facts, { details }) }
}
