import { Command, InvalidArgumentError } from 'commander'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { closest } from '#runner/manifest/did-you-mean.ts'
import { withExamples } from './examples.ts'
import { CommandFailure } from './expected-failure.ts'

/** The commands by name. Loading a command's module takes up to half a second, so only the called one is loaded. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'skill run': async () => (await import('./skill-run.ts')).createSkillRunCommand(),
  'skill replay': async () => (await import('./skill-replay.ts')).createSkillReplayCommand(),
  'skill build': async () => (await import('./skill-build.ts')).createSkillBuildCommand(),
  'skill smoke': async () => (await import('./skill-smoke.ts')).createSkillSmokeCommand(),
  'skill create': async () => (await import('./skill-create.ts')).createSkillCreateCommand(),
  'skill search': async () => (await import('./skill-search.ts')).createSkillSearchCommand(),
  'skill browse': async () => (await import('./skill-browse.ts')).createSkillBrowseCommand(),
  'skill install': async () => (await import('./skill-install.ts')).createSkillInstallCommand(),
  'skill update': async () => (await import('./skill-install.ts')).createSkillUpdateCommand(),
  'skill remove': async () => (await import('./skill-installed.ts')).createSkillRemoveCommand(),
  'skill rollback': async () => (await import('./skill-installed.ts')).createSkillRollbackCommand(),
  'skill list': async () => (await import('./skill-installed.ts')).createSkillListCommand(),
  'skill inspect': async () => (await import('./skill-inspect.ts')).createSkillInspectCommand(),
  'skill revoke': async () => (await import('./skill-approval.ts')).createSkillApprovalCommand(false),
  'skill restore': async () => (await import('./skill-approval.ts')).createSkillApprovalCommand(true),
  'skill verify': async () => (await import('./skill-installed.ts')).createSkillVerifyCommand(),
  'skill publish': async () => (await import('./skill-publish.ts')).createSkillPublishCommand(),
  'skill sources': async () => (await import('./skill-sources.ts')).createSkillSourcesCommand(),
  'skill images': async () => (await import('./skill-images.ts')).createSkillImagesCommand(),
  'skill check': async () => (await import('./skill-check.ts')).createSkillCheckCommand(),
  'skill disable': async () => (await import('./skill-installed.ts')).createSkillSwitchCommand(false),
  'skill enable': async () => (await import('./skill-installed.ts')).createSkillSwitchCommand(true),
  'skill why': async () => (await import('./skill-why.ts')).createSkillWhyCommand(),
  'skill operator-token': async () => (await import('./accounts.ts')).createOperatorTokenCommand(),
  'registry build': async () => (await import('./registry-build.ts')).createRegistryBuildCommand(),
  'registry add': async () => (await import('./registry-sources.ts')).createRegistryAddCommand(),
  'registry remove': async () => (await import('./registry-sources.ts')).createRegistryRemoveCommand(),
  'registry trust': async () => (await import('./registry-sources.ts')).createRegistryTrustCommand(true),
  'registry distrust': async () => (await import('./registry-sources.ts')).createRegistryTrustCommand(false),
  'registry list': async () => (await import('./registry-sources.ts')).createRegistryListCommand(),
  'user reset-password': async () => (await import('./accounts.ts')).createResetPasswordCommand(),
  'audit verify': async () => (await import('./audit.ts')).createAuditVerifyCommand(),
  'db deploy': async () => (await import('./db.ts')).createDbDeployCommand(),
  'db status': async () => (await import('./db.ts')).createDbStatusCommand(),
  'db reset': async () => (await import('./db.ts')).createDbResetCommand(),
  'agent-key': async () => (await import('./agent-key.ts')).createAgentKeyCommand(),
  'agent-skill': async () => (await import('./agent-skill.ts')).createAgentSkillCommand(),
  mcp: async () => (await import('./mcp.ts')).createMcpCommand(),
  completion: async () => (await import('./completion.ts')).createCompletionCommand(() => createProgram([])),
  'python-packages': async () => (await import('./python-packages.ts')).createPythonPackagesCommand(),
  vault: async () => (await import('./vault.ts')).createVaultCommand(),
  'operator-token': async () => (await import('./accounts.ts')).createOperatorTokenCommand(),
  backup: async () => (await import('./backup.ts')).createBackupCommand(),
  'backup-key': async () => (await import('./backup.ts')).createBackupKeyCommand(),
  restore: async () => (await import('./backup.ts')).createRestoreCommand(),
}

const groups = {
  skill: 'run and manage skills',
  registry: 'offer skills to other instances, and choose the sources of this one',
  user: "manage this instance's accounts",
  audit: "check this instance's audit trail",
  db: "manage this instance's database",
}

/** What other programs call a command of `skill`. */
const otherWords: Readonly<Record<string, string>> = {
  new: 'create',
  init: 'create',
  add: 'install',
  uninstall: 'remove',
  test: 'build',
  validate: 'build',
  lint: 'check',
  info: 'inspect',
}

/**
 * The command line. `npm run skill -- run …` is short for `travel skill run …`.
 *
 * @param given the arguments. If their first words name no command, the program has all commands, for help and
 * suggestions.
 */
export async function createProgram(given: readonly string[]): Promise<Command> {
  const called = new Set(
    [given[0] ?? '', given.slice(0, 2).join(' ')].filter((words) => Object.hasOwn(commands, words)),
  )
  const [group = '', word = ''] = given
  const meant = group === 'skill' && Object.hasOwn(otherWords, word) ? otherWords[word] : undefined
  if (meant !== undefined) {
    const help = travelCommand(`skill ${meant} --help`)
    throw new CommandFailure(`There is no command skill ${word}. Did you mean skill ${meant}? See ${help}`, {
      exitCode: 2,
    })
  }
  const loaded = called.size > 0 ? called : Object.keys(commands)

  const program = new Command('travel').description('manage a travel.aw instance').exitOverride()
  const parents = new Map<string | undefined, Command>([[undefined, program]])
  const misplaced = word.startsWith('-') ? 'Options stand after the command. ' : ''
  for (const [name, description] of Object.entries(groups)) {
    const help = `${misplaced}See ${travelCommand(`${name} --help`)}`
    parents.set(name, program.command(name).description(description).showHelpAfterError(help))
  }
  for (const words of loaded) {
    const group = words.includes(' ') ? words.split(' ')[0] : undefined
    const command = await commands[words]?.()
    if (command) parents.get(group)?.addCommand(prepared(withExamples(command, words), words))
  }
  return program
}

/**
 * `addCommand` does not pass the `exitOverride` of the program on: without it, a command would end the process. For
 * arguments and options with a closed list, a wrong value is answered with the nearest choice and the list. What is
 * missing is answered with the command that shows how to write it.
 */
function prepared(command: Command, words: string): Command {
  for (const below of command.commands) prepared(below, `${words} ${below.name()}`)
  for (const one of [...command.options, ...command.registeredArguments]) {
    if (one.argChoices) one.argParser(oneOf(one.argChoices))
  }
  return command.showHelpAfterError(`See ${travelCommand(`${words} --help`)}`).exitOverride()
}

const oneOf =
  (choices: readonly string[]) =>
  (given: string): string => {
    if (choices.includes(given)) return given
    const all = `The choices are ${choices.join(', ')}.`
    const meant = closest(given, choices)
    throw new InvalidArgumentError(meant === undefined ? all : `Did you mean ${meant}? ${all}`)
  }
