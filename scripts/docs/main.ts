import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { readArguments } from '../arguments.ts'
import { main, root } from '../steps.ts'
import { changelogOf } from './changelog.ts'
import { generatedFiles } from './pages.ts'

/** `npm run docs [-- --changelog]`: writes the files that are generated from the code for its readers. */
await main(async () => {
  const { options } = readArguments({ changelog: 'flag' })
  for (const [path, page] of Object.entries(generatedFiles)) writeFileSync(join(root, path), page())
  if (options.changelog) {
    const history = execFileSync('git', ['log', '--no-merges', '--reverse', '--format=%s'], {
      cwd: root,
      encoding: 'utf8',
    })
    writeFileSync(join(root, 'CHANGELOG.md'), changelogOf(packageJson.version, history.split('\n')))
  }
  return 0
})
