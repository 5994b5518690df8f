import { expect, test } from 'vitest'
import { relayOptionsOf } from './relay.ts'

test('a relay has no privileges, writable files, ports or packet forwarding, and is removed when it ends', () => {
  const options = relayOptionsOf({
    image: 'travel-skill-base:0123456789ab',
    network: 'travel-uplink-1',
    extraHosts: [],
    labels: { 'aw.travel.instance': 'inst_1' },
  })
  expect(options).toEqual({
    Image: 'travel-skill-base:0123456789ab',
    Entrypoint: ['node', '/opt/travel/relay.mjs'],
    Cmd: [],
    User: '65534:65534',
    Hostname: 'relay',
    Labels: { 'aw.travel.instance': 'inst_1' },
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    HostConfig: {
      NetworkMode: 'travel-uplink-1',
      ExtraHosts: [],
      Dns: ['127.0.0.1'],
      Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0', 'net.ipv4.ip_forward': '0' },
      Memory: 256 * 1024 * 1024,
      MemorySwap: 256 * 1024 * 1024,
      PidsLimit: 64,
      OomKillDisable: false,
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges', expect.stringMatching(/^seccomp=\{/)],
      Privileged: false,
      IpcMode: 'none',
      LogConfig: { Type: 'none', Config: {} },
      RestartPolicy: { Name: '' },
      AutoRemove: true,
    },
  })
})
