import { isObject } from '../../contract/skill-io.ts'
import { quoted } from '../../core/quoted.ts'
import { utf8Of } from '../../core/utf8.ts'
import { type ManifestProblem, maxProblems, problemOfFile } from '../manifest-problem.ts'
import type { SkillFiles } from '../read-folder.ts'
import type { About } from './dialect.ts'
import { parseYaml } from './parse-yaml.ts'
import { skillMdOf } from './read-front-matter.ts'
import { agentSkillKeys } from './skill-md-texts.ts'

const longestName = 64
const longestDescription = 1024
const longestCompatibility = 500

/**
 * Checks a SKILL.md for publishing, against the Agent Skills format, like the format's reference validator. Finds no
 * problems if there is no SKILL.md.
 */
export function checkAgentSkill(files: SkillFiles['files'], { name: folder, pathOf }: About): ManifestProblem[] {
  const found = skillMdOf(files)
  if (found === undefined) return []
  const file = pathOf(found.name)
  const whole = (message: string, remedy: string) => [problemOfFile(file, message, remedy)]
  const text = utf8Of(found.bytes)
  if (text === undefined) return whole('is not UTF-8 text', 'save it as UTF-8')
  if (!text.startsWith('---')) return whole('does not start with ---', 'remove what stands before the frontmatter')
  // The reference validator ends the frontmatter at the next three hyphens, even inside a text.
  const end = text.indexOf('---', 3)
  if (end === -1) return whole('has frontmatter that never ends', 'end it with a line of three hyphens: ---')
  const parsed = parseYaml(text.slice(3, end), { isStrict: true })
  if (!parsed.ok) return parsed.problems.map((problem) => ({ file, ...problem }))
  const { yaml } = parsed
  if (!isObject(yaml.value))
    return whole('has frontmatter that is not keys and values', `begin it with name: ${folder}`)
  return checkFields(yaml.value, folder)
    .slice(0, maxProblems)
    .map(({ key, at, message, remedy }) => ({ file, ...yaml.position([key], at), path: key, message, remedy }))
}

type Finding = {
  readonly key: string
  readonly at: 'key' | 'value'
  readonly message: string
  readonly remedy: string
}

function checkFields(fields: Readonly<Record<string, unknown>>, folder: string): Finding[] {
  const findings: Finding[] = []
  const say = (key: string, message: string, remedy: string, at: Finding['at'] = 'value'): void => {
    findings.push({ key, at, message, remedy })
  }
  for (const key of Object.keys(fields)) {
    if (agentSkillKeys.some((known) => known === key)) continue
    say(key, 'is not a key of the Agent Skills format', `remove it, or move it into metadata or skill.yaml`, 'key')
  }
  checkName(fields.name, folder, (message, remedy) => say('name', message, remedy))
  const { description, compatibility } = fields
  if (typeof description !== 'string' || description.trim() === '') {
    say('description', 'is missing or empty', 'say what the skill does, and when to use it')
  } else if (lengthOf(description) > longestDescription) {
    say('description', `is longer than ${longestDescription} characters`, 'shorten it')
  }
  if (compatibility !== undefined && typeof compatibility !== 'string') {
    say('compatibility', 'is not text', 'write it as one text')
  } else if (compatibility !== undefined && lengthOf(compatibility) > longestCompatibility) {
    say('compatibility', `is longer than ${longestCompatibility} characters`, 'shorten it')
  }
  return findings
}

/** Like the reference validator, accepts letters and digits of any script, and compares names in NFKC form. */
function checkName(value: unknown, folder: string, say: (message: string, remedy: string) => void): void {
  if (typeof value !== 'string' || value.trim() === '') {
    say('is missing or empty', `write name: ${folder}`)
    return
  }
  const name = value.trim().normalize('NFKC')
  if (lengthOf(name) > longestName) say(`is longer than ${longestName} characters`, 'shorten it')
  if (name !== name.toLowerCase()) say(`is ${quoted(name)}, which is not lower case`, 'write it in lower case')
  if (name.startsWith('-') || name.endsWith('-')) say('starts or ends with a hyphen', 'remove the hyphen')
  if (name.includes('--')) say('has two hyphens in a row', 'write one')
  if (!/^[\p{L}\p{N}-]*$/u.test(name)) {
    say(`is ${quoted(name)}, which contains characters other than letters, digits and hyphens`, 'remove them')
  }
  if (name !== folder.normalize('NFKC')) {
    say(`is ${quoted(name)}, but the folder is named ${quoted(folder)}`, 'give both the same name')
  }
}

/** The length in code points, as the reference validator counts. */
function lengthOf(text: string): number {
  return [...text].length
}
