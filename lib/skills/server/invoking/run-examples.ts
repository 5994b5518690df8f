import * as z from 'zod'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { blocked } from '#runner/contract/end-cause.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import type { Log, TimeOffsets } from '#runner/core/ports.ts'
import type { Grant, LoadedSkill } from '#runner/core/skill.ts'
import { checkRequest } from '#runner/egress/host-policy.ts'
import type { EgressEngine, EgressRequest, EgressResult } from '#runner/egress/session.ts'
import { createRedactor } from '#runner/redact/redact.ts'
import type { Confirmations } from '#runner/run/confirm.ts'
import { createRunner } from '#runner/run/runner.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import type { ExampleAnswer } from './skill-example.ts'
import { type ReadExample, readExamples, type SkillExample } from './skill-example.ts'

/** A problem in a skill's example: its file and a message such as `results.0.price.amount: must be more than 0`. */
export type ExampleProblem = { readonly file: string; readonly message: string }

type ExamplePorts = {
  /** Runs the examples. */
  readonly runtime: Runtime
  readonly timeOffsets: TimeOffsets
}

/** Confirms every action: the author wrote the example, requests get made-up answers, and nothing is stored. */
const authorConfirms: Confirmations = {
  arrival: () => 0,
  settle: async () => ({ kind: 'agreed' }),
  resultOf: async () => undefined,
  decline: async () => undefined,
}

/** The parts of an execution's log lines that help the author of the skill. */
const Broken = z.object({ findings: z.array(z.string()) })
const Ended = z.object({ detail: z.string(), cure: z.string().optional() })

/** Runs a skill on its examples, without a network. `ran` counts the examples without problems. */
export async function runExamples(
  skill: LoadedSkill,
  ports: ExamplePorts,
): Promise<{ readonly ran: number; readonly problems: readonly ExampleProblem[] }> {
  const problems: ExampleProblem[] = []
  let ran = 0
  for (const read of await readExamples(skill.folder)) {
    const messages = await problemsOf(skill, read, ports)
    if (messages.length === 0) ran += 1
    problems.push(...messages.map((message) => ({ file: read.file, message })))
  }
  return { ran, problems }
}

async function problemsOf(skill: LoadedSkill, read: ReadExample, ports: ExamplePorts): Promise<readonly string[]> {
  return read.ok ? run(skill, read.example, ports) : read.problems
}

async function run(
  skill: LoadedSkill,
  { input, now, answers }: SkillExample,
  { runtime, timeOffsets }: ExamplePorts,
): Promise<string[]> {
  const nowMs = now === undefined ? Date.now() : Date.parse(now)
  const egress = createExampleEgress(answers)
  const findings: string[] = []
  let why = ''
  const note = (_message: string, fields?: unknown) => {
    findings.push(...(Broken.safeParse(fields).data?.findings ?? []))
    const ended = Ended.safeParse(fields).data
    if (ended !== undefined) why = whyOf(ended)
  }
  const log: Log = { debug() {}, info: note, warn: note, error: note }
  const runner = createRunner({
    skills: fixedSkills(skill),
    runtimes: [runtime],
    egress,
    services: { timeOffsets },
    store: { started: async () => {}, finished: async () => {} },
    confirmations: authorConfirms,
    clock: { now: () => nowMs, monotonic: () => performance.now() },
    randomBytes: (size) => new Uint8Array(size),
    log,
  })
  const output = await runner.execute(skill.manifest.name, input, {
    principal: commandLine.principal,
    runtime: runtime.about.name,
  })
  const unanswered = egress.unanswered.map((request) => `has no answer for ${request}: add one to answers`)
  if (output.status === 'success') return [...findings, ...unanswered]
  const ended = output.status === 'error' ? `${output.error.code}: ${output.error.message}` : output.status
  return [...findings, ...unanswered, `ends with ${ended}${why === '' ? '' : ` (${why})`}`]
}

/** A stack frame in the skill's own files, not in the sandbox or the sdk. */
const ownFrame = /^at (?!.*(?:\bsdk\.cjs|runner\/sdk\/)).*\.[cm]?[jt]s:\d+:\d+\)?$/

/** The error, the first stack frame in the skill's own files, and the remedy. */
function whyOf({ detail, cure }: z.infer<typeof Ended>): string {
  const [error = '', ...stack] = detail.split('\n')
  const frame = stack.map((line) => line.trim()).find((line) => ownFrame.test(line))
  return [error, ...(frame === undefined ? [] : [frame]), ...(cure === undefined ? [] : [cure])].join('; ')
}

type ExampleEgress = EgressEngine & {
  /** Requests without an answer in the example, such as `GET https://api.example.com/v1`. */
  readonly unanswered: readonly string[]
}

/** A network that answers only from an example, for the hosts and methods that the skill was granted. */
function createExampleEgress(answers: readonly ExampleAnswer[]): ExampleEgress {
  const unanswered: string[] = []

  function answer({ url, method }: EgressRequest, { permissions }: Grant): EgressResult {
    const verdict = checkRequest(url, method, permissions)
    if (!verdict.allowed) return blocked(verdict.cause, verdict.reason)
    const found = answers.find((one) => one.method === method && url.startsWith(one.url))
    if (found === undefined) {
      unanswered.push(`${method} ${url}`)
      return { kind: 'failed', reason: 'network', message: 'The example has no answer to this request' }
    }
    const { status, headers, body } = found
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { kind: 'response', status, headers: Object.entries(headers), body: Buffer.from(text), url }
  }

  return {
    unanswered,
    open: ({ grant }) => ({
      placeholders: Object.fromEntries(grant.permissions.secrets.map((name) => [name, `placeholder of ${name}`])),
      credentials: '',
      fetch: async (request) => answer(request, grant),
      redact: createRedactor(),
      keyFor: () => ({ kind: 'unknown' }),
      hideMade: () => {},
      outOfTime: () => false,
      data: () => 'sample',
      oldestMs: () => undefined,
      [Symbol.asyncDispose]: async () => {},
    }),
    probe: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}
