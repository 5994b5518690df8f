import type { ContainerCreateOptions, HostConfig } from 'dockerode'
import type { FoundImage } from './engine.ts'
import type { EgressMode } from './messages.ts'
import { seccompOption } from './seccomp.ts'

/** The resources of an execution's container. */
export type ContainerShape = {
  /** `repository:digest`. */
  readonly image: string
  /** Replaces the image's own command. */
  readonly command?: readonly string[]
  readonly memoryMb: number
  readonly cpus: number
  readonly lifetimeMs: number
  readonly secrets: Readonly<Record<string, string | null>>
}

/** Options that depend on the mode of egress. */
export type NetworkOptions = {
  readonly mode: EgressMode
  /** Options under the engine's names. Ports and capabilities are deliberately not among them. */
  readonly host: Pick<HostConfig, 'NetworkMode' | 'ExtraHosts' | 'Dns' | 'DnsOptions' | 'DnsSearch'>
  readonly binds: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export type CreateOptionsInput = {
  readonly shape: ContainerShape
  readonly image: FoundImage
  /** A user id that no other running container has. No file of the image belongs to it. */
  readonly userId: number
  readonly network: NetworkOptions
  readonly labels: Readonly<Record<string, string>>
  /** Absolute path of the certificate of the instance's authority, as seen by the engine's machine. */
  readonly caFile: string
  /** The engine's number of CPUs, the largest share that it accepts. */
  readonly engineCpus: number
  /** Secret digits with which the first process reports the end of the program. Absent: only the engine reports it. */
  readonly endDigits?: string
}

/** The user `nobody`, for containers that run no execution. */
export const nobody = '65534:65534'
/** The platform's first process, from the base image. No file of a skill can replace it. */
export const firstProcess = '/usr/local/bin/travel-init'
const caPath = '/run/travel/ca.pem'
const tmpMb = 16
/** Maximum number of processes and threads. Node alone has about ten threads. */
const processes = 64
const openFiles = 1024
const maxSocketMb = 16
const minCpus = 0.01
const mb = 1024 * 1024

/** Standard input, output and error are pipes to this process. */
export const piped = {
  OpenStdin: true,
  StdinOnce: true,
  AttachStdin: true,
  AttachStdout: true,
  AttachStderr: true,
  Tty: false,
} as const satisfies ContainerCreateOptions

/** Restrictions for every container. All other options are the engine's defaults for an unprivileged container. */
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
 * The container of one execution: its own user, no capabilities, no privileges from setuid, our seccomp profile, the
 * engine's masked paths, a read-only file system with a small `/tmp`, no shared IPC, and hard limits for memory (swap
 * included), CPU, processes and files.
 */
export function createOptionsOf(input: CreateOptionsInput): ContainerCreateOptions {
  const { shape, image, network } = input
  const memory = shape.memoryMb * mb
  return {
    // By id, which is the digest of the content: a name can be moved to another image at any time.
    Image: image.id,
    Entrypoint: [firstProcess],
    Cmd: [...(shape.command ?? image.command)],
    Healthcheck: { Test: ['NONE'] },
    User: `${input.userId}:${input.userId}`,
    Hostname: 'skill',
    Labels: { ...input.labels },
    Env: environmentOf(input),
    ...piped,
    // The container still gets a network of its own, with a loopback only. Without this option, the engine sets up a
    // network just to leave it empty, which takes as long as the rest of the start.
    NetworkDisabled: network.mode === 'socket',
    HostConfig: {
      ...hardening,
      ...network.host,
      Binds: [`${input.caFile}:${caPath}:ro`, ...network.binds],
      // Lets the forwarder listen on 53 and 443 without a capability.
      Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
      Memory: memory,
      MemorySwap: memory,
      ...socketMemoryOf(memory),
      NanoCpus: Math.round(Math.max(minCpus, Math.min(shape.cpus, input.engineCpus)) * 1e9),
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

/**
 * cgroups v1 do not count socket memory against the memory limit, so it gets its own limit; other versions count it and
 * ignore this.
 */
function socketMemoryOf(memory: number) {
  return { KernelMemoryTCP: Math.min(memory, maxSocketMb * mb) }
}

/**
 * The container gets only the image's own environment and these variables, nothing of this process's environment. A
 * withheld secret gets no variable.
 */
function environmentOf({ shape, network, endDigits }: CreateOptionsInput): string[] {
  const { secrets, lifetimeMs } = shape
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
  }
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`)
}
