import type { ContainerCreateOptions, HostConfig } from 'dockerode'
import type { FoundImage } from './engine.ts'
import type { EgressMode } from './messages.ts'
import { seccompOption } from './seccomp.ts'

/** What an execution may use of its container's machine. */
export type ContainerShape = {
  /** `repository:digest`. */
  readonly image: string
  /** Instead of what the image runs by itself. */
  readonly command?: readonly string[]
  readonly memoryMb: number
  readonly cpus: number
  readonly lifetimeMs: number
  readonly secrets: Readonly<Record<string, string | null>>
  /** It is started before there is an execution for it. Absent: for one. */
  readonly isAhead?: boolean
}

/** What a mode of egress adds. */
export type NetworkOptions = {
  readonly mode: EgressMode
  /** Under the engine's names. No ports, no capabilities: those have no place here. */
  readonly host: Pick<HostConfig, 'NetworkMode' | 'ExtraHosts' | 'Dns' | 'DnsOptions' | 'DnsSearch'>
  readonly binds: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export type CreateOptionsInput = {
  readonly shape: ContainerShape
  readonly image: FoundImage
  /** The number of a user that no other container has. No file of the image belongs to it. */
  readonly userId: number
  readonly network: NetworkOptions
  readonly labels: Readonly<Record<string, string>>
  /** Absolute path of the instance's certificate, as the engine's machine sees it. */
  readonly caFile: string
  /** The engine takes no larger share. */
  readonly engineCpus: number
  /** By which its first process tells how the program ended. Absent: the engine alone does. */
  readonly endDigits?: string
}

/** Nobody, for what is not an execution. */
export const nobody = '65534:65534'
/** The platform's own, in the base image: nothing of a skill lies where it could take its place. */
export const firstProcess = '/usr/local/bin/travel-init'
const caPath = '/run/travel/ca.pem'
const tmpMb = 16
/** Threads count. Node alone has about ten. */
const processes = 64
const openFiles = 1024
const mostSocketMb = 16
const leastCpus = 0.01
/** With less, a program that needs all of it gets all of it. */
const leastAheadMb = 64
const mb = 1024 * 1024

/** What every container is kept from. Whatever is not named here is the engine's default for an unprivileged container. */
export const hardening = {
  ReadonlyRootfs: true,
  CapDrop: ['ALL'],
  SecurityOpt: ['no-new-privileges', seccompOption],
  Privileged: false,
  IpcMode: 'none',
  LogConfig: { Type: 'none', Config: {} },
  RestartPolicy: { Name: '' },
  OomKillDisable: false,
} satisfies HostConfig

/**
 * The container of one execution: a user of its own, no capability, nothing to gain by setuid, a seccomp profile of ours, the engine's
 * masked paths, a read-only file system with a small `/tmp`, no IPC with anyone, and hard limits for memory (swap
 * included), CPU, processes and files.
 */
export function createOptionsOf(input: CreateOptionsInput): ContainerCreateOptions {
  const { shape, image, network } = input
  const memory = shape.memoryMb * mb
  return {
    // By its id, which is the digest of all that it is: a name may be given to another one at any time.
    Image: image.id,
    Entrypoint: [firstProcess],
    Cmd: [...(shape.command ?? image.command)],
    Healthcheck: { Test: ['NONE'] },
    User: `${input.userId}:${input.userId}`,
    Hostname: 'skill',
    Labels: { ...input.labels },
    Env: environmentOf(input),
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    HostConfig: {
      ...hardening,
      ...network.host,
      Binds: [`${input.caFile}:${caPath}:ro`, ...network.binds],
      // The forwarder listens on 53 and 443 without a capability.
      Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
      Memory: memory,
      MemorySwap: memory,
      ...socketMemoryOf(memory),
      NanoCpus: Math.round(Math.max(leastCpus, Math.min(shape.cpus, input.engineCpus)) * 1e9),
      PidsLimit: processes,
      Ulimits: [
        { Name: 'nofile', Soft: openFiles, Hard: openFiles },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      Tmpfs: { '/tmp': `rw,noexec,nosuid,nodev,size=${tmpMb}m,mode=1777` },
      AutoRemove: false,
    },
  }
}

/** Where cgroups are of version 1 the limit of memory does not count what sockets hold; others count it there, and leave this out. */
function socketMemoryOf(memory: number) {
  return { KernelMemoryTCP: Math.min(memory, mostSocketMb * mb) }
}

/** Nothing of this process's environment: the image's own, and this. A secret that was withheld is not there. */
function environmentOf({ shape, network, endDigits }: CreateOptionsInput): string[] {
  const { secrets, lifetimeMs, memoryMb, isAhead = false } = shape
  const granted = Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== null)
  const environment = {
    ...Object.fromEntries(granted),
    ...network.env,
    HOME: '/tmp',
    TMPDIR: '/tmp',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    SSL_CERT_FILE: caPath,
    REQUESTS_CA_BUNDLE: caPath,
    NODE_EXTRA_CA_CERTS: caPath,
    CURL_CA_BUNDLE: caPath,
    TRAVEL_EGRESS: network.mode,
    TRAVEL_TTL_MS: String(lifetimeMs),
    ...(endDigits === undefined ? {} : { TRAVEL_END: endDigits }),
    // There is time to load what a first request needs, and room for it.
    ...(isAhead && memoryMb >= leastAheadMb ? { TRAVEL_AHEAD: '1' } : {}),
  }
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`)
}
