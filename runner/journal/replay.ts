import { type ErrorBody, type ErrorCode, type ErrorFacts, sentenceOf } from '../contract/errors.ts'
import type { ExecutionId } from '../contract/ids.ts'
import type { JournalEntry } from '../contract/journal.ts'
import { SkillInput, type SkillOutput } from '../contract/skill-io.ts'
import { completeOutput } from '../output.ts'
import { tierRuntimes } from '../policy/ceilings.ts'
import type { AnswerStore, RecordedExecution, RecordingSource, SkillSource } from '../ports.ts'
import type { Runtime, RuntimeOutcome } from '../runtimes/runtime.ts'
import { recallRelease } from '../script.ts'
import type { LoadedSkill } from '../skill.ts'
import { hashInSlices } from '../slices/work-on-json.ts'
import { firstDifference } from './first-difference.ts'
import { createJournalSeam, type JournalSeam, type Pending } from './journal-seam.ts'
import { knownAhead } from './known-ahead.ts'
import { lastingPart } from './lasting-part.ts'
import { type PastCall, recallAnswers } from './recall.ts'

export type ReplayPorts = {
  readonly skills: SkillSource
  readonly runtimes: readonly Runtime[]
  readonly recordings: RecordingSource
  readonly answers: AnswerStore
}

export type ReplayResult =
  | {
      readonly kind: 'same'
      readonly output: SkillOutput
      /** Metered instructions. */
      readonly fuelUsed: number
      readonly hostCalls: number
      /** It was ended from outside, at a moment that no replay has: it is the same up to its last recorded answer. */
      readonly endedOutside: ErrorCode | undefined
      /** False: nothing vouches for what it was compared with. */
      readonly isAuthentic: boolean
      /** Another engine ran it, or part of it: its fuel is not compared. */
      readonly otherEngine: boolean
    }
  /** REPLAY_DIVERGED, or why there is nothing to replay; `details` says what and where. */
  | { readonly kind: 'refused'; readonly error: ErrorBody }

export type ReplayOptions = {
  readonly signal?: AbortSignal
  /** Whether a record that nothing vouches for is replayed too. Absent: it is not. One that was changed never is. */
  readonly allowUnauthenticated?: boolean
}

export type Replay = (id: ExecutionId, options?: ReplayOptions) => Promise<ReplayResult>

const unauthenticated =
  'nothing vouches for it: it was recorded before records were authenticated, or its seal was removed. --unauthenticated replays it'

/** Ends that the clock, the caller or the machine made, not the skill. */
const outsideCodes: readonly ErrorCode[] = ['TIMEOUT', 'CANCELLED', 'RUNTIME_UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL']

/**
 * Runs a recorded execution again: the same code, the recorded input, seed and clock, and the answers of its journal
 * instead of the network. The same means: the same host calls, output and fuel.
 */
export function createReplay({ skills, runtimes, recordings, answers }: ReplayPorts): Replay {
  return async (id, { signal, allowUnauthenticated = false } = {}) => {
    const recorded = await recordings.load(id)
    if ('missing' in recorded) return refuse('NOT_FOUND', { execution: recorded.missing })
    if ('altered' in recorded) return refuse('RECORD_NOT_AUTHENTIC', { record: recorded.altered })
    if (!recorded.isAuthentic && !allowUnauthenticated)
      return refuse('RECORD_NOT_AUTHENTIC', { record: unauthenticated })
    const { recording } = recorded
    const release = await recallRelease({ skills, answers }, recorded.digest, recording.script)
    const skill = release?.skill
    if (!skill) return refuse('NOT_FOUND', { skill: `the release ${recorded.digest} of ${recorded.skill} is not kept` })
    const runtime = runtimes.find(({ name }) => name === recording.runtime)
    if (!runtime || !tierRuntimes[skill.tier].includes(runtime.name)) {
      return refuse('RUNTIME_UNAVAILABLE', {}, { skill: recorded.skill })
    }
    const past = await recallAnswers(recorded.journal, answers)
    if (!past.ok) {
      const reason = `the answer of host call ${past.seq} is not kept any more, so this execution cannot be replayed`
      return refuse('NOT_FOUND', { answers: reason })
    }
    const input = SkillInput.parse(JSON.parse(recording.input))
    const endedOutside = outsideEndOf(recorded.output)
    const otherEngine = recording.engines.some((version) => version !== runtime.engineVersion)
    const seam = createReplaySeam(past.calls, endedOutside, !otherEngine)
    const outcome = await runtime.run({
      id,
      skill,
      input,
      limits: recording.limits,
      hosts: recording.hosts,
      seed: Buffer.from(recording.seed, 'hex'),
      nowMs: recording.now_ms,
      secrets: recording.secrets,
      host: seam,
      // Not where the world ended it: that has its moment among the answers, and only the seam keeps it.
      ahead: endedOutside === undefined ? knownAhead(past.calls) : [],
      signal: endWith(recording.limits.timeoutMs, signal),
    })
    const compared = await compare({ ...recorded, input, otherEngine }, skill, seam, outcome, endedOutside)
    return recording.input_redacted === true ? withNote(compared) : compared
  }
}

