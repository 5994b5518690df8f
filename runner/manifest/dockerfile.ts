import * as z from 'zod'
import { jsonOrNot } from '../core/json-or-not.ts'

/** The name of the base image, on which every skill's image is built. */
export const baseRepository = 'travel-skill-base'

/** One parsed instruction of a skill's Dockerfile. Its original text never reaches an engine. */
export type Instruction = { readonly line: number } & (
  | { readonly kind: 'copy'; readonly sources: readonly string[]; readonly to: string }
  | { readonly kind: 'env'; readonly variables: ReadonlyArray<readonly [name: string, value: string]> }
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'cmd'; readonly command: readonly string[] }
)

export type DockerfileProblem = { readonly line: number; readonly message: string; readonly remedy: string }
type DockerfileResult =
  | { readonly ok: true; readonly instructions: readonly Instruction[] }
  | ({ readonly ok: false } & DockerfileProblem)

const begin = `begin it with FROM ${baseRepository}`
const allowed = 'use COPY, ENV, WORKDIR and CMD only'
/** Remedies for instructions that a skill's Dockerfile may not contain. */
const remedies: Readonly<Record<string, string>> = {
  RUN: 'no code of a skill runs while its image is made: put everything that it needs into its folder',
  ADD: "use COPY with files of the skill's folder",
  ENTRYPOINT: 'use CMD: the first process is the same for every skill',
  USER: 'remove it: every execution has its own user',
  ARG: 'write the value directly',
}
const shownText = 60
const maxLines = 200
const maxCharacters = 20_000

/** Engines differ in how they read quotes, escapes and variables. No skill needs any of them. */
const word = /^[^\s"'\\$`*?[\]<\p{Cc}]+$/u
const variable = /([A-Za-z_][A-Za-z0-9_]*)=(?:"([^"\\$`\p{Cc}]*)"|([^\s"'\\$`\p{Cc}]*))(?:\s+|$)/uy
/** Reserved for the runtime. */
const reserved = /^TRAVEL_/
const Texts = z.array(z.string().regex(/^[^\p{Cc}]*$/u)).min(1)

class Refusal extends Error {
  readonly remedy: string
  constructor(message: string, remedy: string) {
    super(message)
    this.remedy = remedy
  }
}

/**
 * Reads a skill's Dockerfile: `FROM travel-skill-base`, then COPY, ENV, WORKDIR and one CMD. Rejects anything that it
 * does not understand completely.
 */
