import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { findProjectRoot } from '../../env/project-root.ts'
import { FakeOptions } from './fake-options.ts'

const Seen = z.strictObject({ pid: z.int(), parent: z.int(), args: z.array(z.string()) })

type Options = Pick<z.infer<typeof FakeOptions>, 'port'> & {
  readonly isSecure?: boolean
  /** The program that is found only starts another one, and waits for it. */
  readonly isShim?: boolean
}

/** Writes a fake program of each name into a folder. `seen`: how it was started; undefined if it never was. */
export function writeFakePrograms(folder: string, names: readonly string[], options: Options) {
  const { port, isSecure = false, isShim = false } = options
  mkdirSync(folder, { recursive: true })
  const seenBy = (name: string) => join(folder, `${name}.json`)
  for (const name of names) {
    const given = JSON.stringify(FakeOptions.parse({ port, isSecure, seen: seenBy(name) }))
    const script = join(import.meta.dirname, 'fake-program.ts')
    const start = `cd '${findProjectRoot()}' && ${isShim ? '' : 'exec '}'${process.execPath}' '${script}' ${name} '${given}' "$@"`
    writeFileSync(join(folder, name), `#!/bin/sh\n${start}\n${isShim ? 'exit 0\n' : ''}`)
    chmodSync(join(folder, name), 0o755)
  }
  return {
    path: folder,
    seen(name: string): z.infer<typeof Seen> | undefined {
      try {
        return Seen.parse(JSON.parse(readFileSync(seenBy(name), 'utf8')))
      } catch {
        return undefined
      }
    },
  }
}
