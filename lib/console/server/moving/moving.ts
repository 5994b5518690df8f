import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { ExportWish } from '../../model/console-move.ts'
import { createImports, type Imports } from './imports.ts'
import { type MovePorts, writeExport } from './write-export.ts'

/** Moves profiles, credentials and history between instances, for a signed-in operator only. */
export type Moving = {
  export(context: Context, wish: ExportWish): Promise<Outcome<AsyncIterable<Uint8Array>>>
  readonly imports: Imports
}

export const createMoving = (ports: MovePorts & { readonly dataDir: string }): Moving => ({
  export: (context, wish) => writeExport(ports, context, wish),
  imports: createImports(ports),
})
