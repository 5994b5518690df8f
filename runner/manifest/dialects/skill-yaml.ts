import { isObject } from '../../contract/skill-io.ts'
import { utf8Of } from '../../core/utf8.ts'
import type { ManifestProblem } from '../manifest-problem.ts'
import type { SkillFiles } from '../read-folder.ts'
import type { About, Candidate, Dialect } from './dialect.ts'
import { parseYaml } from './parse-yaml.ts'

const fileName = 'skill.yaml'

/** The problem of a file that is meant as the `skill.yaml` but has another name, under which nothing reads it. */
export function misnamedYaml(files: SkillFiles['files'], { pathOf }: About): ManifestProblem | undefined {
  if (files.has(fileName)) return undefined
  const name = [...files.keys()].find((path) => /^skill\.ya?ml$/i.test(path))
  if (name === undefined) return undefined
  return {
    file: pathOf(name),
    line: 1,
    column: 1,
    path: '',
    message: 'is not read',
    remedy: `rename it to ${fileName}`,
  }
}

/** The platform's own dialect: a `skill.yaml` with the keys of a manifest. */
export const skillYaml: Dialect = {
  read(files, { name, pathOf }) {
    const bytes = files.get(fileName)
    if (bytes === undefined) return undefined
    const file = pathOf(fileName)
    const whole = { file, line: 1, column: 1, path: '' }
    const text = utf8Of(bytes)
    if (text === undefined) {
      return { ok: false, problems: [{ ...whole, message: 'is not UTF-8 text', remedy: 'save it as UTF-8' }] }
    }
    const parsed = parseYaml(text)
    if (!parsed.ok) return { ok: false, problems: parsed.problems.map((problem) => ({ file, ...problem })) }
    const { yaml } = parsed
    if (!isObject(yaml.value)) {
      const problem = { message: 'is not a map of keys and values', remedy: `start with name: ${name}` }
      return { ok: false, problems: [{ ...whole, ...problem }] }
    }
    const candidate: Candidate = {
      requiredName: name,
      fields: yaml.value,
      positionOf: (path, of) => ({ file, ...yaml.position(path, of) }),
      sourceOf: yaml.source,
      writtenAs: (path) => path,
      statements: [],
    }
    return { ok: true, candidate, warnings: [] }
  },
}
