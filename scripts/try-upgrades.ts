import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readArguments } from './arguments.ts'
import { main, root, StepError, step } from './steps.ts'

/**
 * `node scripts/try-upgrades.ts [COMMIT…]`, by hand: makes a data folder with each of these commits, opens it with this
 * version, and sees the commit refuse it afterwards. Absent: three earlier commits. Uses the packages that are installed.
 */
const earlier = [100, 500, 1500]
const run = promisify(execFile)

await main(async () => {
  const { words } = readArguments({}, { maxWords: Number.POSITIVE_INFINITY })
  const commits = words.length > 0 ? words : earlier.map((count) => `HEAD~${count}`)
  for (const commit of commits) await step(`A data folder of ${commit}`, () => tryOne(commit))
  return 0
})

async function tryOne(commit: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-upgrade-'))
  const [old, dataDir] = [join(folder, 'code'), join(folder, 'data')]
  const git = (...args: string[]) => run('git', args, { cwd: root })
  await git('worktree', 'add', '--detach', old, commit)
  try {
    await symlink(join(root, 'node_modules'), join(old, 'node_modules'))
    await run(process.execPath, ['scripts/generate.ts'], { cwd: old })
    await travel(old, dataDir, 'agent-key', 'create', 'from-before', '--all-skills')
    if (!(await travel(root, dataDir, 'agent-key', 'list')).includes('from-before')) {
      throw new StepError(`The key that ${commit} made is gone.`)
    }
    await travel(root, dataDir, 'audit', 'verify')
    const refused = await travel(old, dataDir, 'agent-key', 'list').then(
      () => '',
      (cause: unknown) => String(cause),
    )
    const isOlder = (await migrationsOf(old)) < (await migrationsOf(root))
    if (isOlder && !refused.includes('lacks')) throw new StepError(`${commit} opens a data folder of this version.`)
  } finally {
    await git('worktree', 'remove', '--force', old)
    await rm(folder, { recursive: true, force: true })
  }
}

async function migrationsOf(folder: string): Promise<number> {
  return (await readdir(join(folder, 'prisma', 'migrations'))).length
}

async function travel(cwd: string, dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, TRAVEL_DATA_DIR: dataDir, DATABASE_URL: '' }
  const { stdout } = await run(process.execPath, ['lib/cli/main.ts', ...args], { cwd, env })
  return stdout
}
