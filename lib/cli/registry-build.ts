import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { buildRegistry, type Signer } from '#lib/skills/server/sources/build-registry.ts'
import { signRelease } from '#lib/skills/server/sources/registry-index.ts'
import { sourceWords } from '#lib/skills/server/sources/source-refusal.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { CommandFailure } from './expected-failure.ts'
import { oneLine, workingDir } from './terminal.ts'

type BuildOptions = { out: string; key?: string; json?: boolean }

/** Writes a registry of skills that any web server can host. */
export const createRegistryBuildCommand = (): Command =>
  new Command('build')
    .description(
      'write a registry of the skills below a folder, as files for any web server; versions that are there never change',
    )
    .argument('<folder>', 'the folder with the skills')
    .requiredOption('--out <folder>', 'the folder of the registry')
    .option('--key <file>', 'sign with this ed25519 private key (PEM, made by: openssl genpkey -algorithm ed25519)')
    .option('--json', 'print one line of JSON')
    .action(async (folder: string, { out, key, json }: BuildOptions) => {
      const [from, to] = [folder, out].map((path) => resolve(workingDir(), path))
      if (from === undefined || to === undefined) return
      const built = await buildRegistry(from, to, key === undefined ? {} : { sign: await readSigner(key) })
      if (!built.ok) {
        const { message, remedy } = sourceWords(built)
        throw new CommandFailure(oneLine(`${message} ${remedy}`))
      }
      const { added, kept } = built
      const signed = key === undefined ? 'unsigned' : 'signed'
      if (json) process.stdout.write(`${printableJson({ added, kept }, 0)}\n`)
      else
        process.stdout.write(
          `Added ${added.length === 0 ? 'nothing' : `${added.join(', ')} (${signed})`}; ${kept.length} kept.\n`,
        )
    })

async function readSigner(file: string): Promise<Signer> {
  const pem = await readFile(resolve(workingDir(), file), 'utf8').catch((cause: unknown) => {
    throw new CommandFailure(`--key: ${file} cannot be read.`, { cause })
  })
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return async (release) => signRelease(release, key)
  } catch {
    // The message below says what the file must be.
  }
  throw new CommandFailure(`--key: ${file} is not an ed25519 private key. Make one: openssl genpkey -algorithm ed25519`)
}
