import { Command } from 'commander'
import { newestSealedRow, proveRow } from '#lib/platform/server/audit/prove-row.ts'
import { shortName } from '#runner/core/quoted.ts'
import { CommandFailure } from './expected-failure.ts'
import { withAuditTrail } from './with-audit-trail.ts'

export const createAuditProveCommand = (): Command =>
  new Command('prove')
    .description('print the proof that a row is in the tree of the latest signed head, as JSON')
    .argument('[row]', 'the ID of a row: its lane, a hyphen and its number there; without one, the newest sealed row')
    .action(async (row: string | undefined) => {
      const { id, proved } = await withAuditTrail(async ({ db, keys }) => {
        const id = row ?? (await newestSealedRow(db))
        if (id === undefined) throw new CommandFailure('No row of the audit trail is sealed yet.')
        return { id, proved: await proveRow(db, keys, id) }
      })
      if (proved.kind === 'proved') {
        process.stdout.write(`${JSON.stringify(proved.proof, null, 2)}\n`)
        return
      }
      throw new CommandFailure(`${shortName(id)}: ${unproved[proved.kind]}`)
    })

const unproved = {
  unknown: 'there is no such row. An ID is a lane and a number, as in select lane, seq from audit_events.',
  unsealed: 'the row is not sealed yet. The running app seals rows within a second; try again then.',
  altered: 'the row, its leaf or the latest head was changed: npm run travel -- audit verify names what.',
} as const
