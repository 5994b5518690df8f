import { stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { Command, Option } from 'commander'
import { type GateName, gates } from '#gates/finding.ts'
import { findingLines, isInWorkflow } from '#gates/finding-lines.ts'
import { type Evidence, judge, type SkillCheck } from '#gates/judge.ts'
import { knownRuleIds } from '#gates/rule-texts.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { checkDeadlineMs, checkProcessPath, createCheckApart } from '#lib/skills/server/gates/check-apart.ts'
import { readSuppressions, rulesFolder, suppressionsFile } from '#lib/skills/server/gates/read-suppressions.ts'
import { readListedSkills } from '#lib/skills/server/registry/listed-skills.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { CheckUnfinished } from '../skills/server/gates/check-apart.ts'
import { CommandFailure } from './expected-failure.ts'
import { readableCheck, scale, triage } from './readable-check.ts'
import { workingDir } from './terminal.ts'

/** The process starts with the first check. */
const checkApart = createCheckApart({
  processPath: checkProcessPath(findProjectRoot()),
  deadlineMs: checkDeadlineMs,
})

type Options = { json?: boolean; sarif?: boolean; gate?: GateName; suppressions?: string }

type Checked = readonly { readonly folder: string; readonly check: SkillCheck }[]

export const createSkillCheckCommand = (): Command =>
  new Command('check')
    .description(`check skill folders at the gates. ${triage}`)
    .argument('[folder...]', 'skill folders; without one, every approved folder of skills/')
    .addOption(new Option('--gate <name>', 'check at one gate only').choices(gates))
    .option('--json', 'print JSON')
    .option('--sarif', 'print SARIF 2.1.0')
    .option('--suppressions <file>', `accepted findings (default: ${suppressionsFile} in the project's folder)`)
    .action(async (folders: string[], { gate: only, ...options }: Options) => {
      if (options.json && options.sarif) throw new CommandFailure('Name one of --json and --sarif.')
      const projectRoot = findProjectRoot()
      const file = await suppressionsOf(options.suppressions, projectRoot)
      const suppressions = readSuppressions(file, knownRuleIds(rulesFolder(projectRoot)))
      const today = new Date().toISOString().slice(0, 10)
      const checked: Checked[number][] = []
      for (const folder of folders.length > 0 ? await givenFolders(folders) : await approvedFolders(projectRoot)) {
        const name = basename(folder)
        const evidence = await checkApart({ rulesFolder: rulesFolder(projectRoot), folder, name, only }).catch(
          unfinishedEvidence(name, rulesFolder(projectRoot)),
        )
        checked.push({ folder: shownPath(folder), check: judge(evidence, { only, suppressions, today }) })
      }
      if (options.sarif) process.stdout.write(`${printableJson(await sarif(checked, projectRoot), 2)}\n`)
      else if (options.json) process.stdout.write(`${printableJson({ triage, skills: checked.map(asJson) }, 2)}\n`)
      else {
        const results = checked.map(({ folder, check }) => readableCheck(folder, check, today))
        process.stdout.write(`${results.join('\n')}\n${scale}\n${triage}\n`)
        if (isInWorkflow()) process.stdout.write(annotationsOf(checked))
      }
      if (checked.some(({ check }) => check.verdict === 'block')) process.exitCode = 1
    })

/** Needs the texts of the rules, which take longer to load than the command itself. */
async function sarif(checked: Checked, projectRoot: string) {
  const [{ loadRules }, { sarifOf }] = await Promise.all([import('#gates/load-rules.ts'), import('#gates/sarif.ts')])
  return sarifOf(checked, loadRules(rulesFolder(projectRoot)))
}

/** The findings once more, for the lines of a pull request. */
const annotationsOf = (checked: Checked): string =>
  checked.flatMap(({ folder, check }) => findingLines(folder, check, true).map((line) => `${line}\n`)).join('')

const asJson = ({ folder, check }: { folder: string; check: SkillCheck }) => ({ folder, ...check })

/** The file after `--suppressions` must exist: without it, the command would report findings that the file accepts. */
async function suppressionsOf(given: string | undefined, projectRoot: string): Promise<string> {
  if (given === undefined) return join(projectRoot, suppressionsFile)
  const path = resolve(workingDir(), given)
  if ((await stat(path).catch(() => undefined)) === undefined)
    throw new CommandFailure(`--suppressions: the file ${given} does not exist.`)
  return path
}

async function givenFolders(folders: readonly string[]): Promise<string[]> {
  return Promise.all(
    folders.map(async (folder) => {
      const path = resolve(workingDir(), folder)
      const found = await stat(path).catch(() => undefined)
      if (found?.isDirectory()) return path
      throw new CommandFailure(`${folder} is not a folder: name the folder of a skill.`)
    }),
  )
}

async function approvedFolders(projectRoot: string): Promise<string[]> {
  const skillsDir = join(projectRoot, 'skills')
  const { names, problems } = await readListedSkills(skillsDir)
  // The command checks the others, and fails.
  for (const problem of problems) process.stderr.write(`${formatProblem(problem)}\n`)
  if (problems.length > 0) process.exitCode = 1
  return [...names].sort().map((name) => join(skillsDir, name))
}

/**
 * Relative to the current folder, with `/`, because SARIF names files of the repository. For a folder outside the
 * current one: its name only.
 */
function shownPath(folder: string): string {
  const path = relative(workingDir(), folder).split(sep).join('/')
  return path === '' ? '' : path.startsWith('../') ? basename(folder) : path
}

/** The evidence about a skill whose check did not finish: the same findings as for a folder that is too large. */
const unfinishedEvidence =
  (name: string, rulesFolder: string) =>
  async (cause: unknown): Promise<Evidence> => {
    if (!(cause instanceof CheckUnfinished)) throw cause
    // Rarely needed, and with all parsers of the gates.
    const [{ loadRules }, { ofFile }] = await Promise.all([
      import('#gates/load-rules.ts'),
      import('#gates/scan-files.ts'),
    ])
    const rules = loadRules(rulesFolder)
    const findings = ofFile(rules, 'too-large', '', cause.message)
    return { name, digest: '', rulesVersion: rules.version, findings }
  }
