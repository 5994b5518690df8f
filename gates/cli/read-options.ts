import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type GateName, gates } from '../finding.ts'

export const usage = `Usage: travel-skill-gates [--gate ${gates.join('|')}] [--json|--sarif] FOLDER…
Checks skill folders without running anything in them. Exit code 1: a gate blocks a skill, or a check failed.
Exit code 2: the arguments are wrong.`

export class WrongUsage extends Error {}

type Options = {
  readonly only: GateName | undefined
  readonly form: 'text' | 'json' | 'sarif' | 'help'
  readonly folders: readonly string[]
}

/** Throws a WrongUsage that names the remedy. */
export async function readOptions(args: readonly string[]): Promise<Options> {
  const { values, positionals: folders } = readArguments(args)
  const { gate, json, sarif, help } = values
  if (help) return { only: undefined, form: 'help', folders }
  if (json && sarif) throw new WrongUsage('Name one of --json and --sarif.')
  const only = gates.find((one) => one === gate)
  if (gate !== undefined && only === undefined)
    throw new WrongUsage(`--gate: ${gate} is not a gate. Name one of ${gates.join(', ')}.`)
  if (folders.length === 0) throw new WrongUsage('Name at least one skill folder.')
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) throw new WrongUsage(`${folder} is not a folder: name the folder of a skill.`)
  }
  return { only, form: json ? 'json' : sarif ? 'sarif' : 'text', folders }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        gate: { type: 'string' },
        json: { type: 'boolean' },
        sarif: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (cause) {
    throw new WrongUsage(cause instanceof Error ? cause.message : String(cause))
  }
}
