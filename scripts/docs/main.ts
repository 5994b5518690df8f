import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../arguments.ts'
import { main, root } from '../steps.ts'
import { generatedFiles } from './pages.ts'

/** `npm run docs`: writes the files that are generated from the code for its readers. */
await main(async () => {
  readArguments({})
  for (const [path, page] of Object.entries(generatedFiles)) writeFileSync(join(root, path), page())
  return 0
})
