#!/usr/bin/env node
import { stat } from 'node:fs/promises'
import { basename, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { printableJson } from '#runner/core/printable-json.ts'
import { checkSkill } from '../check-skill.ts'
import { type GateName, gates } from '../finding.ts'
import type { SkillCheck } from '../judge.ts'
import { loadRules } from '../load-rules.ts'
import { sarifOf } from '../sarif.ts'
import { decisive } from '../score.ts'

const usage = `Usage: travel-skill-gates [--gate ${gates.join('|')}] [--json|--sarif] FOLDER…
Checks skill folders without running anything in them. Exit code 1: a gate blocks a skill, or a check failed.
Exit code 2: the arguments are wrong.`

class WrongUsage extends Error {}

type Options = { readonly only: GateName | undefined; readonly form: 'text' | 'json' | 'sarif' }

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args)
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const options = optionsOf(values)
  if (positionals.length === 0) throw new WrongUsage('Name at least one skill folder.')
  for (const folder of positionals) {
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) throw new WrongUsage(`${folder} is not a folder: name the folder of a skill.`)
  }
  const rules = loadRules()
  const checked: { readonly folder: string; readonly check: SkillCheck }[] = []
  let hasFailed = false
  for (const path of positionals) {
    const folder = shownPath(path)
    try {
      checked.push({ folder, check: await checkSkill(path, { rules, only: options.only }) })
    } catch (cause) {
      hasFailed = true
      process.stderr.write(`${printable(`${folder}: the check failed: ${String(cause)}`)}\n`)
    }
  }
  if (options.form === 'sarif') process.stdout.write(`${printableJson(sarifOf(checked, rules), 2)}\n`)
  else if (options.form === 'json')
    process.stdout.write(
      `${printableJson({ skills: checked.map(({ folder, check }) => ({ folder, ...check })) }, 2)}\n`,
    )
  else
    for (const { folder, check } of checked) process.stdout.write(`${printable(linesOf(folder, check).join('\n'))}\n`)
  return hasFailed || checked.some(({ check }) => check.verdict === 'block') ? 1 : 0
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

function optionsOf({ gate, json, sarif }: ReturnType<typeof readArguments>['values']): Options {
  if (json && sarif) throw new WrongUsage('Name one of --json and --sarif.')
  const only = gates.find((one) => one === gate)
  if (gate !== undefined && only === undefined)
    throw new WrongUsage(`--gate: ${gate} is not a gate. Name one of ${gates.join(', ')}.`)
  return { only, form: json ? 'json' : sarif ? 'sarif' : 'text' }
}

/** Relative to the current folder, with `/`, because SARIF names files of the repository. */
function shownPath(path: string): string {
  const inside = relative(process.cwd(), resolve(path)).split(sep).join('/')
  return inside.startsWith('../') ? basename(resolve(path)) : inside
}

const linesOf = (folder: string, check: SkillCheck): string[] => [
  `${folder === '' ? check.name : folder}: ${check.verdict}`,
  ...decisive(check).map(({ file, line, column, rule, why }) => `  ${file}:${line}:${column} ${rule}: ${why}`),
  ...check.chains.map(({ id, what, links }) => `  ${id}: ${what} ${links.join(', ')}`),
]

/** Replaces the control characters that a terminal would interpret. */
const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\uFFFD')

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error
  process.stderr.write(`${printable(error.message)}\n${usage}\n`)
  process.exitCode = 2
}
