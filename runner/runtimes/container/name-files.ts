import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namesOf } from './network.ts'

/** On this address, a container's first process forwards connections and lookups to the gateway. */
const loopback = '127.0.0.1'

/**
 * Writes a `resolv.conf` that directs lookups to a container's own first process, and returns its path. All containers
 * of an instance share it.
 */
export async function writeResolvFile(folder: string): Promise<string> {
  return writeReadable(join(folder, 'resolv.conf'), `nameserver ${loopback}\nsearch .\noptions timeout:1 attempts:1\n`)
}

/** Writes a `hosts` file with the names that one container may resolve without a lookup, and returns its path. */
export async function writeHostsFile(folder: string, hosts: readonly string[]): Promise<string> {
  const lines = ['localhost', ...namesOf(hosts)].map((name) => `${loopback}\t${name}\n`)
  return writeReadable(join(folder, 'hosts'), lines.join(''))
}

/** The container's unprivileged user must be able to read it, whatever this process's umask is. */
async function writeReadable(file: string, text: string): Promise<string> {
  await writeFile(file, text)
  await chmod(file, 0o644)
  return file
}
