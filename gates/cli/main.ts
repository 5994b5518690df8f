#!/usr/bin/env node
import { basename, relative, resolve, sep } from 'node:path'
import { hidden } from '#runner/contract/hidden-text.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { checkSkill } from '../check-skill.ts'
import { findingLines, isInWorkflow } from '../finding-lines.ts'
import type { SkillCheck } from '../judge.ts'
import { loadRules } from '../load-rules.ts'
import { sarifOf } from '../sarif.ts'
import { readOptions, usage, WrongUsage } from './read-options.ts'

async function main(args: readonly string[]): Promise<number> {
  const { only, form, folders } = await readOptions(args)
  if (form === 'help') {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const rules = loadRules()
  const checked: { readonly folder: string; readonly check: SkillCheck }[] = []
  let hasFailed = false
  for (const path of folders) {
    const folder = shownPath(path)
    try {
      checked.push({ folder, check: await checkSkill(path, { rules, only }) })
    } catch (cause) {
      hasFailed = true
      process.stderr.write(`${printable(`${folder}: the check failed: ${String(cause)}`)}\n`)
    }
  }
  if (form === 'sarif') process.stdout.write(`${printableJson(sarifOf(checked, rules), 2)}\n`)
  else if (form === 'json')
    process.stdout.write(
      `${printableJson({ skills: checked.map(({ folder, check }) => ({ folder, ...check })) }, 2)}\n`,
    )
  else
    for (const { folder, check } of checked) process.stdout.write(`${printable(linesOf(folder, check).join('\n'))}\n`)
  return hasFailed || checked.some(({ check }) => check.verdict === 'block') ? 1 : 0
}

/** Relative to the current folder, with `/`, because SARIF names files of the repository. */
function shownPath(path: string): string {
  const inside = relative(process.cwd(), resolve(path)).split(sep).join('/')
  return inside.startsWith('../') ? basename(resolve(path)) : inside
}

const linesOf = (folder: string, check: SkillCheck): string[] => [
  `${folder === '' ? check.name : folder}: ${check.verdict}`,
  ...findingLines(folder, check, isInWorkflow()),
  ...check.chains.map(({ id, what, links }) => `  ${id}: ${what} ${links.join(', ')}`),
]

/** Replaces the control characters that a terminal would interpret. */
const printable = (text: string): string => text.replace(hidden, '\uFFFD')

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error
  process.stderr.write(`${printable(error.message)}\n${usage}\n`)
  process.exitCode = 2
}
