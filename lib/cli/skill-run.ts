import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { toldError } from '#lib/platform/model/refusal-reasons.ts'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { toldOutput } from '#lib/skills/server/invoking/skill-answer.ts'
import { createCompositions } from '#lib/skills/server/registry/compositions.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { type ErrorBody, faultNames } from '#runner/contract/errors.ts'
import { blamed } from '#runner/contract/faults.ts'
import type { RuntimeName } from '#runner/contract/manifest.ts'
import { usableRuntimes } from '#runner/contract/runtimes.ts'
import { isObject, SkillInput, type SkillOutput } from '#runner/contract/skill-io.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import type { SkillSource } from '#runner/core/ports.ts'
import { shortName } from '#runner/core/quoted.ts'
import { type LoadedSkill, ownRelease } from '#runner/core/skill.ts'
import { stepProblems } from '#runner/manifest/check-steps.ts'
import { composeFamily } from '#runner/manifest/compose-skill.ts'
import { detailsOf, inputParsing, problemsOf } from '#runner/manifest/input-problems.ts'
import { pathText } from '#runner/manifest/manifest-problem.ts'
import { grantedIn } from '#runner/policy/policy-sets.ts'
import { CommandFailure } from './expected-failure.ts'
import { besideIt, isPath, loadGivenSkill, neitherInstalledNorFolder, requireSoundSkill } from './given-skill.ts'
import { untilInterrupted, workingDir } from './terminal.ts'
import { withRunning } from './with-services.ts'

type RunOptions = {
  input: string
  runtime?: RuntimeName
  allowSecrets?: boolean
  confirm?: string
  json?: boolean
  trace?: boolean
}

/** `run`: runs the skill. Absent: with the app's services. */
export const createSkillRunCommand = (run: typeof runSkill = runSkill): Command =>
  new Command('run')
    .description('run a skill once: output on stdout, log on stderr; exit code 1 unless it succeeds')
    .argument('<skill>', 'the name of an installed skill, or the path of a skill folder')
    .requiredOption('--input <file>', 'the input as JSON: a file, or - for standard input')
    .addOption(new Option('--runtime <name>', 'the runtime to use').choices(usableRuntimes))
    .option('--allow-secrets', 'give a skill folder the secrets that its manifest names')
    .option('--confirm <id>', 'agree to the question with this id, which a run of the same input asked')
    .option('--trace', 'add the host calls to the output')
    .option('--json', 'print one line of JSON')
    .action(async (skill: string, options: RunOptions) => {
      const ran = await run(skill, options)
      const { isWithheld } = ran
      const output = toldOutput(ran.output)
      process.stdout.write(`${printableJson(output, options.json ? 0 : 2)}\n`)
      if (output.status === 'requires_confirmation') {
        const { id } = output.confirmation
        process.stderr.write(
          `Nothing was done yet. To agree, repeat the command with --confirm ${id} within ten minutes.\n`,
        )
      }
      if (output.status === 'error') {
        process.stderr.write(`${faultLine(output.error)}\n`)
      }
      if (output.status === 'error' && output.error.code === 'NOT_FOUND' && options.confirm !== undefined) {
        process.stderr.write(
          `--confirm: there is no open question ${shortName(options.confirm)}: leave the option out to be asked again.\n`,
        )
      }
      if (output.status === 'error' && isWithheld) {
        process.stderr.write('The skill ran without its secrets: add --allow-secrets to pass them.\n')
      }
      if (ran.unknown !== undefined) process.stderr.write(`${ran.unknown}\n`)
      if (output.status === 'error' && !['info', 'debug', 'trace'].includes(readEnv().logLevel)) {
        process.stderr.write('The log says why, and LOG_LEVEL hides it: run the command with LOG_LEVEL=info.\n')
      }
      if (output.status !== 'success') process.exitCode = 1
    })

/** Who is at fault for an error, and what to do. */
export const faultLine = (error: ErrorBody): string =>
  `At fault: ${faultNames[blamed(error).fault]}. ${toldError(error).remedy}`

/** `unknown`: what to write instead of a name that no skill has. */
type Ran = { readonly output: SkillOutput; readonly isWithheld: boolean; readonly unknown?: string | undefined }

