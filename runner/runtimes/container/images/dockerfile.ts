import { baseRepository } from './base-inputs.ts'

/**
 * What a skill's Dockerfile may say. The rest either reaches beyond the skill's folder while it is built (`ADD` of a URL,
 * a second `FROM`), or says something of the container that the runtime says alone (`VOLUME`, `ENTRYPOINT`, `LABEL`).
 */
const allowed = ['FROM', 'ARG', 'COPY', 'RUN', 'ENV', 'WORKDIR', 'USER', 'CMD']
const begin = `begin it with FROM ${baseRepository}`
const shownText = 60

export type DockerfileResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly message: string; readonly remedy: string }

type Instruction = { readonly line: number; readonly name: string; readonly rest: string }

/**
 * Checks a skill's Dockerfile. The text builds on the base image of this tag, and ends with its first process and its user
 * as they were: what the skill copies over them is not there.
 */
export function readDockerfile(text: string, baseTag: string): DockerfileResult {
  const lines = text.split(/\r?\n/)
  // `# escape=` and `# syntax=` would let it be read differently than here.
  const directive = lines.findIndex((line) => /^\s*#\s*[A-Za-z]+\s*=/.test(line))
  if (directive >= 0) return refuse(directive + 1, 'looks like a parser directive', 'remove it')

  const [first, ...others] = instructionsOf(lines)
  if (first === undefined) return refuse(1, 'has no FROM', begin)
  if (first.name !== 'FROM' || first.rest !== baseRepository) {
    return refuse(first.line, `begins with ${`${first.name} ${first.rest}`.slice(0, shownText)}`, begin)
  }
  for (const { line, name, rest } of others) {
    if (name === 'FROM') return refuse(line, 'is a second FROM', 'build in one stage, on the base image alone')
    if (!allowed.includes(name)) {
      const remedy = `use ${allowed.slice(1).join(', ')} only`
      return refuse(line, `${name.slice(0, shownText)} may not stand in a skill's Dockerfile`, remedy)
    }
    if (name === 'COPY' && /(^|\s)--from\b/.test(rest)) {
      return refuse(line, 'copies from another image', "copy from the skill's folder")
    }
  }
  if (!others.some(({ name }) => name === 'CMD')) {
    return refuse(1, 'has no CMD', 'say what runs: CMD ["python3", "/skill/main.py"]')
  }
  const own = lines.with(first.line - 1, `FROM ${baseTag}`).join('\n')
  return { ok: true, text: `${own}\n${fixedEnd(baseTag)}` }
}

const fixedEnd = (baseTag: string) => `COPY --from=${baseTag} /usr/local/bin/travel-init /usr/local/bin/travel-init
USER 65534:65534
ENTRYPOINT ["/usr/local/bin/travel-init"]
`

/** Each with its continued lines, comments and empty lines left out. */
function instructionsOf(lines: readonly string[]): Instruction[] {
  const instructions: Instruction[] = []
  let text = ''
  let begunAt = 0
  for (const [index, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    if (text === '') begunAt = index + 1
    const isContinued = /\\[ \t]*$/.test(line)
    text += `${line.replace(/\\[ \t]*$/, '')} `
    if (isContinued) continue
    instructions.push(instructionOf(begunAt, text))
    text = ''
  }
  return text === '' ? instructions : [...instructions, instructionOf(begunAt, text)]
}

function instructionOf(line: number, text: string): Instruction {
  const [, name = '', rest = ''] = /^\s*(\S+)(.*)$/s.exec(text) ?? []
  return { line, name: name.toUpperCase(), rest: rest.trim() }
}

function refuse(line: number, message: string, remedy: string): DockerfileResult {
  return { ok: false, line, message, remedy }
}
