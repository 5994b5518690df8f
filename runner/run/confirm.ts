import type { ActionRule } from '../contract/action-rule.ts'
import type { ConfirmationId } from '../contract/ids.ts'
import type { Principal, Source } from '../contract/principal.ts'
import type { QuestionReason } from '../contract/question-reasons.ts'
import type { SkillInput, SkillOutput } from '../contract/skill-io.ts'
import { hashOf } from '../core/hash.ts'
import type { LoadedSkill } from '../core/skill.ts'

// The rule for actions that need a confirmation. Every entry point goes through `judge`, and only translates:
// An action runs at most once per question, only for exactly the call that was asked about (release, action, arguments
// and caller), only while the question is open, and only on an explicit yes. Without a yes nothing runs. A no closes the
// question. A call has one open question at a time, which the next yes or no answers. A repeated yes runs nothing: it
// gets the result again.

/** The call that a question is about. An answer counts for exactly this call. */
export type QuestionedCall = {
  /** The digest of the release. */
  readonly digest: string
  readonly action: string
  /** Hash of the canonical JSON of the validated params and the rest of the input that the skill sees. */
  readonly inputHash: string
  readonly principalId: string
}

/** A call that needs a confirmation, with what its question shows. */
export type ConfirmationSubject = QuestionedCall & {
  /** The source of the request, for its record. */
  readonly source: Source
  /** The question for the principal. */
  readonly prompt: string
  readonly skill: string
  readonly version: string
  /** The validated input: shown to the principal, and run unchanged. */
  readonly input: SkillInput
}

/** A confirmation that the principal has not answered yet. */
export type Confirmation = { readonly id: ConfirmationId; readonly prompt: string }

/** A stored question. Times are in milliseconds. */
export type Question = QuestionedCall &
  Confirmation & {
    readonly askedAt: number
    /** Open: no answer counts from this time on. Answered: it is remembered until then. */
    readonly expiresAt: number
    /** A yes that names no question answers this one only after this time. */
    readonly unnamedFrom: number
    /** Undefined: not answered. */
    readonly answer: 'given' | 'declined' | undefined
  }

/** What a call says about its question. Absent `confirmed` is neither yes nor no. */
export type Answer = {
  /** The id of the question that it answers. Absent: the open questions about the call. */
  readonly named?: string | undefined
  readonly confirmed?: boolean | undefined
}

type Verdict =
  /** The call may run. */
  | { readonly kind: 'yes'; readonly closes: readonly Question[] }
  | { readonly kind: 'no'; readonly closes: readonly Question[] }
  /** The question is still open. */
  | { readonly kind: 'waits'; readonly confirmation: Confirmation }
  /** The yes repeats the one that answered this question, and the call has run since the question was asked. */
  | { readonly kind: 'done'; readonly question: Question }
  /** A new question is needed. */
  | { readonly kind: 'asks'; readonly question: Pick<Question, 'askedAt' | 'expiresAt' | 'unnamedFrom'> }
  | { readonly kind: 'refused'; readonly reason: QuestionReason }

/** How long a question is open, and how long an answered one is remembered. */
export const validMs = 10 * 60 * 1000
/**
 * How long a question that `confirmed: true` led to ignores a yes that does not name it. A program that was cut off
 * repeats its call within this time; a person needs longer to hear the question and to answer.
 */
const askingMs = 2_000

/** Why this principal cannot answer a question any more. Undefined: it is open. */
export function closedBecause(
  question: Pick<Question, 'principalId' | 'answer' | 'expiresAt'> | undefined,
  principalId: string,
  now: number,
): QuestionReason | undefined {
  if (question?.principalId !== principalId) return 'question_unknown'
  if (question.answer === 'given') return 'question_used'
  if (question.answer === 'declined') return 'question_declined'
  return now < question.expiresAt ? undefined : 'question_expired'
}

/**
 * What a call may do now.
 *
 * @param questions the named question and all stored questions about the call; others are ignored
 * @param arrival when the call arrived: a call cannot answer a question that was asked later without naming it
 */
