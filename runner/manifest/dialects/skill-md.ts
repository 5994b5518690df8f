import coerce from 'semver/functions/coerce.js'
import valid from 'semver/functions/valid.js'
import { isObject } from '../../contract/skill-io.ts'
import { quoted } from '../../core/quoted.ts'
import type { SkillFiles } from '../read-folder.ts'
import { readAmber } from './amber-metadata.ts'
import type { About, Path, Reading } from './dialect.ts'
import type { Draft } from './draft.ts'
import { createDraft, type Stated } from './draft.ts'
import { parseYaml } from './parse-yaml.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { readTexts } from './skill-md-texts.ts'
import { readSkillMetadata } from './skill-metadata.ts'

/** The files that can hold the code of a tool. */
const entryNames = ['src/main.ts', 'src/main.js', 'main.ts', 'main.js', 'handler.js'] as const

type SkillMdReading = {
  readonly reading: Reading
  /** The fields that the SKILL.md gives, without defaults. */
  readonly stated: readonly Stated[]
  /** Plain facts about the skill that are not manifest fields. */
  readonly facts: readonly string[]
}

/**
 * The frontmatter of a SKILL.md: the Agent Skills format, the `metadata` of voice agents and of the skill system, and
 * `trust` and `safe`. Lenient: refuses only parts that must not be guessed. `undefined`: there is no frontmatter.
 */
export function readSkillMd(files: SkillFiles['files'], about: About): SkillMdReading | undefined {
  const read = readFrontMatter(files, about)
  if (read === undefined) return undefined
  if (!read.ok) return { reading: read, stated: [], facts: [] }
  const { file, fields, yaml, repairs } = read.front
  const { draft, stated, facts, reading } = createDraft(file, yaml)
  for (const { message, remedy } of repairs) draft.note([], message, remedy)
  const name = readTexts(fields, about.name, draft, yaml)
  const metadata = metadataOf(fields.metadata, draft)
  readEither(fields, metadata, 'version', (value, from) => readVersion(value, from, draft, yaml.source(from)))
  readEither(fields, metadata, 'trust', (value, from) => draft.set(['trust'], value, from))
  readEither(fields, metadata, 'safe', (value, from) => {
    if (value === true || value === 'true') return
    draft.note(from, 'has no effect: every skill runs in a sandbox', 'remove it, or write safe: true')
  })
  const wordsAct = readSkillMetadata(metadata, draft)
  const amber = jsonIn(metadata.amber, ['metadata', 'amber'], draft)
  if (amber !== undefined) readAmber(amber, ['metadata', 'amber'], draft, yaml)
  settleEffects(wordsAct, stated, draft)
  settleCode(files, metadata['skill-type'], amber !== undefined, draft)
  draft.assume(['version'], '0.0.0')
  return { reading: reading(name), stated, facts }
}

/** A key at the top level or in `metadata`, where the format allows additional keys. The top level takes precedence. */
function readEither(
  fields: Readonly<Record<string, unknown>>,
  metadata: Readonly<Record<string, unknown>>,
  key: string,
  read: (value: unknown, from: Path) => void,
): void {
  if (fields[key] !== undefined) read(fields[key], [key])
  else if (metadata[key] !== undefined) read(metadata[key], ['metadata', key])
}

/** Reads `metadata`, which is a map or a text that contains JSON. */
function metadataOf(value: unknown, draft: Draft): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {}
  const parsed = typeof value === 'string' ? parseYaml(value) : undefined
  const metadata = parsed?.ok ? parsed.yaml.value : value
  if (isObject(metadata)) return metadata
  draft.note(
    ['metadata'],
    'is neither a YAML map nor a JSON object, and is left out',
    'write keys and values: { "key": "value" }',
  )
  return {}
}

/** A map, or the map in a JSON text. `undefined`: the value is absent, or is neither and has been refused. */
function jsonIn(value: unknown, from: Path, draft: Draft): Record<string, unknown> | undefined {
  if (value === undefined || isObject(value)) return value
  const parsed = typeof value === 'string' ? parseYaml(value) : undefined
  if (parsed?.ok === true && isObject(parsed.yaml.value)) return parsed.yaml.value
  const why = parsed?.ok === false ? `: ${parsed.problems[0].message}` : ''
  draft.refuse(
    from,
    `is neither a YAML map nor a JSON object${why}`,
    'write keys and values: { "key": "value" }',
    'value',
  )
  return undefined
}

/** If the capabilities imply that the skill acts, a voice agent's metadata cannot state that it only reads. */
function settleEffects(wordsAct: boolean, stated: readonly Stated[], draft: Draft): void {
  const amber = stated.find(({ path: [field] }) => field === 'effects')
  const isStatedToAct = Array.isArray(amber?.value) && amber.value.includes('act')
  if (wordsAct && !isStatedToAct) {
    const from = amber?.from ?? ['metadata', 'capabilities']
    draft.set(['effects'], ['read', 'act'], from)
    draft.set(['confirmation', 'required'], true, from)
  }
  draft.assume(['risk_level'], wordsAct || isStatedToAct ? 'high' : 'medium')
}

/** A skill is a prompt skill, unless it states that it is a tool. */
function settleCode(files: SkillFiles['files'], type: unknown, isAmber: boolean, draft: Draft): void {
  const scripts = [...files.keys()].filter((path) => path.startsWith('scripts/')).length
  if (scripts > 0) draft.state(`scripts/ has ${scripts} ${scripts === 1 ? 'file' : 'files'}, which never run here`)
  const from = isAmber ? ['metadata', 'amber', 'function_schema'] : ['metadata', 'skill-type']
  if (type !== undefined && type !== 'tool' && type !== 'prompt') {
    draft.refuse(from, 'is neither tool nor prompt', 'write skill-type: tool, or skill-type: prompt', 'value')
    return
  }
  if (type !== 'tool' && !isAmber) {
    draft.assume(['kind'], 'prompt')
    return
  }
  draft.assume(['kind'], 'tool')
  const entry = entryNames.find((name) => files.has(name))
  if (entry === undefined) {
    // A skill.yaml names the code itself.
    if (!files.has('skill.yaml'))
      draft.refuse(from, 'describes a tool, but the skill has no code', `add ${entryNames[0]}`)
    return
  }
  draft.assume(['entry'], entry)
}

/**
 * Reads a version. YAML reads an unquoted `1.10` as the number 1.1, which is another version: the text counts.
 *
 * @param source the value as it was written; `undefined` if only YAML's value of it is known
 */
function readVersion(given: unknown, from: Path, draft: Draft, source: string | undefined): void {
  if (given === undefined) return
  const value = typeof given === 'number' ? source : given
  if (typeof value !== 'string') {
    draft.note(from, 'is not text, so that 0.0.0 is used', 'put it in quotes: version: "1.0.0"')
    return
  }
  const exact = valid(value)
  if (exact !== null) {
    draft.set(['version'], value.trim().replace(/^[v=]+/, ''), from)
    return
  }
  const whole = /^v?\d{1,9}(\.\d{1,9})?$/.test(value) ? coerce(value)?.version : undefined
  if (whole === undefined) {
    draft.note(
      from,
      `${quoted(value)} is not a version, so that 0.0.0 is used`,
      'write a semantic version like "0.1.0"',
    )
    return
  }
  draft.set(['version'], whole, from)
  const what =
    typeof given === 'number'
      ? `is a number, and is read as the text ${quoted(value)}: version`
      : `${quoted(value)} is read as`
  draft.note(from, `${what} ${whole}`, `write "${whole}"`)
}
