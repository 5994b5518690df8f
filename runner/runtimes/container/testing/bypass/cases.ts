import type { BypassCase } from './bypass-case.ts'
import { addresses } from './cases/addresses.ts'
import { confinement } from './cases/confinement.ts'
import { connections } from './cases/connections.ts'
import { credentials } from './cases/credentials.ts'
import { names } from './cases/names.ts'
import { ordinary } from './cases/ordinary.ts'
import { undeclaredDomain } from './cases/undeclared-domain.ts'

/** The fourth scenario in SECURITY_POLICY.md. */
export const undeclaredDomainGroup = 'A skill calls an undeclared domain at run time'

/** All cases, by target. */
export const bypassCases: Readonly<Record<string, readonly BypassCase[]>> = {
  [undeclaredDomainGroup]: undeclaredDomain,
  Names: names,
  Addresses: addresses,
  Connections: connections,
  Credentials: credentials,
  'The container itself': confinement,
  'What is allowed': ordinary,
}
