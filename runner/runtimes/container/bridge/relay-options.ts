import type { ContainerCreateOptions } from 'dockerode'
import { hardening, nobody, piped } from '../create-options.ts'

type RelayContainer = {
  readonly image: string
  readonly network: string
  readonly extraHosts: readonly string[]
  readonly labels: Readonly<Record<string, string>>
}

/** The path of the relay in the base image. */
const relayPath = '/opt/travel/relay.mjs'
const memory = 256 * 1024 * 1024
const processes = 64

/** The relay of an instance: as restricted as the container of an execution, and without packet forwarding. */
export function relayOptionsOf({ image, network, extraHosts, labels }: RelayContainer): ContainerCreateOptions {
  return {
    Image: image,
    // Replaces the image's own first process, which would end the relay after a day.
    Entrypoint: ['node', relayPath],
    Cmd: [],
    User: nobody,
    Hostname: 'relay',
    Labels: { ...labels },
    ...piped,
    HostConfig: {
      ...hardening,
      NetworkMode: network,
      ExtraHosts: [...extraHosts],
      Dns: ['127.0.0.1'],
      Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0', 'net.ipv4.ip_forward': '0' },
      Memory: memory,
      MemorySwap: memory,
      PidsLimit: processes,
      // The engine's own limit for open files applies: each connection takes two.
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
      // The engine removes the relay when it ends. The relay ends together with this process.
      AutoRemove: true,
    },
  }
}