export function judge(
  questions: readonly Question[],
  call: QuestionedCall,
  { named: id, confirmed }: Answer,
  { arrival, now }: { readonly arrival: number; readonly now: number },
): Verdict {
  const { principalId } = call
  const about = questions.filter((one) => differenceOf(one, call) === undefined)
  const open = about.filter((one) => closedBecause(one, principalId, now) === undefined)
  // A yes also closes every other open question about the call, so that a repetition of the call never runs again.
  const yes: Verdict = { kind: 'yes', closes: open }

  if (id !== undefined) {
    const question = questions.find((one) => one.id === id)
    const difference = question && differenceOf(question, call)
    if (confirmed && question?.answer === 'given' && difference === undefined) return { kind: 'done', question }
    const no = judgeNo(question, principalId, now)
    if (confirmed === false || no.kind === 'refused' || question === undefined) return no
    if (difference !== undefined) return { kind: 'refused', reason: difference }
    return confirmed ? yes : waitsFor(question)
  }

  if (confirmed && open.some(({ unnamedFrom }) => unnamedFrom < arrival)) return yes
  const earlier = open.filter(({ askedAt }) => askedAt < arrival)
  if (confirmed === false && earlier.length > 0) return { kind: 'no', closes: earlier }
  const [waiting] = open
  if (waiting) return waitsFor(waiting)
  const [last] = about.filter(({ expiresAt }) => now < expiresAt).toSorted((a, b) => b.expiresAt - a.expiresAt)
  if (confirmed && last?.answer === 'given') return { kind: 'done', question: last }
  // A question would not let the person say no, and a repeated yes could answer it.
  if (confirmed === false && last) {
    return { kind: 'refused', reason: last.answer === 'given' ? 'question_used' : 'question_declined' }
  }
  return {
    kind: 'asks',
    question: { askedAt: now, expiresAt: now + validMs, unnamedFrom: confirmed ? now + askingMs : now },
  }
}

const waitsFor = ({ id, prompt }: Question): Verdict => ({ kind: 'waits', confirmation: { id, prompt } })

/** A no to one question, which is a no whatever call it is about. */
export function judgeNo(
  question: Question | undefined,
  principalId: string,
  now: number,
): Extract<Verdict, { kind: 'no' | 'refused' }> {
  if (question === undefined) return { kind: 'refused', reason: 'question_unknown' }
  const reason = closedBecause(question, principalId, now)
  return reason === undefined ? { kind: 'no', closes: [question] } : { kind: 'refused', reason }
}

function differenceOf(question: QuestionedCall, call: QuestionedCall): QuestionReason | undefined {
  if (question.principalId !== call.principalId) return 'question_unknown'
  if (question.digest !== call.digest) return 'question_release'
  const isSame = question.action === call.action && question.inputHash === call.inputHash
  return isSame ? undefined : 'question_arguments'
}

/** `agreed`: the call may run, and no other call may run with the same answer. */
export type Settled =
  | { readonly kind: 'agreed' }
  | { readonly kind: 'asks'; readonly confirmation: Confirmation }
  /** The call has run since this time, on an earlier yes to the same question. Its answer is remembered for longer. */
  | { readonly kind: 'done'; readonly since: number }
  | { readonly kind: 'refused'; readonly reason: QuestionReason }

/** Stores questions, so that they survive a restart and no process has to keep code ready to run. */
export type Confirmations = {
  /** Marks the arrival of a call, for `settle`. */
  arrival(): number
  /** Judges a call and carries out the verdict, in one step that no concurrent call can divide. */
  settle(subject: ConfirmationSubject, answer: Answer, arrival: number): Promise<Settled>
  /** What the call returned that has run since this time. Undefined: it still runs, or its result is not stored. */
  resultOf(subject: ConfirmationSubject, since: number): Promise<SkillOutput | undefined>
  /** Closes a question with a no. Returns why it was closed already; undefined: this no closed it. */
  decline(id: string, principal: Pick<Principal, 'id' | 'source'>): Promise<QuestionReason | undefined>
}

/** The hash of what the skill sees of its input. */
export const inputHashOf = ({ params, config }: Pick<SkillInput, 'params' | 'config'>): string =>
  hashOf({ params, max_results: config.max_results ?? null })

export function confirmationOf(
  { digest, manifest }: Pick<LoadedSkill, 'digest' | 'manifest'>,
  input: SkillInput,
  principal: Principal,
  rule: Pick<ActionRule, 'confirmation'>,
): ConfirmationSubject {
  const { action } = input
  return {
    digest,
    action,
    inputHash: inputHashOf(input),
    principalId: principal.id,
    source: principal.source,
    prompt: rule.confirmation.prompt,
    skill: manifest.name,
    version: manifest.version,
    input,
  }
}
