import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Manifest = z.object({ version: z.string() })

/** The version of this project. */
export const readProjectVersion = (projectRoot: string): string =>
  Manifest.parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))).version
