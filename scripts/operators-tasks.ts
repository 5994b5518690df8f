import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { readArguments } from './arguments.ts'
import { doByHand } from './by-hand.ts'
import { main, runNode } from './steps.ts'

const page = 'docs/operators-tasks.md'
const notes = 'test-results/operators'

const Note = z.object({
  at: z.number(),
  name: z.string(),
  width: z.number(),
  presses: z.number(),
  page_s: z.number(),
  seconds: z.number(),
})

/**
 * `node scripts/operators-tasks.ts`: asks the questions of docs/operators-tasks.md in the built console, writes the table
 * there, and pictures to test-results/tasks. `node scripts/operators-tasks.ts operators-pages` takes pictures of all pages.
 */
await main(async () => {
  const { words } = readArguments({}, { maxWords: 1 })
  rmSync(notes, { recursive: true, force: true })
  try {
    // One test at a time: the others would take the processor's time.
    await doByHand([...(words.length > 0 ? words : ['operators-tasks']), '--workers', '1'])
  } finally {
    await writeTable()
  }
  return 0
})

async function writeTable(): Promise<void> {
  const found = globSync(`${notes}/*.json`).map((path) => Note.parse(JSON.parse(readFileSync(path, 'utf8'))))
  if (found.length === 0) return
  const names = new Map(found.map(({ at, name }) => [at, name]))
  const rows = [...names].sort(([a], [b]) => a - b)
  const cells = (at: number, width: number) => {
    const one = found.find((note) => note.at === at && note.width === width)
    return one ? [String(one.presses), one.page_s.toFixed(1), one.seconds.toFixed(1)] : ['–', '–', '–']
  }
  const lines = [
    ['question', '390 px: presses', 'page, s', 'in all, s', '1280 px: presses', 'page, s', 'in all, s'],
    ['---', '---', '---', '---', '---', '---', '---'],
    ...rows.map(([at, name]) => [name, ...cells(at, 390), ...cells(at, 1280)]),
  ]
  const table = lines.map((line) => `| ${line.join(' | ')} |`)
  const [before = ''] = readFileSync(page, 'utf8').split(/^\| question /m)
  writeFileSync(page, `${before}${table.join('\n')}\n`)
  await runNode('node_modules/@biomejs/biome/bin/biome', ['check', '--write', page])
}
