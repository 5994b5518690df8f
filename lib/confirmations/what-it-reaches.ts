import type { Permissions } from '#runner/contract/manifest.ts'

/** What a skill with these permissions may reach, and what it cannot do. */
export function whatItReaches(
  { network, secrets, filesystem, exec, messages, gateway }: Permissions,
  operatorName: string,
): { readonly reaches: string[]; readonly cannot: string[] } {
  const { egress } = network
  const reaches = [
    ...egress.map((host) => `${host}, over HTTPS`),
    ...secrets.map((name) => `The secret ${name}, as a placeholder. The gateway puts the real one in.`),
    ...(messages ? [`${operatorName}, with messages that are noted first and delivered afterwards`] : []),
    ...(gateway ? ["The operator's OpenClaw gateway, whatever its tools can do"] : []),
    ...filesystem.read.map((path) => `${path} in its own folder, to read it`),
    ...filesystem.write.map((path) => `${path} in its own folder, to write it`),
    ...exec.map((name) => `The program ${name}`),
  ]
  return {
    reaches: reaches.length > 0 ? reaches : ['Nothing outside of its sandbox'],
    cannot: [
      egress.length > 0 ? 'Contact any other host' : 'Contact any host on the internet',
      messages ? 'Write to anybody else' : 'Leave messages for the operator',
      ...(filesystem.read.length + filesystem.write.length > 0 ? [] : ['Read or write files']),
    ],
  }
}
