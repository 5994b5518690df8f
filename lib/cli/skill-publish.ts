import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import type { Vault } from '#lib/platform/server/vault/open-vault.ts'
import { checkDeadlineMs, checkProcessPath, createCheckApart } from '#lib/skills/server/gates/check-apart.ts'
import type { ExampleProblem } from '#lib/skills/server/invoking/run-examples.ts'
import { readExamples } from '#lib/skills/server/invoking/skill-example.ts'
import type { PublishProblem } from '#lib/skills/server/publishing/publish-problem.ts'
import { type PublishedSkill, publishSkill } from '#lib/skills/server/publishing/publish-skill.ts'
import { sourceWords } from '#lib/skills/server/sources/source-refusal.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { CommandFailure } from './expected-failure.ts'
import { readableCheck } from './readable-check.ts'
import { shellWord } from './skill-search.ts'
import { oneLine, printAnswer, printable, workingDir } from './terminal.ts'
import { withVault } from './with-services.ts'

type PublishOptions = { to?: string; branch?: boolean; newKey?: boolean; replace?: string; json?: boolean }

const newKeyCommand = travelCommand('skill publish --new-key')

/** Publishes a skill, signed with the key of this instance, or makes that key. */
export const createSkillPublishCommand = (): Command =>
  new Command('publish')
    .description('check a skill strictly, pack it, sign it, and add it to a registry, whose versions never change')
    .argument('[folder]', 'the folder of the skill')
    .option('--to <folder>', 'the folder of the registry')
    .option('--branch', 'add it in a new branch of the git repository of that folder, for a pull request')
    .option('--new-key', 'make the key that signs, in the vault of this instance, which it never leaves')
    .option('--replace <key>', 'with --new-key: the public key that is replaced')
    .option('--json', 'print one line of JSON')
    .action(async (folder: string | undefined, options: PublishOptions) => {
      const { to, newKey = false, replace, branch: inBranch = false } = options
      if (newKey ? folder !== undefined : folder === undefined || to === undefined || replace !== undefined) {
        throw new CommandFailure('Name the folder of a skill and --to FOLDER, or --new-key alone.', { exitCode: 2 })
      }
      await withVault({}, async (vault) => {
        if (folder === undefined || to === undefined) return makeKey(vault, options)
        const [from, registry] = [resolve(workingDir(), folder), resolve(workingDir(), to)]
        const done = await publishSkill(portsWith(vault), { folder: from, registry, inBranch })
        if (!done.ok) throw new CommandFailure(problemWords(done.problem))
        const { value } = done
        if (value.otherPublisher !== undefined && value.otherPublisher !== value.publisher) {
          process.stderr.write(
            `${value.name} was signed by ${value.otherPublisher} before, and is now by ${value.publisher ?? 'nobody'}. Those who have it refuse the update.\n`,
          )
        }
        printAnswer(options, jsonOf(value), readable(value, registry))
      })
    })

const portsWith = ({ publisherKey }: Vault) => {
  const projectDir = findProjectRoot()
  const check = createCheckApart({ processPath: checkProcessPath(projectDir), deadlineMs: checkDeadlineMs })
  return { check, exampleProblems, sign: publisherKey.sign, projectDir, parent: tmpdir() }
}

/** The problems of its examples. Says so if it has some, and no runtime of this process runs them. */
async function exampleProblems(skill: LoadedSkill): Promise<readonly ExampleProblem[]> {
  const isPrompt = skill.program.kind === 'prompt'
  if (isPrompt || (await readExamples(skill.folder)).length === 0) return []
  await using opened = new AsyncDisposableStack()
  const { openExamples } = await import('./skill-examples.ts')
  const ran = await (await openExamples(opened))(skill)
  if (ran === undefined) {
    const { name, runtimes } = skill.manifest
    process.stderr.write(
      `The examples of ${name} were not run, because only skills in QuickJS or Python have theirs run, and it runs in ${runtimes.join(', ')}. Try it yourself: ${travelCommand('skill run FOLDER --input FILE')}\n`,
    )
  }
  return ran?.problems ?? []
}

async function makeKey({ publisherKey }: Vault, options: PublishOptions): Promise<void> {
  const made = await publisherKey.create(commandLine, options.replace)
  if (made.ok) {
    const text = `The public key of this instance is ${made.key}. Back the instance up: nobody can sign updates without the key.`
    return printAnswer(options, { key: made.key }, text)
  }
  if (made.current === undefined) throw new CommandFailure(`There is no key to replace. Leave --replace out.`)
  throw new CommandFailure(
    `The key of this instance is ${made.current}. Those who installed what it signed refuse updates that another key signs. To replace it: ${newKeyCommand} --replace ${made.current}`,
  )
}

const jsonOf = ({ otherPublisher, publisher, ...value }: PublishedSkill) => ({
  name: value.name,
  version: value.version,
  digest: value.digest,
  publisher: publisher ?? null,
  other_publisher: otherPublisher ?? null,
  is_new: value.isNew,
  branch: value.branch ?? null,
  commit: value.commit ?? null,
})

function readable({ name, version, digest, publisher, isNew, branch }: PublishedSkill, registry: string): string {
  if (!isNew) return `${name} ${version} is there already, with exactly these files.`
  const signed = `${name} ${version}, ${digest}, signed by ${publisher}`
  if (branch === undefined) {
    const source = shellWord(printable(`registry:${pathToFileURL(registry).href}#${name}`))
    return `Published ${signed}.\nTo install it on this machine: ${travelCommand(`skill install ${source}`)}`
  }
  return `Made the branch ${branch} with ${signed}.\nPush it, and open a pull request: git -C ${printable(registry)} push origin ${branch}`
}

/** What is wrong and what to do. */
function problemWords(problem: PublishProblem): string {
  switch (problem.code) {
    case 'source': {
      const { message, remedy } = sourceWords(problem.refusal)
      return oneLine(`${message} ${remedy}`)
    }
    case 'several':
      return oneLine(`The folder has several skills: ${problem.names.join(', ')}. Name the folder of one of them.`)
    case 'folder':
      return problem.problems.map((one) => oneLine(formatProblem(one))).join('\n')
    case 'gates': {
      const today = new Date().toISOString().slice(0, 10)
      return `${readableCheck('', problem.check, today)}A skill is published only if every gate admits it. Nothing was published.`
    }
    case 'gates_unfinished':
      return oneLine(`The gates could not check the skill: ${problem.detail}. Nothing was published. Start it again.`)
    case 'examples':
      return [
        ...problem.problems.map(({ file, message }) => oneLine(`${file}: ${message}`)),
        `Nothing was published. Correct the examples or the code, and try: ${travelCommand('skill build FOLDER')}`,
      ].join('\n')
    case 'no_key':
      return `This instance has no key to sign with. Nothing was published. Make one: ${newKeyCommand}`
    case 'no_git':
      return 'The git program is not installed. Install it, or publish to a folder without --branch.'
    case 'no_repository':
      return oneLine(`${problem.folder} is not in a git repository with a commit. Name one, or leave --branch out.`)
    case 'branch_exists':
      return `The branch ${problem.branch} is there already. Delete it if its pull request is not open.`
    case 'git':
      return oneLine(`git ${problem.command} failed: ${problem.detail}. Nothing was published.`)
  }
}
