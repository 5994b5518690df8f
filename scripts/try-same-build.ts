import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#runner/core/hash.ts'
import { readArguments } from './arguments.ts'
import { main, runNode, step } from './steps.ts'
import { checkOut } from './upgrades/versions.ts'

/** Files that differ between builds of the same sources, with the reason. */
const differing: readonly { readonly file: RegExp; readonly why: string }[] = [
  {
    file: /^prerender-manifest\.json$|^server\/preview-props\.json$/,
    why: "random keys of Next's preview mode, which the app does not use",
  },
  { file: /^required-server-files\.(?:js|json)$/, why: 'the folder of the build' },
]

/** What no process of the app reads: caches of the bundler, and what it notes about its own work. */
const unread = /^(?:build|cache|diagnostics|turbopack|types)\/|^(?:lock|trace|trace-build)$/

/**
 * `node scripts/try-same-build.ts [COMMIT]`, by hand, some minutes: builds a commit (absent: the last one) twice, in two
 * folders, and compares all files that the app reads. Fails if one differs without a reason above. Both builds get one
 * key of server actions. Without it, each draws its own, and actions have other names.
 */
await main(async () => {
  const [commit = 'HEAD'] = readArguments({}, { maxWords: 1 }).words
  await using opened = new AsyncDisposableStack()
  const env = { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  // Both at once: HEAD may move while the first one is built.
  const folders = [opened.use(await checkOut(commit)).folder, opened.use(await checkOut(commit)).folder] as const
  const build = async (label: string, folder: string) => {
    await step(label, () => runNode('scripts/build.ts', [], { folder, env }))
    return readBuild(join(folder, '.next'))
  }
  const one = await build(`Building ${commit}`, folders[0])
  const other = await build('Building it in another folder', folders[1])
  const names = [...new Set([...one.keys(), ...other.keys()])].sort()
  const found = names.filter((name) => one.get(name) !== other.get(name))
  for (const name of found) {
    const why = differing.find(({ file }) => file.test(name))?.why ?? 'no known reason'
    process.stdout.write(`${name}: ${why}\n`)
  }
  const unexplained = found.filter((name) => !differing.some(({ file }) => file.test(name)))
  process.stdout.write(`${names.length - found.length} of ${names.length} files are identical.\n`)
  return unexplained.length === 0 ? 0 : 1
})

/** The digest of each file. */
function readBuild(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    paths
      .map((path) => [path.slice(folder.length + 1), path] as const)
      .filter(([name]) => !unread.test(name))
      .map(([name, path]) => [name, sha256(readFileSync(path))]),
  )
}