export function readDockerfile(text: string): DockerfileResult {
  const lines = text.split(/\r?\n/)
  if (lines.length > maxLines || text.length > maxCharacters) {
    const bounds = `${maxLines} lines or ${maxCharacters} characters`
    return refuse(1, new Refusal(`has more than ${bounds}`, 'copy folders as a whole'))
  }
  // With `# escape=` or `# syntax=` other programs would read it differently.
  const directive = lines.findIndex((line) => /^\s*#\s*[A-Za-z]+\s*=/.test(line))
  if (directive >= 0) return refuse(directive + 1, new Refusal('looks like a parser directive', 'remove it'))
  const [first, ...others] = statementsOf(lines)
  if (first === undefined) return refuse(1, new Refusal('has no FROM', begin))
  if (first.keyword !== 'FROM' || first.content !== baseRepository) {
    const shown = `${first.keyword} ${first.content}`.slice(0, shownText)
    return refuse(first.line, new Refusal(`begins with ${shown}`, begin))
  }
  const instructions: Instruction[] = []
  for (const { line, keyword, content } of others) {
    try {
      const read = instructionOf(keyword, content)
      if (read.kind === 'cmd' && instructions.some(({ kind }) => kind === 'cmd')) {
        throw new Refusal('is a second CMD', 'keep one')
      }
      instructions.push({ line, ...read })
    } catch (cause) {
      if (cause instanceof Refusal) return refuse(line, cause)
      throw cause
    }
  }
  if (!instructions.some(({ kind }) => kind === 'cmd')) {
    return refuse(1, new Refusal('has no CMD', 'add the command: CMD ["python3", "/skill/main.py"]'))
  }
  return { ok: true, instructions }
}

type Statement = { readonly line: number; readonly keyword: string; readonly content: string }

/** Joins continuation lines; skips comments and empty lines, also between continuation lines. */
function statementsOf(lines: readonly string[]): Statement[] {
  const statements: Statement[] = []
  let text = ''
  let begunAt = 0
  const end = () => {
    const [, keyword = '', content = ''] = /^\s*(\S+)(.*)$/s.exec(text) ?? []
    if (text !== '') statements.push({ line: begunAt, keyword: keyword.toUpperCase(), content: content.trim() })
    text = ''
  }
  for (const [index, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    if (text === '') begunAt = index + 1
    const begun = line.replace(/\\[ \t]*$/, '')
    text += begun
    if (begun === line) end()
  }
  end()
  return statements
}

type Read<T = Instruction> = T extends Instruction ? Omit<T, 'line'> : never

function instructionOf(keyword: string, content: string): Read {
  switch (keyword) {
    case 'COPY':
      return copyOf(content)
    case 'ENV':
      return { kind: 'env', variables: variablesOf(content) }
    case 'WORKDIR':
      return { kind: 'workdir', path: wordOf(content) }
    case 'CMD':
      return { kind: 'cmd', command: commandOf(content) }
    case 'FROM':
      throw new Refusal('is a second FROM', 'use one stage, on the base image only')
    default: {
      const shown = keyword.slice(0, shownText)
      throw new Refusal(`${shown} is not allowed in a skill's Dockerfile`, remedies[keyword] ?? allowed)
    }
  }
}

function copyOf(content: string): Read {
  const words = content.startsWith('[') ? textsOf(content) : content.split(/\s+/).filter((part) => part !== '')
  const flag = words.find((part) => part.startsWith('--'))
  if (flag !== undefined) {
    throw new Refusal(`COPY has the flag ${flag.slice(0, shownText)}`, "copy from the skill's folder, without flags")
  }
  const paths = words.map(wordOf)
  const to = paths.pop()
  if (to === undefined || paths.length === 0) {
    throw new Refusal('COPY needs a source and a destination', 'write COPY main.py /skill/')
  }
  return { kind: 'copy', sources: paths, to }
}

function wordOf(text: string): string {
  if (word.test(text)) return text
  throw new Refusal(
    `has ${JSON.stringify(text.slice(0, shownText))}`,
    'write plain names of files and folders, without quotes, escapes, variables or wildcards',
  )
}

function variablesOf(content: string): ReadonlyArray<readonly [string, string]> {
  const variables: Array<readonly [string, string]> = []
  variable.lastIndex = 0
  while (variable.lastIndex < content.length) {
    const [, name, quoted, plain] = variable.exec(content) ?? []
    if (name === undefined) {
      throw new Refusal(
        'ENV is not a list of NAME=value',
        'write ENV NAME=value or NAME="a value", without escapes or variables',
      )
    }
    if (reserved.test(name)) throw new Refusal(`ENV sets ${name.slice(0, shownText)}`, 'choose a name without TRAVEL_')
    variables.push([name, quoted ?? plain ?? ''])
  }
  return variables
}

/** As in Docker: a JSON list runs directly, anything else through a shell. */
function commandOf(content: string): readonly string[] {
  if (content.startsWith('[')) return textsOf(content)
  if (content === '') throw new Refusal('CMD is empty', 'add the command: CMD ["python3", "/skill/main.py"]')
  return ['/bin/sh', '-c', content]
}

function textsOf(content: string): readonly string[] {
  const parsed = Texts.safeParse(jsonOrNot(content))
  if (parsed.success) return parsed.data
  throw new Refusal('is not a JSON list of strings', 'write it like ["python3", "/skill/main.py"]')
}

function refuse(line: number, { message, remedy }: Refusal): DockerfileResult {
  return { ok: false, line, message, remedy }
}
