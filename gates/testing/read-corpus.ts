import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WholeFolder } from '../read-whole-folder.ts'

/** An example skill: a malicious one, or an honest one that looks malicious. */
export type CorpusSkill = {
  /** The class and the name of the skill, as `class/name`. */
  readonly name: string
  readonly isMalicious: boolean
  readonly folder: WholeFolder
}

const folder = join(import.meta.dirname, '../corpus')

/**
 * The skills of `gates/corpus`. Each file contains many: `=== bad NAME` or `=== good NAME` begins a skill, and
 * `--- PATH` begins one of its files. Their code never runs.
 */
export function readCorpus(): CorpusSkill[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/^(?==== )/m))
    .map((text) => {
      const [, label, name = ''] = /^=== (bad|good) (\S+)\n/.exec(text) ?? []
      if (label === undefined) throw new TypeError(`A skill of the corpus begins with "=== bad" or "=== good": ${text}`)
      const files = text
        .split(/^(?=--- \S)/m)
        .slice(1)
        .map((part): [string, Uint8Array] => {
          const newline = part.indexOf('\n')
          return [part.slice(4, newline), Buffer.from(part.slice(newline + 1))]
        })
      const digest = createHash('sha256').update(text).digest('hex')
      return { name, isMalicious: label === 'bad', folder: { files: new Map(files), unread: [], digest } }
    })
}
