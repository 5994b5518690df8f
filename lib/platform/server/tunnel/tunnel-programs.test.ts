import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tunnelEnvironment } from '../env/env.ts'
import { findTunnelProgram, findTunnelPrograms, tunnelPrograms } from './tunnel-programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'tunnel-programs-'))
afterAll(() => rmSync(folder, { recursive: true }))

function program(path: string, mode = 0o755): string {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, mode)
  return file
}

describe('findTunnelProgram', () => {
  it('keeps a link as it is: the program behind it depends on the name', async () => {
    const shim = program('shims/mise')
    symlinkSync(shim, join(folder, 'shims/ngrok'))
    expect(await findTunnelProgram('ngrok', join(folder, 'shims'))).toBe(join(folder, 'shims/ngrok'))
  })

  it('takes no program of the packages of the project, of a relative folder, or that may not be run', async () => {
    program('node_modules/.bin/cloudflared')
    program('plain/cloudflared', 0o644)
    mkdirSync(join(folder, 'folders/cloudflared'), { recursive: true })
    const folders = ['node_modules/.bin', 'node_modules/.bin/', 'plain', 'folders'].map((name) => `${folder}/${name}`)
    const path = ['', '.', ...folders].join(delimiter)
    expect(await findTunnelProgram('cloudflared', path)).toBeUndefined()
    const right = program('right/cloudflared')
    expect(await findTunnelProgram('cloudflared', `${path}${delimiter}${folder}/right`)).toBe(right)
  })

  it('finds nothing without a PATH', async () => {
    expect(await findTunnelPrograms(undefined)).toEqual([])
  })
})

describe('addresses', () => {
  it.each([
    [
      'cloudflared',
      '2026-11-28T12:00:00Z INF |  https://a-b-c.trycloudflare.com      |',
      'https://a-b-c.trycloudflare.com',
    ],
    ['cloudflared', 'ERR failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": EOF', undefined],
    ['cloudflared', 'INF |  http://a-b-c.trycloudflare.com  |', undefined],
    ['cloudflared', 'INF |  https://a.trycloudflare.com.evil.example  |', undefined],
    [
      'ngrok',
      'lvl=info msg="started tunnel" addr=http://127.0.0.1:1 url=https://a1.ngrok-free.app',
      'https://a1.ngrok-free.app',
    ],
    ['ngrok', 'lvl=info msg="started tunnel" addr=http://127.0.0.1:1 url=http://a1.ngrok-free.app', undefined],
    ['ngrok', 'lvl=info msg="started tunnel" addr=http://127.0.0.1:1 url=tcp://a1.ngrok-free.app:1', undefined],
    ['ngrok', 'lvl=info msg="update available" url=https://a1.ngrok-free.app', undefined],
  ] as const)('%s: only the https address of the tunnel itself, from %s', (name, line, address) => {
    expect(tunnelPrograms[name].address.exec(line)?.[1]).toBe(address)
  })

  it('ngrok keeps no requests for its inspector', () => {
    expect(tunnelPrograms.ngrok.args(4000)).toContain('--inspect=false')
  })

  it('cloudflared reads no configuration and does not update itself', () => {
    expect(tunnelPrograms.cloudflared.args(4000)).toEqual(
      expect.arrayContaining(['--config', '/dev/null', '--no-autoupdate']),
    )
  })
})

it('a program gets none of the settings of the app', () => {
  const given = {
    PATH: '/bin',
    HOME: '/h',
    NGROK_AUTHTOKEN: 't',
    https_proxy: 'p',
    TRAVEL_SESSION_KEY: 's',
    TUNNEL_TOKEN: 'x',
  }
  expect(tunnelEnvironment({ ...given, NODE_ENV: 'test' })).toEqual({
    ...{ PATH: '/bin', HOME: '/h', NGROK_AUTHTOKEN: 't', https_proxy: 'p' },
    NODE_ENV: 'test',
  })
})
