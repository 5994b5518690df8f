import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { RuntimeName } from '#runner/contract/manifest.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { SkillInput, type SkillOutput } from '#runner/contract/skill-io.ts'
import { fixedSkills } from '#runner/fixed-skills.ts'
import { detailsOf, inputParsing, problemsOf } from '#runner/input-problems.ts'
import { CommandFailure } from './expected-failure.ts'
import { loadGivenSkill } from './given-skill.ts'
import { isPath } from './is-path.ts'
import { printableJson } from './printable-json.ts'
import { withServices } from './with-services.ts'
import { workingDir } from './working-dir.ts'

type RunOptions = { input: string; runtime?: string; allowSecrets?: boolean; json?: boolean; trace?: boolean }

/** Whoever sits at the machine's command line is its operator. */
const operator = principalFrom('main', { id: 'main', role: 'operator' })

export const createSkillRunCommand = (): Command =>
  new Command('run')
    .description('run a skill once: the output on stdout, the log on stderr; exit code 1 on an error output')
    .argument('<skill>', 'the name of an installed skill, or the path of a folder with a skill.yaml')
    .requiredOption('--input <file>', 'the SkillInput as JSON: a file, or - for standard input')
    .option('--runtime <name>', `one of ${RuntimeName.options.join(', ')}`)
    .option('--allow-secrets', 'give a folder the secrets that its manifest names')
    .option('--trace', 'put the host calls beside the output')
    .option('--json', 'one line of JSON')
    .action(async (skill: string, options: RunOptions) => {
      const output = await runSkill(skill, options)
      process.stdout.write(`${printableJson(output, options.json ? 0 : 2)}\n`)
      if (
        output.status === 'error' &&
        output.error.code === 'NOT_CONFIGURED' &&
        isPath(skill) &&
        !options.allowSecrets
      ) {
        process.stderr.write('The folder got no secrets: give them with --allow-secrets.\n')
      }
      if (output.status !== 'success') process.exitCode = 1
    })

async function runSkill(skill: string, options: RunOptions): Promise<SkillOutput> {
  const runtime = RuntimeName.optional().safeParse(options.runtime)
  if (!runtime.success) throw new CommandFailure(`--runtime must be one of ${RuntimeName.options.join(', ')}.`)
  const input = await readInput(options.input)
  const given = isPath(skill) ? await loadGivenSkill(skill, options.allowSecrets ?? false) : undefined
  const name = given?.manifest.name ?? skill
  return withServices({ skillsFirst: given && fixedSkills(given) }, async ({ runner, releases }) => {
    // So that its execution can be replayed when the folder has changed.
    if (given) await releases.keep(given)
    const controller = new AbortController()
    const interrupt = () => controller.abort()
    process.once('SIGINT', interrupt)
    const output = await runner.execute(name, input, {
      principal: operator,
      signal: controller.signal,
      ...(options.trace ? { trace: true } : {}),
      ...(runtime.data === undefined ? {} : { runtime: runtime.data }),
    })
    process.off('SIGINT', interrupt)
    return output
  })
}

async function readInput(file: string): Promise<SkillInput> {
  const source = file === '-' ? text(process.stdin) : readFile(resolve(workingDir(), file), 'utf8')
  const json = await source.catch((cause: unknown) => {
    throw new CommandFailure(`--input: ${file} cannot be read.`, { cause })
  })
  const parsed = SkillInput.safeParse(parseJson(json, file), inputParsing)
  if (parsed.success) return parsed.data
  const problems = Object.entries(detailsOf(problemsOf(parsed.error, 'the file')))
  throw new CommandFailure(problems.map(([field, problem]) => `--input: ${field} ${problem}.`).join('\n'))
}

function parseJson(json: string, file: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new CommandFailure(`--input: ${file} is not JSON (${cause instanceof Error ? cause.message : cause}).`)
  }
}
