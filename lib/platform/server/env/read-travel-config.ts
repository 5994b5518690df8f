import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { defaultConfig, TravelConfig } from '#runner/contract/travel-config.ts'
import { quoted } from '#runner/core/quoted.ts'
import { utf8Of } from '#runner/core/utf8.ts'
import { parseYaml, type YamlText } from '#runner/manifest/dialects/parse-yaml.ts'
import { closest } from '#runner/manifest/did-you-mean.ts'
import { explainIssue, type Finding } from '#runner/manifest/explain-issue.ts'
import { formatProblem, type ManifestProblem, pathText } from '#runner/manifest/manifest-problem.ts'
import type { Env } from './env.ts'

const maxBytes = 64 * 1024

/**
 * The operator's configuration. Without a file, returns the defaults, which restrict nothing. `skills`: the skill names
 * that the file may use, because an entry for a misspelt name would silently restrict nothing.
 *
 * @throws ConfigError with every problem, its line and its remedy
 */
export function readTravelConfig({ path, isRequired }: Env['config'], skills: readonly string[]): TravelConfig {
  const text = textOf(path)
  if (text === undefined) {
    if (!isRequired) return defaultConfig
    throw wholeFile(path, 'does not exist', 'correct TRAVEL_CONFIG, or unset it to use the defaults')
  }
  return parseTravelConfig(text, path, skills)
}

/** @throws ConfigError */
export function parseTravelConfig(text: string, file: string, skills: readonly string[]): TravelConfig {
  const json = readJson(text, file)
  const parsed = TravelConfig.safeParse(json.value)
  const findings = parsed.success
    ? unknownSkills(Object.keys(parsed.data.skills), skills)
    : parsed.error.issues.flatMap((issue) => explain(issue, json))
  if (parsed.success && findings.length === 0) return parsed.data
  const problems = findings.map(({ path, at, message, remedy }) => {
    return { file, ...json.position(path, at), path: pathText(path), message, remedy }
  })
  throw new ConfigError(problems.sort((a, b) => a.line - b.line || a.column - b.column))
}

/** Undefined: there is no such file. */
function textOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) throw wholeFile(path, 'is not a file', 'name a JSON file')
  if (found.size > maxBytes) throw wholeFile(path, `is larger than ${maxBytes / 1024} KB`, 'shorten it')
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw wholeFile(path, `cannot be read (${why})`, 'let the user of the app read it')
  }
  const text = utf8Of(bytes)
  if (text === undefined) throw wholeFile(path, 'is not UTF-8 text', 'save it as UTF-8')
  return text
}

/** Parses strict JSON. Then parses it as YAML too, because that parser gives positions and finds duplicate keys. */
function readJson(text: string, file: string): YamlText {
  try {
    JSON.parse(text)
  } catch (cause) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(cause)) ?? []
    const at = line && column ? { line: Number(line), column: Number(column) } : { line: firstBadLine(text), column: 1 }
    throw new ConfigError([
      { file, ...at, path: '', message: 'is not valid JSON', remedy: 'correct it here: quotes, commas and brackets' },
    ])
  }
  // YAML forbids tabs as indentation. In valid JSON, tabs occur only between tokens, where a space means the same.
  const parsed = parseYaml(text.replaceAll('\t', ' '))
  if (!parsed.ok) throw new ConfigError(parsed.problems.map((problem) => ({ file, ...problem })))
  return parsed.yaml
}

/** The first line that makes the text invalid JSON. Used because the parser does not always give a position. */
function firstBadLine(text: string): number {
  const lines = text.split('\n')
  let [good, bad] = [0, lines.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBeginning(lines.slice(0, middle).join('\n'))) good = middle
    else bad = middle
  }
  return bad
}

/** Whether a valid JSON text can start with this text: the text is valid, or parsing fails only at its end. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (cause) {
    const position = /position (\d+)/.exec(String(cause))?.[1]
    return position === undefined ? /Unexpected end/.test(String(cause)) : Number(position) >= text.length
  }
}

type Issue = Parameters<typeof explainIssue>[0]

function explain(issue: Issue, { value, source }: YamlText): Finding[] {
  if (issue.path.join('.') === 'safeExecution.auditLog') {
    const message = 'is not true, but the audit trail cannot be switched off'
    return [{ path: issue.path, at: 'value', message, remedy: 'write true, or remove the line' }]
  }
  return explainIssue(issue, {
    schema: z.toJSONSchema(TravelConfig, { io: 'input' }),
    folderName: '',
    valueAt: (path) =>
      path.reduce<unknown>((node, part) => (isNode(node) ? Reflect.get(node, part) : undefined), value),
    sourceAt: source,
  })
}

function unknownSkills(named: readonly string[], known: readonly string[]): Finding[] {
  return named
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closest(name, known)
      const remedy = meant === undefined ? 'name a folder of skills/, or remove it' : `did you mean ${quoted(meant)}?`
      return { path: ['skills', name], at: 'key', message: 'is not a skill of this project', remedy }
    })
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function wholeFile(file: string, message: string, remedy: string): ConfigError {
  return new ConfigError([{ file, line: 1, column: 1, path: '', message, remedy }])
}

/** The path of the published JSON Schema of `travel.config.json`, relative to the project. */
export const schemaFile = 'docs/travel.config.schema.json'

export function travelConfigSchema(): object {
  return { title: 'travel.config.json', ...z.toJSONSchema(TravelConfig, { io: 'input', target: 'draft-7' }) }
}

/** The configuration file is unusable. The message has one line for each problem: file, line, field and remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'CONFIG_INVALID'
  readonly problems: readonly ManifestProblem[]

  constructor(problems: readonly ManifestProblem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}