async function runSkill(skill: string, options: RunOptions): Promise<Ran> {
  const { runtime } = options
  const input = await readInput(options.input)
  const given = isPath(skill) ? await loadGivenSkill(skill, options.allowSecrets ?? false) : undefined
  if (given === undefined) await requireSoundSkill(skill)
  else if (given.manifest.entry?.endsWith('.ts')) {
    process.stderr.write(`The run command does not check types: ${travelCommand(`skill build ${skill}`)} does.\n`)
  }
  if (given && given.manifest.parents.length > 0) {
    process.stderr.write('The command runs the folder alone: without what the skill inherits from its parents.\n')
  }
  const name = given?.manifest.name ?? skill
  const isWithheld = given !== undefined && !options.allowSecrets && given.manifest.permissions.secrets.length > 0
  let first = given ? fixedSkills(given) : undefined
  const skillsFirst: SkillSource = {
    current: async (asked) => first?.current(asked),
    byDigest: async (digest) => first?.byDigest(digest),
  }
  // Without a host and a secret, no stand-in of a provider has to start.
  const isAlone = given && !given.manifest.steps && grantedIn(given.manifest.permissions).length === 0
  const ran = await withRunning(
    { ...(given && { skillsFirst }), ...(isAlone && { sample: 'off' }) },
    async ({ foundation: { db }, skills: { releases, skills }, executions }) => {
      const steps = given?.manifest.steps
        ? await composeGivenSteps(given, skills, options.allowSecrets ?? false)
        : undefined
      // Stores each folder as a release, so that a replay still works after the folder changes.
      for (const one of given ? [given, ...(steps?.read ?? [])] : []) {
        await releases.keep(one)
        const refusal = await releases.refusalOf(one)
        if (refusal !== undefined) throw new CommandFailure(refusal)
      }
      if (steps) {
        await createCompositions(db).keep(steps.skill)
        first = fixedSkills(steps.skill, ...steps.beside)
      }
      using interrupt = untilInterrupted()
      const output = await executions.runner.execute(name, input, {
        principal: commandLine.principal,
        signal: interrupt.signal,
        ...(options.trace ? { trace: true } : {}),
        ...(options.confirm === undefined ? {} : { confirmation_id: options.confirm, confirmed: true }),
        ...(runtime === undefined ? {} : { runtime }),
      })
      const isUnknown = output.status === 'error' && output.version === undefined
      return { output, unknown: isUnknown ? (await neitherInstalledNorFolder(name, skills)).message : undefined }
    },
  )
  return { ...ran, isWithheld }
}

async function readInput(file: string): Promise<SkillInput> {
  const source = file === '-' ? text(process.stdin) : readFile(resolve(workingDir(), file), 'utf8')
  const json = await source.catch((cause: unknown) => {
    const why = unreadable[errorCodeOf(cause) ?? ''] ?? 'cannot be read'
    throw new CommandFailure(`--input: ${file} ${why}. Name a file with JSON, or - for standard input.`, { cause })
  })
  const given = parseJson(json, file)
  const parsed = SkillInput.safeParse(given, inputParsing)
  if (parsed.success) return parsed.data
  if (isObject(given) && SkillInput.safeParse(given.input).success) {
    throw new CommandFailure(
      `--input: ${file} is an example. Name a file with the value of its field input alone. ${travelCommand('skill build FOLDER')} runs the examples of a skill.`,
    )
  }
  const problems = Object.entries(detailsOf(problemsOf(parsed.error, 'the file')))
  throw new CommandFailure(problems.map(([field, problem]) => `--input: ${field} ${problem}.`).join('\n'))
}

const unreadable: Readonly<Record<string, string>> = { ENOENT: 'does not exist', EISDIR: 'is a folder' }

function parseJson(json: string, file: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new CommandFailure(`--input: ${file} is not valid JSON (${cause instanceof Error ? cause.message : cause}).`)
  }
}

/** A skill of steps that can run. `beside`: the skills of its steps that are in folders, composed; `read`: as they are there. */
type GivenSteps = {
  readonly skill: LoadedSkill
  readonly beside: readonly LoadedSkill[]
  readonly read: readonly LoadedSkill[]
}

/** Takes each skill of a step from the folder of its name beside the given one, or else from the skills that are here. */
export async function composeGivenSteps(
  given: LoadedSkill,
  skills: Pick<Registry, 'current'>,
  allowSecrets: boolean,
): Promise<GivenSteps> {
  const known = new Map([[given.manifest.name, given]])
  const read = new Map<string, LoadedSkill>()
  const missing: string[] = []
  const skill = await composeFamily(given, async (name) => {
    const own = read.get(name) ?? (await besideIt(given.folder, name, allowSecrets))
    if (own) read.set(name, own)
    const current = own ? undefined : await skills.current(name)
    const found = own ?? (current && ownRelease(current.skill))
    if (found) known.set(name, found)
    else missing.push(name)
    return found
  })
  const [problem] = stepProblems(given.manifest, (name) => known.get(name)?.manifest)
  if (problem) {
    const { path, message, remedy } = problem
    throw new CommandFailure(`${join(given.folder, 'skill.yaml')}: ${pathText(path)} ${message}: ${remedy}`)
  }
  if (skill === undefined) {
    throw new CommandFailure(
      `${given.manifest.name} needs ${missing.join(', ')}: put the folder of that skill beside it, or install the skill.`,
    )
  }
  const beside = stepSkillsIn(skill).filter(({ manifest: { name } }) => read.has(name))
  return { skill, beside, read: [...read.values()] }
}

const stepSkillsIn = ({ chain }: LoadedSkill): readonly LoadedSkill[] =>
  (chain?.steps ?? []).flatMap(({ skill }) => [skill, ...stepSkillsIn(skill)])
