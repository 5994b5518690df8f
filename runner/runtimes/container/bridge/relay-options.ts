import type { ContainerCreateOptions } from 'dockerode'
import { hardening, nobody } from '../create-options.ts'

export type RelayContainer = {
  readonly image: string
  readonly network: string
  readonly extraHosts: readonly string[]
  readonly labels: Readonly<Record<string, string>>
}

/** Where the base image has it. */
const relayPath = '/opt/travel/relay.mjs'
const memory = 256 * 1024 * 1024
const processes = 64

/** The relay of an instance: as closed as the container of an execution, and it forwards no packets. */
export function relayOptionsOf({ image, network, extraHosts, labels }: RelayContainer): ContainerCreateOptions {
  return {
    Image: image,
    // Not the image's own first process: that would end it after a day.
    Entrypoint: ['node', relayPath],
    Cmd: [],
    User: nobody,
    Hostname: 'relay',
    Labels: { ...labels },
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    HostConfig: {
      ...hardening,
      NetworkMode: network,
      ExtraHosts: [...extraHosts],
      Dns: ['127.0.0.1'],
      Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0', 'net.ipv4.ip_forward': '0' },
      Memory: memory,
      MemorySwap: memory,
      PidsLimit: processes,
      // As many open files as the engine allows: two for each connection that it carries.
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
      // It ends when this process does: nothing of it is left then.
      AutoRemove: true,
    },
  }
}
