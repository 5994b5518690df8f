import type { Command } from 'commander'

/** One example for each command, by its words. */
export const examples: Readonly<Record<string, string>> = {
  'skill run': 'flight-search --input search.json',
  'skill replay': 'exec_3KpZ8vQm1nR5tYw7xB2cDe --json',
  'skill build': './my-skill',
  'skill smoke': 'flight-search',
  'skill create': 'city-facts --language py',
  'skill search': 'invoice --source owner/repo',
  'skill browse': '--source owner/repo',
  'skill install': './my-skill --approve',
  'skill update': '--check',
  'skill remove': 'packing-list',
  'skill rollback': 'packing-list',
  'skill list': '--json',
  'skill inspect': 'flight-search',
  'skill revoke': 'rates network.egress api.example.com',
  'skill restore': 'rates network.egress api.example.com',
  'skill verify': '--json',
  'skill sources': '--json',
  'skill images': '--rebuild',
  'skill check': './my-skill --gate scanner',
  'skill disable': 'rates',
  'skill enable': 'rates',
  'skill why': 'flight-search --source public',
  'skill operator-token': '',
  'skill publish': './my-skill --to ./registry',
  'registry list': '--json',
  'registry add': 'team registry:https://skills.example.com/index.json',
  'registry remove': 'awesome-claude-skills',
  'registry trust': 'github:owner/repo',
  'registry distrust': 'github:owner/repo',
  'registry build': './skills --out ./registry --key publisher.pem',
  'user reset-password': 'ada@example.com',
  'audit verify': '--head heads.json',
  'db deploy': '',
  'db status': '',
  'db reset': '--yes',
  'agent-key create': 'concierge --skill flight-search hotel-search',
  'agent-key list': '',
  'agent-key revoke': 'key_3KpZ8vQm1nR5tYw7xB2cDe',
  'agent-skill set': 'concierge rates --tier untrusted',
  'agent-skill secret': 'concierge rates RATES_KEY < key.txt',
  'agent-skill list': 'concierge',
  'agent-skill reset': 'concierge rates',
  mcp: '--skill flight-search',
  completion: 'bash',
  'python-packages': '',
  'vault rotate-key': '',
  'vault encrypt-existing': '--execute',
  'operator-token': '',
  backup: 'monday.tar.gz',
  'backup-key': '/media/usb/backups.key',
  restore: 'monday.tar.gz',
}

/** Adds the example to the help of a command and of those below it. */
export function withExamples(command: Command, words: string): Command {
  const example = examples[words]
  if (example !== undefined) command.addHelpText('after', `\nExample: travel ${`${words} ${example}`.trim()}\n`)
  for (const below of command.commands) withExamples(below, `${words} ${below.name()}`)
  return command
}
