import * as z from 'zod'
import { Json } from '../../../contract/skill-io.ts'
import { measureJson } from '../../../slices/json-depth.ts'
import { parseJson } from '../../../slices/parse-json.ts'
import { raised } from '../../end-codes.ts'
import { jsonBounds } from '../../json-bounds.ts'
import type { RuntimeOutcome } from '../../runtime.ts'
import type { Harness } from '../harnesses.ts'

type Ended = RuntimeOutcome extends infer Outcome
  ? Outcome extends unknown
    ? Omit<Outcome, 'fuelUsed'>
    : never
  : never

/** The invalid field of the params, with INVALID_INPUT. */
const field = z.string().max(200).optional()

/** A harness's report about a bundle or a script, with the same ends as in the embedded runtime. */
const BundleEnd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('returned'), value: Json }),
  z.object({ kind: z.literal('raised'), code: z.string(), detail: z.string(), field }),
  z.object({ kind: z.literal('invalid'), detail: z.string() }),
  z.object({ kind: z.literal('threw'), detail: z.string() }),
  /** The guest waits only for external answers. */
  z.object({ kind: z.literal('waits') }),
])

/** The output of a skill's own program. The runner sets the other fields of an output, whatever the program prints. */
const ProgramOutput = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), results: Json, message: Json.optional(), metadata: Json.optional() }),
  z.object({
    status: z.literal('error'),
    error: z.object({ code: z.string(), message: z.string().default(''), field }),
  }),
])

/** The container's largest memory so far, which the harness adds to each report. */
const Peak = z.object({ peak: z.string().regex(/^\d{15}$/) })

/** The version of the interpreter, which its harness adds to each report. The script could have changed it. */
const Version = z.object({
  python: z
    .string()
    .regex(/^\d+\.\d+\.\d+ *$/)
    .length(12),
})

const noFrame: Harness['frame'] = { bytes: 0, depth: 0, values: 0 }

type OutputRules = {
  /** Undefined: the program prints its own output. */
  readonly harness: Harness | undefined
  /** Limit for an answer, without the harness's frame. */
  readonly outputBytes: number
  /** A host call of the skill was suspended, so the skill may wait for an external answer. */
  readonly mayWait: boolean
}

/** Reads the text between the markers. */
export async function readOutput(text: string, { harness, outputBytes, mayWait }: OutputRules): Promise<Ended> {
  const { frame } = harness ?? { frame: noFrame }
  if (Buffer.byteLength(text) > outputBytes + frame.bytes) {
    return { kind: 'failed', code: 'OUTPUT_TOO_LARGE', detail: `its answer has more than ${outputBytes} bytes` }
  }
  const { depth, values } = await measureJson(text)
  if (depth > jsonBounds.depth + frame.depth) {
    return invalid(`its output is nested deeper than ${jsonBounds.depth} levels`)
  }
  if (values > jsonBounds.answerValues + frame.values) {
    return {
      kind: 'failed',
      code: 'OUTPUT_TOO_LARGE',
      detail: `its answer has more than ${jsonBounds.answerValues} values`,
    }
  }
  let json: unknown
  try {
    json = await parseJson(text)
  } catch (cause) {
    return invalid(`the text between the markers is not JSON: ${cause instanceof Error ? cause.message : ''}`)
  }
  if (harness === undefined) return readProgramOutput(json)
  const peak = Peak.safeParse(json)
  const version = harness.interpreter === undefined ? undefined : Version.safeParse(json).data
  return {
    ...readBundleEnd(json, mayWait),
    ...(peak.success ? { peakMemoryBytes: Number(peak.data.peak) } : {}),
    ...(version ? { interpreter: `${harness.interpreter} ${version.python.trimEnd()}` } : {}),
  }
}

function readBundleEnd(json: unknown, mayWait: boolean): Ended {
  const parsed = BundleEnd.safeParse(json)
  if (!parsed.success) return invalid(`the harness did not report how the skill ended: ${parsed.error.message}`)
  const end = parsed.data
  switch (end.kind) {
    case 'returned':
      return { kind: 'returned', value: end.value }
    case 'raised':
      return raised(end.code, end.detail, end.field)
    case 'invalid':
      return invalid(end.detail)
    case 'waits':
      return mayWait ? { kind: 'suspended' } : invalid('it waits for an external answer without a suspended host call')
    case 'threw':
      return { kind: 'failed', code: 'SKILL_CRASHED', detail: end.detail }
  }
}

function readProgramOutput(json: unknown): Ended {
  const parsed = ProgramOutput.safeParse(json)
  if (!parsed.success) return invalid(parsed.error.message)
  const output = parsed.data
  if (output.status === 'error') return raised(output.error.code, output.error.message, output.error.field)
  const { results, message, metadata } = output
  return {
    kind: 'returned',
    value: {
      results,
      ...(message === undefined ? {} : { message }),
      ...(metadata === undefined ? {} : { metadata }),
    },
  }
}

function invalid(detail: string): Ended {
  return { kind: 'failed', code: 'INVALID_OUTPUT', detail }
}
