import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { testCertificate, testKey } from '#runner/egress/testing/tls-fixture.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { isRoot } from '../../scripts/testing/needs.ts'

export const proxyNames = ['nginx', 'caddy'] as const
export type ProxyName = (typeof proxyNames)[number]

export type Proxy = AsyncDisposable & { readonly port: number }

/** The block of docs/operating.md, as an operator copies it. */
export function documentedBlock(name: ProxyName): string {
  const found = new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\``, 'ms').exec(readFileSync('docs/operating.md', 'utf8'))
  if (found?.[1] === undefined) throw new Error(`docs/operating.md has no block for ${name}`)
  return found[1]
}

/** What an operator writes who knows only nginx's own manual. */
export const defaultBlock = `server {
  listen 443 ssl;
  server_name travel.example.com;
  ssl_certificate /etc/ssl/travel.example.com.pem;
  ssl_certificate_key /etc/ssl/travel.example.com.key;
  location / {
    proxy_pass http://127.0.0.1:3000;
  }
}
`

/** Whether the proxy is installed. */
export const hasProxy = (name: ProxyName): boolean =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version']).error === undefined

/** Runs the block in front of the app at `appPort`, on a free port and with a certificate of the tests. */
export async function startProxy(name: ProxyName, block: string, appPort: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'travel-proxy-'))
  const port = await findFreePort()
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  writeFileSync(certificate, testCertificate)
  writeFileSync(key, testKey)
  const here = block.replaceAll('127.0.0.1:3000', `127.0.0.1:${appPort}`)
  const file = join(folder, 'configuration')
  let args: string[]
  if (name === 'nginx') {
    const own = here
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(/\/etc\/ssl\/\S+\.pem/, certificate)
      .replace(/\/etc\/ssl\/\S+\.key/, key)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
    const main = `daemon off;\n${isRoot ? 'user root;\n' : ''}pid ${folder}/pid;\nerror_log stderr;\nevents {}\n`
    writeFileSync(file, `${main}http {\naccess_log off;\n${paths.join('\n')}\n${own}}\n`)
    args = ['-e', 'stderr', '-p', folder, '-c', file]
  } else {
    const own = here.replace(
      /^travel\.example\.com \{/m,
      `https://travel.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
    )
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${own}`)
    args = ['run', '--config', file, '--adapter', 'caddyfile']
  }
  const child = spawn(name, args, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const said: string[] = []
  child.stderr.on('data', (part) => said.push(String(part)))
  await listening(child, port, said)
  return {
    port,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the proxy accepts connections. */
async function listening(child: ChildProcess, port: number, said: readonly string[]): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The proxy has ended: ${said.join('')}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(50)
  }
}
