import { expect, test } from 'vitest'
import { type CreateOptionsInput, createOptionsOf } from './create-options.ts'

const input: CreateOptionsInput = {
  shape: {
    image: 'travel-skills/rates:0123456789ab',
    memoryMb: 128,
    cpus: 0.5,
    lifetimeMs: 20_000,
    secrets: { RATES_KEY: 'placeholder-1', WITHHELD: null },
  },
  userId: 1_073_741_900,
  image: { id: 'sha256:0123', command: ['python3', '/skill/main.py'] },
  network: {
    mode: 'socket',
    host: { NetworkMode: 'none' },
    binds: ['/srv/run/a1/b2:/run/travel/net:ro'],
    env: {},
  },
  labels: { 'aw.travel.instance': 'inst_1' },
  caFile: '/srv/run/a1/ca.pem',
  engineCpus: 2,
}

test('a container has no privileges, devices, IPC or writable files except /tmp, and has hard resource limits', () => {
  expect(createOptionsOf(input)).toEqual({
    Image: 'sha256:0123',
    Entrypoint: ['/usr/local/bin/travel-init'],
    Cmd: ['python3', '/skill/main.py'],
    Healthcheck: { Test: ['NONE'] },
    User: '1073741900:1073741900',
    Hostname: 'skill',
    Labels: { 'aw.travel.instance': 'inst_1' },
    Env: [
      'RATES_KEY=placeholder-1',
      'HOME=/tmp',
      'TMPDIR=/tmp',
      'TZ=UTC',
      'LANG=C.UTF-8',
      'SSL_CERT_FILE=/run/travel/ca.pem',
      'REQUESTS_CA_BUNDLE=/run/travel/ca.pem',
      'NODE_EXTRA_CA_CERTS=/run/travel/ca.pem',
      'CURL_CA_BUNDLE=/run/travel/ca.pem',
      'TRAVEL_EGRESS=socket',
      'TRAVEL_TTL_MS=20000',
    ],
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    NetworkDisabled: true,
    HostConfig: {
      NetworkMode: 'none',
      Binds: ['/srv/run/a1/ca.pem:/run/travel/ca.pem:ro', '/srv/run/a1/b2:/run/travel/net:ro'],
      Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
      Memory: 128 * 1024 * 1024,
      MemorySwap: 128 * 1024 * 1024,
      KernelMemoryTCP: 16 * 1024 * 1024,
      NanoCpus: 500_000_000,
      PidsLimit: 64,
      OomKillDisable: false,
      Ulimits: [
        { Name: 'nofile', Soft: 1024, Hard: 1024 },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      ReadonlyRootfs: true,
      Tmpfs: { '/tmp': 'rw,noexec,nosuid,nodev,size=16m,mode=1777' },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges', expect.stringMatching(/^seccomp=\{"defaultAction":"SCMP_ACT_ERRNO"/)],
      Privileged: false,
      IpcMode: 'none',
      LogConfig: { Type: 'none', Config: {} },
      RestartPolicy: { Name: '' },
      AutoRemove: false,
    },
  })
})

test('passes the end digits to the first process', () => {
  const endDigits = '0123456789abcdef'.repeat(2)
  expect(createOptionsOf({ ...input, endDigits }).Env).toContain(`TRAVEL_END=${endDigits}`)
})

test('the CPU share stays within what the engine can provide', () => {
  const cpusOf = (cpus: number) => createOptionsOf({ ...input, shape: { ...input.shape, cpus } }).HostConfig?.NanoCpus
  expect(cpusOf(16)).toBe(2_000_000_000)
  expect(cpusOf(0.001)).toBe(10_000_000)
})

test('a secret cannot replace an environment variable of the runtime', () => {
  const secrets = { SSL_CERT_FILE: 'elsewhere', TRAVEL_TTL_MS: 'never', HOME: '/skill' }
  const env = createOptionsOf({ ...input, shape: { ...input.shape, secrets } }).Env ?? []
  expect(env.filter((one) => /^(SSL_CERT_FILE|TRAVEL_TTL_MS|HOME)=/.test(one)).sort()).toEqual([
    'HOME=/tmp',
    'SSL_CERT_FILE=/run/travel/ca.pem',
    'TRAVEL_TTL_MS=20000',
  ])
})
