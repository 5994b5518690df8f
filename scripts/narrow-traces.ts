import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StepError } from './steps.ts'

const traceSchema = z.object({ files: z.array(z.string()) })

/** A file that no route of the app reads. */
const unread = /^(?:\.\.\/)+CONTRIBUTING\.md$/

/**
 * Throws a StepError if the bundler assumed that a file access of the app may read any file of the project. The bundler
 * then analyzes every file for every route, which takes several times as long as the build itself.
 *
 * @param folder `.next/server`, with the bundler's `.nft.json` lists
 */
export function requireNarrowTraces(folder: string): void {
  const lists = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.nft.json'))
  const wide = lists.find((list) =>
    traceSchema.parse(JSON.parse(readFileSync(join(folder, list), 'utf8'))).files.some((file) => unread.test(file)),
  )
  if (wide === undefined) return
  throw new StepError(
    `The bundler follows a file access of the app through the whole project (${wide}). Run npx next build, which names the call, and begin its argument with /* turbopackIgnore: true */.`,
  )
}
