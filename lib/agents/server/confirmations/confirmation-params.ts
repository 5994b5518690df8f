import * as z from 'zod'
import { ConfirmationId } from '#runner/contract/ids.ts'

/** The id of a confirmation in a path. */
export const confirmationParams = z.object({ id: ConfirmationId })
