import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { Json, SkillInput } from '#runner/contract/skill-io.ts'
import { detailsOf, inputParsing, problemsOf } from '#runner/manifest/input-problems.ts'

/** The provider's answer to requests with this method whose URL starts with `url`; the first match applies. */
const ExampleAnswer = z.strictObject({
  url: z.url(),
  method: z.string().default('GET'),
  status: z.int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  /** A string is sent unchanged, anything else as JSON. */
  body: Json,
})
export type ExampleAnswer = z.infer<typeof ExampleAnswer>

/** A skill's `examples/<name>.json`: one input and all answers of its provider. */
const SkillExample = z.strictObject({
  input: SkillInput,
  /** The time of the execution. Absent: the current time. */
  now: z.iso.datetime({ offset: true }).optional(),
  answers: z.array(ExampleAnswer).default([]),
})
export type SkillExample = z.infer<typeof SkillExample>

export type ReadExample = { readonly file: string } & (
  | { readonly ok: true; readonly example: SkillExample }
  | { readonly ok: false; readonly problems: readonly string[] }
)

/** The examples of a skill's folder, by name; empty without an examples folder. */
export async function readExamples(folder: string): Promise<ReadExample[]> {
  const names = await readdir(join(folder, 'examples')).catch(noneIfMissing)
  const files = names.filter((name) => name.endsWith('.json')).sort()
  return Promise.all(files.map((name) => readExample(folder, `examples/${name}`)))
}

async function readExample(folder: string, file: string): Promise<ReadExample> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(join(folder, file), 'utf8'))
  } catch (cause) {
    return { file, ok: false, problems: [`is not valid JSON: ${cause instanceof Error ? cause.message : cause}`] }
  }
  const parsed = SkillExample.safeParse(json, inputParsing)
  if (parsed.success) return { file, ok: true, example: parsed.data }
  const problems = Object.entries(detailsOf(problemsOf(parsed.error, 'the file')))
  return { file, ok: false, problems: problems.map(([field, problem]) => `${field} ${problem}`) }
}

function noneIfMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
  throw error
}
