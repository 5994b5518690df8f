import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Plain JavaScript: `npm run up` loads it on any Node version, before packages are installed. */

const parentOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
  } catch {
    return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout)
  }
}

const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
}

const isGone = (pid) => {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/**
 * Returns a function that checks whether the parent process is gone. A SIGKILL of the parent sends no notification;
 * only the parent id changes. npm may run its script through a shell that outlives a killed npm, so the function then
 * checks npm, too.
 */
export const createOrphanCheck = () => {
  const parent = process.ppid
  const grandparent = process.env.npm_lifecycle_event === undefined ? 0 : parentOf(parent)
  const npm = grandparent > 1 && commandOf(grandparent).includes('npm') ? grandparent : undefined
  return () => process.ppid !== parent || (npm !== undefined && isGone(npm))
}
