import type { Clock } from '#runner/core/ports.ts'
import type { ActingPrincipal } from '../../model/actor.ts'
import type { Statements } from '../db/statements.ts'
import type { AuditRecord } from './audit-record.ts'
import type { AuditTrail } from './audit-trail.ts'

/** Appends a row about what `by` does now. Loads nothing: the bundles of routes contain it. */
export const recordAct = (
  { audit, clock }: { readonly audit: AuditTrail; readonly clock: Pick<Clock, 'now'> },
  tx: Statements,
  by: ActingPrincipal,
  action: string,
  subject: string,
  detail: AuditRecord['detail'] = {},
): Promise<void> => audit.record(tx, { at: new Date(clock.now()), by, action, subject, detail })
