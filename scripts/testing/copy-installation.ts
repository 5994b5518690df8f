import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../steps.ts'

/** The app loads skills, and what they import, only from real folders of its installation. */
const loaded = ['skills', 'runner']
/** A command loads its own code too: through a link, it would find the project instead of the installation. */
const ofCommands = ['lib', 'messages', 'sample-provider', 'scripts']

/**
 * Creates an installation of the built app, whose skills a test may change: copies what has to be there as real folders,
 * and links to the project for the rest. `forCommands`: whether commands of the installation run too.
 */
export async function copyInstallation(folder: string, { forCommands = false } = {}): Promise<void> {
  const copied = forCommands ? [...loaded, ...ofCommands] : loaded
  await mkdir(folder)
  for (const entry of await readdir(root)) {
    // Leaves out the developer's own settings and data, and Git's folder.
    if (entry.startsWith('.') && entry !== '.next') continue
    if (copied.includes(entry)) await cp(join(root, entry), join(folder, entry), { recursive: true })
    else await symlink(join(root, entry), join(folder, entry))
  }
}
