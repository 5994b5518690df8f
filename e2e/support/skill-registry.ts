import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRegistry } from '#lib/skills/server/sources/build-registry.ts'
import { RegistryIndex } from '#lib/skills/server/sources/registry-index.ts'

type Facts = Partial<Omit<RegistryIndex['skills'][string], 'versions'>>

/** A registry of skills, and the hosts that its skills contact, as one local server. */
export type SkillRegistry = AsyncDisposable & {
  /** The registry as a source. */
  readonly source: string
  /** The settings with which an app reaches the server by the names of the hosts. */
  readonly env: Readonly<Record<string, string>>
  /** Publishes a version of a skill that contacts its first host. */
  publish(
    name: string,
    version: string,
    hosts: readonly string[],
    more?: { fields?: string; facts?: Facts },
  ): Promise<void>
}

/** `unreachable`: a host that answers nothing but errors. */
export async function startSkillRegistry(hosts: readonly string[], unreachable: string): Promise<SkillRegistry> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'travel-registry-')))
  const [shop, out] = [join(folder, 'shop'), join(folder, 'out')]
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://local.invalid').pathname
    if (path === '/rate') return void response.writeHead(200).end('{"rate":1.79}')
    readFile(join(out, path)).then(
      (bytes) => response.writeHead(200).end(bytes),
      () => response.writeHead(503).end(),
    )
  })
  const url = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}`)
    })
  })
  const upstream = { url, data: 'sample' }
  return {
    source: 'registry:https://skills.example.com/index.json',
    env: {
      TRAVEL_UPSTREAMS: JSON.stringify(
        Object.fromEntries(['skills.example.com', unreachable, ...hosts].map((host) => [host, upstream])),
      ),
    },
    async publish(name, version, contacted, { fields = '', facts = {} } = {}) {
      const skill = join(shop, name)
      await mkdir(skill, { recursive: true })
      const permissions = `permissions: { network: { egress: [${contacted}] } }`
      await writeFile(
        join(skill, 'skill.yaml'),
        `name: ${name}\nversion: "${version}"\ndescription: ${facts.description ?? name}\nrisk_level: low\nentry: main.ts\n${permissions}\n${fields}`,
      )
      const [host] = contacted
      const others = contacted.map((one) => `// https://${one}/\n`).join('')
      await writeFile(
        join(skill, 'main.ts'),
        host === undefined
          ? 'export default () => ({ results: [] })\n'
          : `export default async () => {\n  const response = await fetch('https://${host}/rate')\n  return { results: [JSON.parse(await response.text())] }\n}\n${others}`,
      )
      const built = await buildRegistry(shop, out)
      if (!built.ok) throw new Error(JSON.stringify(built))
      const file = join(out, 'index.json')
      const index = RegistryIndex.parse(JSON.parse(await readFile(file, 'utf8')))
      const entry = index.skills[name]
      if (entry) index.skills[name] = { ...entry, ...facts }
      await writeFile(file, JSON.stringify(index))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}