/** Why it may have diverged: the skill saw what was kept of its input. */
function withNote(result: ReplayResult): ReplayResult {
  if (result.kind === 'same' || result.error.code !== 'REPLAY_DIVERGED') return result
  const input = 'a credential in it was masked before it was kept: what depends on it is not the same'
  return { kind: 'refused', error: { ...result.error, details: { ...result.error.details, input } } }
}

function createReplaySeam(
  past: ReadonlyMap<number, PastCall>,
  endedOutside: ErrorCode | undefined,
  comparesFuel: boolean,
): JournalSeam {
  const settled = [...past.values()].filter(({ entry }) => entry.settled !== undefined).length
  /** What had no answer gets none: once all others are delivered, the recording is at its end. */
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

type ParsedExecution = RecordedExecution & { readonly input: SkillInput; readonly otherEngine: boolean }

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
  if (outcome.kind === 'failed' && (outcome.code === 'RUNTIME_UNAVAILABLE' || outcome.code === 'CANCELLED')) {
    if (outcome.code !== endedOutside)
      return refuse(outcome.code, { runtime: outcome.detail }, { skill: recorded.skill })
  }
  const missed = recorded.journal.find((entry) => entry.settled !== undefined && entry.seq >= seam.made)
  if (missed) return refuse('REPLAY_DIVERGED', { [nameOf(missed)]: 'was recorded and is not made now' })
  const { isAuthentic, otherEngine } = recorded
  const same = { kind: 'same', hostCalls: seam.made, endedOutside, isAuthentic, otherEngine } as const
  if (endedOutside !== undefined) return { ...same, output: recorded.output, fuelUsed: recorded.fuelUsed }

  if (outcome.kind === 'suspended')
    return refuse('REPLAY_DIVERGED', { output: 'it waits for an answer that was not recorded' })
  const { output } = await completeOutput(outcome, factsOf(recorded, skill))
  const differences: Record<string, string> = {}
  if ((await hashInSlices(lastingPart(output))) !== recorded.recording.output_hash) {
    const where = firstDifference(lastingPart(recorded.output), lastingPart(output))
    differences.output = `${where ?? 'it'} is not what was recorded`
  }
  if (!recorded.otherEngine && outcome.fuelUsed !== recorded.fuelUsed) {
    differences.fuel = `${outcome.fuelUsed} metered instructions instead of ${recorded.fuelUsed}`
  }
  if (Object.keys(differences).length > 0) return refuse('REPLAY_DIVERGED', differences)
  // What was redacted then stays so: the hash is of what the skill returned, which is not shown.
  const isShown = (await hashInSlices(lastingPart(recorded.output))) === recorded.recording.output_hash
  return { ...same, output: isShown ? output : recorded.output, fuelUsed: outcome.fuelUsed }
}

/** Duration and moment are the recorded ones: a replay has none of its own. */
function factsOf({ id, input, recording, output, data }: ParsedExecution, { manifest }: LoadedSkill) {
  const metadata = output.status === 'success' ? output.metadata : undefined
  return {
    manifest,
    input,
    limits: recording.limits,
    hosts: recording.hosts,
    executionId: id,
    queryTimeMs: metadata?.query_time_ms ?? 0,
    fetchedAt: new Date(metadata?.fetched_at ?? 0),
    data,
    trace: undefined,
  }
}

function outsideEndOf(output: SkillOutput): ErrorCode | undefined {
  return output.status === 'error' && outsideCodes.includes(output.error.code) ? output.error.code : undefined
}

const nameOf = ({ seq, op }: JournalEntry) => `host call ${seq} (${op})`

/** A replay that hangs waits for an answer whose call was not made. */
function endWith(timeoutMs: number, caller: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(timeoutMs)
  return caller ? AbortSignal.any([limit, caller]) : limit
}

function refuse(code: ErrorCode, details: Record<string, string>, facts: ErrorFacts = {}): ReplayResult {
  return { kind: 'refused', error: { code, message: sentenceOf(code, facts), details } }
}
